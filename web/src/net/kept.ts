// What the browser remembers between visits. Where it may not remember anything, it lasts as long as the page.

const memory = new Map<string, string>();

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`parlor.${name}`) ?? undefined;
  } catch {
    return memory.get(name);
  }
}

export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`parlor.${name}`);
    else localStorage.setItem(`parlor.${name}`, value);
  } catch {
    if (value === undefined) memory.delete(name);
    else memory.set(name, value);
  }
}

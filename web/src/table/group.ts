// Buttons whose words begin alike stand together, and the beginning is said once.

export interface Group<T> {
  /** The words that all begin with; nothing where one stands for itself. */
  begin: string;
  items: { item: T; rest: string }[];
}

/** Groups what follows each other and differs in its last word or its last few. */
export function grouped<T>(items: T[], wordsOf: (item: T) => string): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const item of items) {
    const words = wordsOf(item);
    const cut = words.lastIndexOf(' ');
    const [begin, rest] = cut > 0 ? [words.slice(0, cut), words.slice(cut + 1)] : ['', words];
    const last = groups.at(-1);
    if (last && last.begin === begin) last.items.push({ item, rest });
    else groups.push({ begin, items: [{ item, rest }] });
  }
  // One alone is said as a whole, together with others that are.
  const joined: Group<T>[] = [];
  for (const group of groups) {
    const only = group.items.length === 1 ? group.items[0] : undefined;
    if (!only) joined.push(group);
    else {
      const whole = { item: only.item, rest: wordsOf(only.item) };
      const last = joined.at(-1);
      if (last?.begin === '') last.items.push(whole);
      else joined.push({ begin: '', items: [whole] });
    }
  }
  return joined;
}

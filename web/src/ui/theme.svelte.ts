// The theme of the page: what was chosen, or what the system says.

import { recall, remember } from '../net/kept';

export const THEMES = ['system', 'light', 'dark', 'felt', 'wood', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (text: string | undefined): text is Theme => THEMES.includes(text as Theme);

class Chosen {
  theme = $state<Theme>('system');
}
export const chosen = new Chosen();

export function applyTheme(theme?: Theme): void {
  const kept = recall('theme');
  chosen.theme = theme ?? (isTheme(kept) ? kept : 'system');
  if (theme) remember('theme', theme);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['theme'] = chosen.theme === 'system' ? (dark ? 'dark' : 'light') : chosen.theme;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyTheme());

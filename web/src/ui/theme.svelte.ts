// The theme of the page: what was chosen, or what the system says.

import { recall, remember } from '../net/kept';
import { about, wearBrand } from './about';

export const THEMES = ['system', 'light', 'dark', 'felt', 'wood', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (text: string | undefined): text is Theme => THEMES.includes(text as Theme);

class Chosen {
  theme = $state<Theme>('system');
}
export const chosen = new Chosen();

export function applyTheme(theme?: Theme): void {
  const kept = recall('theme');
  const usual = isTheme(about.brand.theme) ? about.brand.theme : 'system';
  chosen.theme = theme ?? (isTheme(kept) ? kept : usual);
  if (theme) remember('theme', theme);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const worn = chosen.theme === 'system' ? (dark ? 'dark' : 'light') : chosen.theme;
  document.documentElement.dataset['theme'] = worn;
  wearBrand(worn);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyTheme());

// What the server has written into the page: how it looks here, and whether somebody writes a game.

import type { About } from '../protocol/types';

function read(): About {
  const usual: About = { brand: { name: 'Parlor', theme: 'system', accent: '', table: '' }, author_tools: false };
  try {
    const text = document.querySelector<HTMLMetaElement>('meta[name=parlor]')?.content;
    return text ? { ...usual, ...(JSON.parse(text) as About) } : usual;
  } catch {
    return usual;
  }
}

export const about = read();

/** Black or white, whichever can be read better on a colour. */
export function inkOn(color: string): string {
  const part = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  return light > 0.179 ? '#000000' : '#ffffff';
}

/** Colours of the house, in the themes that leave room for them. */
export function wearBrand(theme: string): void {
  const style = document.documentElement.style;
  const plain = theme === 'light' || theme === 'dark';
  const wear = (name: string, value: string) => (value ? style.setProperty(name, value) : style.removeProperty(name));
  const { accent, table } = about.brand;
  wear('--main', plain && theme === 'light' ? accent : '');
  wear('--on-main', plain && theme === 'light' && accent ? inkOn(accent) : '');
  wear('--table', plain ? table : '');
  wear('--felt-ink', plain && table ? inkOn(table) : '');
}

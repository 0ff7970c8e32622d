// What games say, in another language: by their English, for an id may stand for several texts, and games share ids.

import type { Message } from '../protocol/types';

export interface GameWords {
  /** Texts, with places for what changes. A word that means different things is told apart by a group: `name:Hearts`. */
  texts: Record<string, string>;
  /** Texts that games have put together already: what they look like, and how it is said. `$1` stays, `{1}` is said as well. */
  shapes: [RegExp, string][];
}

/** What is the same in every language: numbers, signs, places, cards and dice, besides places for them. */
const SAME = /^[^A-Za-z]*$|^[a-z]\d*$|^[AKQJ]$|^(([AKQJ]|\d+)[♠♥♦♣] ?)+$|^(d\d+[ab]?(:\d+)? ?)+$|^[a-z]\d+([-x][a-z]\d+)+$/;

/** What was said already: games say the same again and again. */
const said = new Map<string, string | undefined>();
const MOST_SAID = 5000;

/** A text of a game; nothing where the language has no words for it. */
export function phrase(words: GameWords, text: string, group?: string): string | undefined {
  const whole = (group && words.texts[`${group}:${text}`]) ?? words.texts[text];
  if (whole !== undefined) return whole;
  const label = labeled(words, text);
  if (label !== undefined) return label;
  if (SAME.test(text.replace(/\{\w+\}/g, ''))) return text;
  if (said.has(text)) return said.get(text);
  const found = shaped(words, text);
  if (said.size >= MOST_SAID) said.clear();
  said.set(text, found);
  return found;
}

/** A name that begins with a capital letter where it stands alone. */
function labeled(words: GameWords, text: string): string | undefined {
  const name = text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  if (name === text) return undefined;
  const found = words.texts[name] ?? words.texts[`value:${name}`] ?? words.texts[`zone:${name}`];
  return found?.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** A message with what stands in its places, but for people, whose names are the same in all languages. */
export function spelled({ text, args }: Message): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const arg = args?.[name];
    return typeof arg === 'string' || typeof arg === 'number' ? String(arg) : arg && 'text' in arg ? spelled(arg) : whole;
  });
}

function shaped(words: GameWords, text: string): string | undefined {
  for (const [shape, form] of words.shapes) {
    const found = shape.exec(text);
    if (!found) continue;
    let known = true;
    const filled = form.replace(/\{(\d)\}|\$(\d)/g, (_, spoken: string | undefined, kept: string | undefined) => {
      if (kept !== undefined) return found[Number(kept)] ?? '';
      const part = known ? phrase(words, found[Number(spoken)] ?? '') : undefined;
      // A part that has no words spoils the shape; another may fit.
      known &&= part !== undefined;
      return part ?? '';
    });
    if (known) return filled;
  }
  return undefined;
}

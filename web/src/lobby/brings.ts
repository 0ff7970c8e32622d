// What seats bring, between what people write and what is sent.

import type { Bring, BringSpec, Problem } from '../protocol/types';
import { rendered, sentence, textWords } from '../words/words.svelte';

export const presetBring = (preset: string): Bring => ({ preset });

/** The ready-made one that is chosen: the first unless something was said. */
export const presetOf = (spec: BringSpec, bring: Bring | undefined): string => (bring && 'preset' in bring ? bring.preset : (spec.presets?.[0]?.id ?? ''));

/** What somebody has written: JSON as it is, and anything else as a list with an entry for each line. */
export function ownBring(text: string): Bring {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { value: text.split('\n').map((line) => line.trim()).filter(Boolean) };
  }
}

/** A value as people edit it: a list of words line by line, all else as JSON. */
export function textOf(spec: BringSpec, bring: Bring | undefined): string {
  const preset = bring && 'preset' in bring ? spec.presets?.find((one) => one.id === bring.preset) : spec.presets?.[0];
  const value = bring && 'value' in bring ? bring.value : preset?.value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return value === undefined ? '' : JSON.stringify(value, null, 1);
}

/** Everything that is wrong with what somebody wants to bring. */
export const faultWords = (problem: Problem | undefined): string[] =>
  (problem?.faults ?? []).map(({ bring, fault }) => `${textWords(`bring.${bring}`, bring)}: ${sentence(rendered(fault, []))}`);

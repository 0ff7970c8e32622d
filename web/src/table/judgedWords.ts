// What a bot thinks of a move, in words.

import type { Judged } from '../protocol/types';
import { say } from '../words/words.svelte';

/** The move, how good it was, and a better one. Beside a move that is as good as the best nothing is called better. */
export function judgedWords({ text, judgement, best }: Pick<Judged, 'text' | 'judgement' | 'best'>): string {
  const judged = judgement ? `: ${say(`judgement.${judgement}`)}` : '';
  const better = best && judgement !== 'best' ? ` · ${say('better', { move: best.text })}` : '';
  return `${text}${judged}${better}`;
}

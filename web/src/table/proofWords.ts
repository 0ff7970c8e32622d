// What was found out about a match's fairness, in words.

import type { Proof } from '../model/proof';
import { say } from '../words/words.svelte';

export function proofWords({ wrong, seed, drawn, records, contributed }: Proof): string {
  if (wrong) return say(`wrong.${wrong}`);
  if (!seed) return say('proof.no_seed', { records });
  const fair = say(drawn > 0 ? 'proof.chance' : 'proof.none', { records, drawn });
  return drawn > 0 && contributed ? `${fair} ${say('proof.mixed', { contributed })}` : fair;
}

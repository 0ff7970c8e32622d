// What this browser adds to the seeds of matches, so that not even their server can choose the deal. It commits to its entropy when
// it sits down, and tells it once the server has committed to its own part.

import type { Status, ToServer } from '../protocol/types';
import { recall, remember } from '../net/kept';
import { deriveKey, hex, unhex } from './blake3';

const MOST = 100;

/** What was told of a match, and what the server had committed to before. */
export interface Told {
  match: string;
  entropy: string;
  heard: string;
}

/** What is still a secret of this browser, by match. */
const untold = new Map<string, string>();

function all(): Told[] {
  try {
    return JSON.parse(recall('entropy') ?? '[]') as Told[];
  } catch {
    return [];
  }
}

export const toldIn = (match: string): Told | undefined => all().find((told) => told.match === match);
export const newEntropy = () => hex(crypto.getRandomValues(new Uint8Array(32)));
export const commitmentTo = (entropy: string) => hex(deriveKey('parlor 2026 entropy of a seat', unhex(entropy)));

/** Whoever made or joined a room with a commitment keeps what it was for. */
export const keepEntropy = (match: string, entropy: string) => void untold.set(match, entropy);

/** What to commit to when a match is followed; nothing once it was told. */
export function commitmentFor(match: string): string | undefined {
  if (toldIn(match)) return undefined;
  const entropy = untold.get(match) ?? newEntropy();
  keepEntropy(match, entropy);
  return commitmentTo(entropy);
}

/** What to say about a match that is about to begin. Entropy is told once: a server that commits to something else afterwards knows it. */
export function answerTo(status: Status, account: string | undefined): ToServer | undefined {
  const { match, dealing } = status;
  const entropy = untold.get(match);
  if (!dealing || !account || !entropy || !dealing.waits_for.includes(account) || toldIn(match)) return undefined;
  remember('entropy', JSON.stringify([...all(), { match, entropy, heard: dealing.commitment }].slice(-MOST)));
  return { type: 'entropy', match, entropy };
}

/** Somebody has left while it was about to begin: what was told is no secret any more, and something new is committed to. */
export function beginsAnew(status: Status): boolean {
  const anew = status.room.status === 'gathering' && !status.dealing && toldIn(status.match) !== undefined;
  if (anew) {
    untold.delete(status.match);
    remember('entropy', JSON.stringify(all().filter((told) => told.match !== status.match)));
  }
  return anew;
}

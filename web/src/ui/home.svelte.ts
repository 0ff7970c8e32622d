// Who sits here, and the line to the server: one for all pages.

import type { Account, GameCard } from '../protocol/types';
import { api, renameGuest, whoAmI } from '../net/api';
import { remember } from '../net/kept';
import { Connection } from '../net/socket';

const NAMES = ['Amber', 'Birch', 'Clover', 'Dune', 'Ember', 'Fern', 'Grove', 'Hazel', 'Iris', 'Juniper', 'Kestrel', 'Linden', 'Maple', 'Nova', 'Olive', 'Poppy', 'Quill', 'Rowan', 'Sage', 'Tansy'];
const someName = () => NAMES[Math.floor(Math.random() * NAMES.length)] as string;

class Home {
  account = $state.raw<Account | undefined>();
  connected = $state(true);
  problem = $state<string | undefined>();
  /** The game for which an opponent is looked for. */
  seeking = $state.raw<GameCard | undefined>();
  /** Told when one was found. */
  onFound: (match: string) => void = () => {};
  private line: Connection | undefined;
  private coming: Promise<Account> | undefined;

  /** Makes sure that we are somebody; a guest with a name of its own, at first. */
  async enter(): Promise<Account> {
    this.coming ??= whoAmI(someName).then(
      (account) => (this.account = account),
      (error: Error) => {
        this.coming = undefined;
        this.problem = error.message;
        throw error;
      },
    );
    return this.coming;
  }

  /** Another name for the same guest: they stay at their tables. */
  async rename(name: string): Promise<void> {
    this.account = await renameGuest(name);
    this.coming = Promise.resolve(this.account);
  }

  /** Looks for an opponent; whoever has an account plays for their rating. */
  async seek(card: GameCard): Promise<void> {
    this.connection.open();
    const { waiting, match } = await api.seek(card.id, this.account?.guest === false);
    if (match) this.found(match);
    else if (waiting) this.seeking = card;
  }

  async stopSeeking(): Promise<void> {
    this.seeking = undefined;
    await api.stopSeeking().catch(() => {});
  }

  private found(match: string): void {
    this.seeking = undefined;
    this.onFound(match);
  }

  get connection(): Connection {
    if (!this.line) {
      this.line = new Connection();
      this.line.onLine = (connected) => (this.connected = connected);
      this.line.onPaired = (match) => this.found(match);
      this.line.onStranger = () => {
        remember('token', undefined);
        location.assign('/');
      };
    }
    return this.line;
  }
}

export const home = new Home();

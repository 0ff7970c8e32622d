// Who sits here, and the line to the server: one for all pages.

import type { Account, GameCard, Sought } from '../protocol/types';
import { api, renameGuest, whoAmI } from '../net/api';
import { recall, remember } from '../net/kept';
import { Connection } from '../net/socket';

const NAMES = ['Amber', 'Birch', 'Clover', 'Dune', 'Ember', 'Fern', 'Grove', 'Hazel', 'Iris', 'Juniper', 'Kestrel', 'Linden', 'Maple', 'Nova', 'Olive', 'Poppy', 'Quill', 'Rowan', 'Sage', 'Tansy'];
const someName = () => NAMES[Math.floor(Math.random() * NAMES.length)] as string;

type Seeking = Pick<GameCard, 'id' | 'name'>;

class Home {
  account = $state.raw<Account | undefined>();
  connected = $state(true);
  problem = $state<string | undefined>();
  /** The game for which an opponent is looked for. */
  seeking = $state.raw<Seeking | undefined>();
  /** Told when one was found. */
  onFound: (match: string) => void = () => {};
  private line: Connection | undefined;
  private coming: Promise<Account> | undefined;

  /** Makes sure that we are somebody; a guest with a name of its own, at first. */
  async enter(): Promise<Account> {
    this.coming ??= whoAmI(someName).then(
      (account) => {
        this.account = account;
        this.seekOn();
        return account;
      },
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
  async seek({ id, name }: GameCard): Promise<void> {
    this.setSeeking({ id, name });
    try {
      this.heard(await api.seek(id, this.account?.guest === false));
      // Only now: what is asked when the line is there is not to be about an earlier search.
      this.connection.open();
    } catch (error) {
      this.setSeeking(undefined);
      throw error;
    }
  }

  async stopSeeking(): Promise<void> {
    this.setSeeking(undefined);
    await api.stopSeeking().catch(() => {});
  }

  /** After a reload the search goes on; it may have ended meanwhile. */
  private seekOn(): void {
    try {
      this.seeking = JSON.parse(recall('seeking') ?? 'null') ?? undefined;
    } catch {
      remember('seeking', undefined);
    }
    if (this.seeking) this.connection.open();
  }

  /** Asks how the search stands: what was told while the line was down was not heard. */
  private async askSought(): Promise<void> {
    if (this.seeking) await api.sought().then((sought) => this.heard(sought), () => {});
  }

  private heard({ waiting, match }: Sought): void {
    if (match) this.found(match);
    else if (!waiting) this.setSeeking(undefined);
  }

  private setSeeking(game: Seeking | undefined): void {
    this.seeking = game;
    remember('seeking', game && JSON.stringify(game));
  }

  /** May be told twice, by the line and by an answer. */
  private found(match: string): void {
    if (!this.seeking) return;
    this.setSeeking(undefined);
    this.onFound(match);
  }

  get connection(): Connection {
    if (!this.line) {
      this.line = new Connection();
      this.line.onLine = (connected) => {
        this.connected = connected;
        if (connected) void this.askSought();
      };
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

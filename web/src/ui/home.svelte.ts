// Who sits here, and the line to the server: one for all pages.

import type { Account } from '../protocol/types';
import { newGuest, whoAmI } from '../net/api';
import { remember } from '../net/kept';
import { Connection } from '../net/socket';

const NAMES = ['Amber', 'Birch', 'Clover', 'Dune', 'Ember', 'Fern', 'Grove', 'Hazel', 'Iris', 'Juniper', 'Kestrel', 'Linden', 'Maple', 'Nova', 'Olive', 'Poppy', 'Quill', 'Rowan', 'Sage', 'Tansy'];
const someName = () => NAMES[Math.floor(Math.random() * NAMES.length)] as string;

class Home {
  account = $state.raw<Account | undefined>();
  connected = $state(true);
  problem = $state<string | undefined>();
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

  /** Another name, which is another guest. */
  async rename(name: string): Promise<void> {
    remember('name', name);
    this.account = await newGuest(name);
    this.coming = Promise.resolve(this.account);
    this.line?.close();
    this.line = undefined;
  }

  get connection(): Connection {
    if (!this.line) {
      this.line = new Connection();
      this.line.onLine = (connected) => (this.connected = connected);
      this.line.onStranger = () => {
        remember('token', undefined);
        location.assign('/');
      };
    }
    return this.line;
  }
}

export const home = new Home();

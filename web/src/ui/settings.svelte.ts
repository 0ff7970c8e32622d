// What somebody prefers on this device.

import { recall, remember } from '../net/kept';

class Settings {
  /** Whether each move is asked about before it is played. */
  confirm = $state(recall('confirm') === 'yes');

  setConfirm(confirm: boolean): void {
    this.confirm = confirm;
    remember('confirm', confirm ? 'yes' : undefined);
  }
}

export const settings = new Settings();

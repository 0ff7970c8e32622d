// The sounds themselves, made of noise and a few waves; nothing is loaded.

import type { Sound } from './news';

/** Makes sounds until it is closed. */
export class Synth {
  private context = new AudioContext();
  private out = new GainNode(this.context, { gain: 0.4 });
  private noise = hiss(this.context);

  constructor() {
    this.out.connect(this.context.destination);
  }

  /** Plays a sound, now or in a moment. */
  play(sound: Sound, delay = 0): void {
    // A browser may have put it to sleep until somebody touches the page.
    void this.context.resume();
    MAKE[sound](this, this.context.currentTime + 0.01 + delay);
  }

  close(): void {
    void this.context.close();
  }

  /** A burst of noise around a pitch that may rise or fall. */
  burst(at: number, length: number, from: number, to: number, loud: number, narrow = 1): void {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.noise });
    const filter = new BiquadFilterNode(this.context, { type: 'bandpass', frequency: from, Q: narrow });
    filter.frequency.setValueAtTime(from, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(filter).connect(this.swell(at, length, loud, length * 0.2));
    source.start(at, (at * 7.3) % 0.5);
    source.stop(at + length);
  }

  /** A wave that dies away. */
  tone(at: number, length: number, from: number, to: number, loud: number, type: OscillatorType = 'sine'): void {
    const source = new OscillatorNode(this.context, { type, frequency: from });
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(this.swell(at, length, loud, 0.006));
    source.start(at);
    source.stop(at + length);
  }

  private swell(at: number, length: number, loud: number, rise: number): AudioNode {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + rise);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    gain.connect(this.out);
    return gain;
  }
}

/** When dice touch the table, in seconds, and how loud. */
const KNOCKS: [number, number][] = [[0.25, 1], [0.29, 0.7], [0.46, 0.6], [0.51, 0.45], [0.6, 0.3], [0.66, 0.2], [0.7, 0.12]];
const [LOW, MIDDLE, HIGH, TOP] = [392, 523.25, 659.25, 783.99];

const MAKE: Record<Sound, (synth: Synth, at: number) => void> = {
  slide: (synth, at) => synth.burst(at, 0.14, 1800, 4200, 0.35, 0.8),
  set: (synth, at) => {
    synth.tone(at, 0.1, 210, 110, 0.6);
    synth.burst(at, 0.03, 1500, 900, 0.5);
  },
  shuffle: (synth, at) => {
    for (let card = 0; card < 7; card += 1) synth.burst(at + card * 0.055, 0.06, 2600 + card * 150, 3600, 0.25);
  },
  dice: (synth, at) => {
    for (const [when, loud] of KNOCKS) {
      synth.burst(at + when, 0.035, 3200, 1700, loud * 0.7, 2);
      synth.tone(at + when, 0.05, 620 + when * 300, 380, loud * 0.25, 'triangle');
    }
  },
  turn: (synth, at) => {
    synth.tone(at, 0.35, HIGH, HIGH, 0.22);
    synth.tone(at + 0.12, 0.5, TOP, TOP, 0.22);
  },
  won: (synth, at) => [MIDDLE, HIGH, TOP, MIDDLE * 2].forEach((pitch, index) => synth.tone(at + index * 0.13, 0.6, pitch, pitch, 0.25, 'triangle')),
  over: (synth, at) => [HIGH, MIDDLE, LOW].forEach((pitch, index) => synth.tone(at + index * 0.18, 0.6, pitch, pitch, 0.2)),
};

function hiss(context: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

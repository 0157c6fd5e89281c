import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';

const start = Date.UTC(2026, 10, 15, 12);
const hour = 3_600_000;

/**
 * The time of a history. It moves only when it is told to. Every process has a clock that may be off, and so
 * may the store's own; the true time only ever goes forward, by at most an hour at once.
 */
export class SimulatedTime {
  #now = start;
  #storeOffset = 0;
  /** The latest time that the store's clock has ever shown. */
  storeHighest: Timestamp;
  /** How often the store's clock was set. */
  timesSet = 0;

  constructor() {
    this.storeHighest = this.store();
  }

  get now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += Math.max(0, Math.min(milliseconds, hour));
    this.#look();
  }

  get storeOffset(): number {
    return this.#storeOffset;
  }

  /** Sets the store's clock, which may then be off by so much. */
  setStore(offset: number): void {
    this.timesSet++;
    this.#storeOffset = offset;
    this.#look();
  }

  #look(): void {
    const store = this.store();
    if (store > this.storeHighest) this.storeHighest = store;
  }

  /** Moves on until a clock that is off by so much shows a time, if that lies ahead and within reach. */
  advanceTo(timestamp: string, offset: number): boolean {
    const distance = Date.parse(timestamp) - offset - this.#now;
    if (distance <= 0 || distance > hour) return false;
    this.advance(distance);
    return true;
  }

  at(offset: number): Timestamp {
    return timestampFromMilliseconds(this.#now + offset);
  }

  store(): Timestamp {
    return this.at(this.#storeOffset);
  }
}

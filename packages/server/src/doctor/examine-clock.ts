import type { StoreReader } from '@countersign/coordinator';
import { millisecondsOf } from '@countersign/protocol/value';
import type { ExaminedServer } from './examined-server.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

const warnAfterMilliseconds = 2000;
const wrongAfterMilliseconds = 30_000;
/** The time of a recent commit may be ahead of the clock of this process by this much. */
const markToleranceMilliseconds = 1000;

/** The store's clock decides. The caches, the signatures and the people of a server go by the clock of the server. */
export async function examineClock(
  { ports }: Pick<ExaminedServer, 'ports'>,
  store: StoreReader,
): Promise<Finding[]> {
  const before = millisecondsOf(ports.clock.now());
  const state = await store.readState();
  const after = millisecondsOf(ports.clock.now());
  const theirs = millisecondsOf(state.now);
  // The answer was given at some time between the two.
  const apart = theirs < before ? before - theirs : theirs > after ? theirs - after : 0;
  const mark = millisecondsOf(await store.readClockMark());
  const back = mark - theirs;
  const found = `this machine and the store are ${inSeconds(apart)} apart`;
  const mend = 'let NTP set the clocks of both machines';
  return [
    apart > wrongAfterMilliseconds
      ? wrong('clock', found, mend)
      : apart > warnAfterMilliseconds
        ? warning('clock', found, mend)
        : fine('clock', found),
    ...(back > markToleranceMilliseconds
      ? [
          wrong(
            'clock',
            `the clock of the store was turned back: the store has recorded a time ${inSeconds(back)} ahead and accepts no commit before it`,
            'correct the clock; if it ran ahead by mistake, stop the server and run countersign repair-clock',
          ),
        ]
      : []),
  ];
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

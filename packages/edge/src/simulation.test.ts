import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, randomFrom, seed } from '@countersign/testing';
import { checkHistory } from './testing/check-history.ts';
import { EdgeWorld, type Fault, type Outcome, tools } from './testing/edge-world.ts';

// The real use cases and the real edge, with a line that fails, a disk that loses, a clock that is wrong, and operators
// who change their mind. A checker that shares no code with them judges what the edge allowed by the true time.

const outcomes: readonly Outcome[] = ['allow', 'allow', 'deny', 'require_approval'];
const faults: readonly Fault[] = ['none', 'none', 'none', 'away', 'answer_lost', 'twice'];

interface Lived {
  readonly world: EdgeWorld;
  readonly losses: number;
}

/** One history, from its seed. */
async function live(number: number, steps: number): Promise<Lived> {
  const random = randomFrom(number);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const world = await EdgeWorld.open();
  let losses = 0;
  let isLocked = false;
  for (let step = 0; step < steps; step++) {
    const what = random();
    world.fault = pick(faults);
    if (what < 0.45) world.propose(pick(tools));
    else if (what < 0.7) await world.edge.sync();
    else if (what < 0.82) world.advance(random() * 6);
    else if (what < 0.85) world.advance(random() * 90);
    else if (what < 0.89) {
      await world.activate({ alpha: pick(outcomes), beta: pick(outcomes), gamma: 'allow' });
    } else if (what < 0.92) {
      await (isLocked ? world.lift() : world.lock());
      isLocked = !isLocked;
    } else if (what < 0.94) world.restart();
    else if (what < 0.95) {
      world.files.losePower(random());
      losses += 1;
      world.restart();
    } else if (what < 0.96) {
      world.files.wipe();
      losses += 1;
      world.restart();
    } else if (what < 0.98) await world.files.flush();
    else if (what < 0.985) world.skew = pick([0, 0, 3, -3, 30, -30]);
    else if (what < 0.995) world.sleep(random() * 60);
    else await world.newEpoch();
  }
  // The line and the clock work again, so the edge sends everything that it can.
  world.fault = 'none';
  world.skew = 0;
  for (let round = 0; round < 4; round++) {
    await world.edge.sync();
    world.advance(70);
  }
  return { world, losses };
}

describe('histories of an edge', () => {
  test('[EG-1, EG-2, EG-3] [EG-6, EG-7, EG-8] no history breaks a rule', async t => {
    const histories = effort({ fast: 40, full: 5_000, of: 'edge histories' });
    let allowed = 0;
    let recorded = 0;
    let gaps = 0;
    for (let number = seed; number < seed + histories; number++) {
      const { world } = await live(number, 150);
      const broken = await checkHistory(world);
      assert.equal(broken, null, `seed ${number}: ${broken?.rule} ${broken?.detail}`);
      allowed += world.allows.length;
      recorded += (await world.recorded()).length;
      gaps += (await world.state()).gap_count;
    }
    t.diagnostic(`${histories} histories, ${allowed} allowed, ${recorded} recorded, ${gaps} gaps`);
    assert.ok(allowed > histories && recorded > allowed / 2, 'the histories show too little');
  });

  test('[EG-8] with a good line and a sound disk, every decision is in the log without a gap', async () => {
    const world = await EdgeWorld.open();
    for (let second = 0; second < 120; second++) {
      world.propose('alpha');
      world.advance(1);
      if (world.edge.isDue) await world.edge.sync();
    }
    await world.edge.close();
    const { gap_count, open, decisions, contradicted } = await world.state();
    assert.deepEqual([gap_count, open, contradicted], [0, [], 0]);
    assert.equal(decisions, world.allows.length);
    assert.ok(decisions > 100, String(decisions));
    assert.equal((await world.recorded()).length, decisions);
  });
});

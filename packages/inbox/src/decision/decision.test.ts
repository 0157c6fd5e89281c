import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ApproveEvent, evolveApprove, initialApprove } from './approve-state.ts';
import { announcement, durationWords, nextChange, timeLeft } from './countdown.ts';
import { cover, isCovered } from './coverage.ts';
import { notEligibleWords, refusalWords } from './refusal-words.ts';
import { SeenTracker } from './seen-tracker.ts';

const fold = (...events: ApproveEvent[]) => events.reduce(evolveApprove, initialApprove);
const seen: ApproveEvent = { type: 'looked', complete: true };
const armed = (turn: number): ApproveEvent => ({ type: 'armed', turn });
const approve: ApproveEvent = { type: 'approve', passkey: false };

describe('the approve button', () => {
  test('Approve is ready only after everything was seen and half a second passed', () => {
    assert.equal(fold(approve).phase, 'unseen');
    assert.equal(fold(seen, approve).phase, 'arming');
    assert.equal(fold(seen, armed(1)).phase, 'ready');
    assert.equal(fold(seen, armed(1), approve).phase, 'sending');
  });

  test('Approve waits again after every change, and the wait before the change does not count', () => {
    assert.equal(fold(seen, armed(1), { type: 'changed' }).phase, 'arming');
    assert.equal(fold(seen, armed(1), { type: 'changed' }, armed(1)).phase, 'arming');
    assert.equal(fold(seen, armed(1), { type: 'changed' }, armed(2)).phase, 'ready');
    assert.equal(fold(seen, armed(1), { type: 'changed' }, approve).phase, 'arming');
  });

  test('Approve waits again when the window regains focus, but not during a passkey prompt', () => {
    const returned: ApproveEvent = { type: 'returned' };
    const asked: ApproveEvent = { type: 'approve', passkey: true };
    assert.equal(fold(seen, armed(1), returned).phase, 'arming');
    assert.equal(fold(seen, armed(1), returned, armed(1)).phase, 'arming');
    assert.equal(fold(seen, armed(1), returned, armed(2)).phase, 'ready');
    assert.equal(fold(seen, armed(1), asked, returned).phase, 'passkey');
  });

  test('Approve locks again when something is no longer seen, and a change during a passkey prompt cancels it', () => {
    assert.equal(fold(seen, armed(1), { type: 'looked', complete: false }).phase, 'unseen');
    const asked = fold(seen, armed(1), { type: 'approve', passkey: true });
    assert.equal(asked.phase, 'passkey');
    assert.equal(evolveApprove(asked, { type: 'changed' }).phase, 'arming');
    assert.equal(
      evolveApprove(evolveApprove(asked, { type: 'changed' }), { type: 'signed' }).phase,
      'arming',
    );
    assert.equal(evolveApprove(asked, { type: 'refused' }).phase, 'arming');
  });

  test('Approve ignores a second press while it sends', () => {
    const sending = fold(seen, armed(1), approve);
    assert.equal(evolveApprove(sending, approve), sending);
    assert.equal(evolveApprove(sending, { type: 'reject', passkey: false }), sending);
    assert.equal(evolveApprove(sending, { type: 'changed' }), sending);
    assert.equal(evolveApprove(sending, { type: 'committed' }).phase, 'committed');
  });

  test('a person can reject before everything was seen, and a refused rejection does not unlock Approve', () => {
    const rejecting = fold({ type: 'reject', passkey: false });
    assert.equal(rejecting.phase, 'sending');
    assert.equal(rejecting.decision, 'deny');
    const refused = evolveApprove(rejecting, { type: 'refused' });
    assert.equal(refused.phase, 'unseen');
    assert.equal(evolveApprove(refused, armed(0)).phase, 'unseen');
  });

  test('Approve never sends without being ready just before, in any order of events', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('looked' as const), complete: fc.boolean() }),
        fc.record({ type: fc.constant('armed' as const), turn: fc.nat(6) }),
        fc.record({
          type: fc.constantFrom('approve' as const, 'reject' as const),
          passkey: fc.boolean(),
        }),
        fc.constantFrom<ApproveEvent>(
          { type: 'changed' },
          { type: 'signed' },
          { type: 'committed' },
          { type: 'refused' },
        ),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(events, list => {
        let state = initialApprove;
        for (const event of list) {
          const next = evolveApprove(state, event);
          const moved = next.phase !== state.phase;
          if (moved && next.phase === 'sending' && next.decision === 'allow') {
            assert.ok(state.phase === 'ready' || state.phase === 'passkey');
          }
          if (moved && next.phase === 'ready')
            assert.ok(state.phase === 'arming' && state.complete);
          if (moved && next.phase === 'passkey' && next.decision === 'allow') {
            assert.ok(state.phase === 'ready' && state.complete);
          }
          state = next;
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('what has been on the screen', () => {
  test('a part counts as seen only when its whole height was on the screen, in any order', () => {
    assert.ok(!isCovered([], 100));
    const halves = cover(cover([], 50, 100), 0, 50);
    assert.ok(isCovered(halves, 100));
    assert.ok(!isCovered(cover(cover([], 0, 40), 60, 100), 100));
    assert.ok(!isCovered(cover([], 0, 90), 100));
    const pieces = fc.shuffledSubarray([0, 10, 20, 30, 40, 50, 60, 70, 80, 90], { minLength: 10 });
    fc.assert(
      fc.property(pieces, starts => {
        const all = starts.reduce(
          (coverage, start) => cover(coverage, start, start + 10),
          cover([], 0, 0),
        );
        assert.ok(isCovered(all, 100));
      }),
      { seed: 1 },
    );
  });

  test('folded parts do not count as seen, and the tracker names the next unseen part', () => {
    const tracker = new SeenTracker([
      { id: 'facts', name: 'What will run' },
      { id: 'stdin', name: 'stdin' },
    ]);
    const [facts, stdin] = [{} as Element, {} as Element];
    tracker.watch(facts, 'facts');
    tracker.watch(stdin, 'stdin');
    const open = tracker.fold('stdin', 'middle');
    const whole = () => ({ from: 0, to: 100, height: 100 });
    assert.equal(tracker.next()?.part.id, 'facts');
    tracker.look(tracker.unseen(), whole);
    assert.deepEqual(
      tracker.states().map(part => part.seen),
      [true, false],
    );
    assert.equal(tracker.next()?.element, stdin);
    open();
    assert.equal(tracker.next()?.part.id, 'stdin', 'opened is not seen');
    tracker.look(tracker.unseen(), whole);
    assert.deepEqual(
      tracker.states().map(part => part.seen),
      [true, true],
    );
    assert.equal(tracker.next(), null);
  });

  test('removing the other parts of the page does not make a part seen', () => {
    const tracker = new SeenTracker([{ id: 'facts', name: 'What will run' }]);
    const [rows, foot] = [{} as Element, {} as Element];
    const leave = [tracker.watch(rows, 'facts'), tracker.watch(foot, 'facts')];
    tracker.look([foot], () => ({ from: 0, to: 40, height: 40 }));
    for (const each of leave) each();
    tracker.look([], () => ({ from: 0, to: 0, height: 0 }));
    assert.equal(tracker.states()[0]?.seen, false);
  });

  test('a part that is not on the page does not count as seen', () => {
    const tracker = new SeenTracker([{ id: 'why', name: 'Why' }]);
    assert.deepEqual(
      tracker.states().map(part => part.seen),
      [false],
    );
  });

  test('an element with a new height has to be seen again', () => {
    const tracker = new SeenTracker([{ id: 'why', name: 'Why' }]);
    const element = {} as Element;
    tracker.watch(element, 'why');
    tracker.look([element], () => ({ from: 0, to: 50, height: 100 }));
    tracker.look([element], () => ({ from: 50, to: 200, height: 200 }));
    assert.equal(tracker.states()[0]?.seen, false);
  });
});

describe('the time that is left', () => {
  const minutes = (count: number) => count * 60_000;

  test('the remaining time is shown in minutes, at the end in tens of seconds, and never below zero', () => {
    assert.deepEqual(
      [minutes(11), minutes(10) + 1, minutes(2), 119_000, 60_000, 41_000, 9000, 0, -5].map(
        timeLeft,
      ),
      [
        '11 min left',
        '11 min left',
        '2 min left',
        '2 min left',
        '1 min left',
        '50 s left',
        '10 s left',
        'Time is up',
        'Time is up',
      ],
    );
    assert.equal(timeLeft(minutes(60 * 5)), '5 h left');
    assert.equal(timeLeft(minutes(60 * 24 * 3)), '3 days left');
  });

  test('the remaining time updates when its words change', () => {
    assert.equal(nextChange(minutes(10) + 400), 400);
    assert.equal(nextChange(61_000), 1000);
    assert.equal(nextChange(0), Number.POSITIVE_INFINITY);
  });

  test('the remaining time is announced once at five minutes and once at one', () => {
    assert.equal(announcement(minutes(6), minutes(5)), 'Five minutes left to decide');
    assert.equal(announcement(minutes(5), minutes(4)), null);
    assert.equal(announcement(61_000, 59_000), 'One minute left to decide');
    assert.equal(announcement(minutes(6), 0), null);
    assert.equal(durationWords(900), '15 min');
  });
});

describe('a refusal', () => {
  test('a refusal states the outcome of the decision, also for an unknown code', () => {
    assert.equal(refusalWords({ code: 'request_expired' }).title, 'Expired, nothing ran');
    assert.match(refusalWords({ code: 'new', title: 'A title.' }).title, /A title/);
    assert.match(notEligibleWords('approver_not_independent', 'Finance'), /another person/);
    assert.match(notEligibleWords('unheard_of', null), /not among/);
  });
});

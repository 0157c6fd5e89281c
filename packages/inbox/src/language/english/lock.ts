import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  startedNotStopped: (count: number) =>
    plural(count, {
      one: '1 action has started and is not stopped.',
      other: `${count} actions have started and are not stopped.`,
    }),
  anAgent: 'An agent',
  aPerson: 'A person',
  aKey: 'A key',
  everything: 'Everything',
  chooseWhat: 'Choose what to lock.',
  writeReason: 'Write the reason. Everyone whom it concerns reads it.',
  isLocked: (what: string) => `${what} is locked`,
  untilLifted: 'It holds until it is lifted.',
  lock: 'Lock',
  atOnce: 'It takes effect at once. Lifting a lock needs a passkey.',
  whatToLock: 'What to lock',
  agent: 'Agent',
  person: 'Person',
  key: 'Key',
  choose: 'Choose …',
  reason: 'Reason. Everyone whom it concerns reads it, the agent too.',
  useCommand: '{lead} Use the command instead: {command}',
  notLocked: 'Not locked.',
  back: 'Back',
  lockWhat: (what: string) => `Lock ${what}`,
  whatEnds: 'What ends now',
  countedAt: (at: string, more: string) => `counted at ${at}${more}`,
  thereIsMore: ', there is more',
  nothingOpen: 'Nothing is open. You can lock it all the same.',
  hasStarted: 'what has started',
  chainLifts: 'The chain {chain} lifts it. You can ask for that, not decide it alone.',
  hide: 'Hide',
  show: 'Show',
  locksInForce: 'Locks in force',
  lockedSince: '{what} since {at} by {who}: “{reason}”',
  whatIsLocked: '{what} is locked',
  liftOn: (what: string) => `Lift the lock on ${what}`,
  lift: 'Lift the lock',
  liftAbout:
    'You need your passkey. Requests and approvals that the lock closed stay closed: the agent asks again.',
  askedToLift: 'Asked to lift the lock',
  staysInForce: 'It stays in force until other people have approved that.',
  isLifted: 'The lock is lifted',
  staysClosed: 'What it closed stays closed.',
  requestsClose: (count: number) =>
    plural(count, {
      one: 'waiting request closes. Nothing of it runs.',
      other: 'waiting requests close. Nothing of it runs.',
    }),
  approvalsRevoked: (count: number) =>
    plural(count, { one: 'unused approval is revoked.', other: 'unused approvals are revoked.' }),
  keysRefused: (count: number) =>
    plural(count, { one: 'key is refused from now on.', other: 'keys are refused from now on.' }),
  everythingLower: 'everything',
  it: 'it',
};

export type LockText = typeof english;
export const lockText: LockText = inLanguage('lock', english);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../routes/index.ts';
import { refusesStored } from './stored-sign-in.ts';

const openToAll: ReadonlySet<string> = new Set(['anyone', 'recent_browser', 'host', 'service']);
const ofAgents: ReadonlySet<string> = new Set(['propose', 'consume', 'observe']);

const writesForPeople = routes.filter(
  ({ method, access }) =>
    method !== 'GET' && access.some(right => !openToAll.has(right) && !ofAgents.has(right)),
);

test('[OF-10] each route that writes for people says why it takes a stored sign-in, or refuses it', () => {
  const taking = (why: string) =>
    writesForPeople.filter(({ stored }) => stored === why).map(({ id }) => id);
  assert.deepEqual(taking('asks'), ['sendSampleAction', 'requestPolicy']);
  assert.deepEqual(taking('judged'), [
    ...['recordEntry', 'decideBatch', 'answerHold', 'changePlan'],
    ...['invite', 'addPerson', 'changePerson'],
    ...['makeApiKey', 'registerHost', 'registerService', 'rotateCredential'],
    ...['askAllowance', 'confirmAllowance', 'startLift', 'liftLock', 'startPause', 'pauseGuard'],
    'stepUpOidc',
  ]);
  assert.deepEqual(taking('reads'), [
    ...['checkPolicy', 'explainPolicy', 'replayPolicy', 'previewGivenPolicy', 'previewAllowance'],
  ]);
  assert.deepEqual(taking('repeats'), [
    ...['renderHold', 'rotateKeys', 'signOut', 'startStepUp', 'stepUp', 'retryDeadLetter'],
  ]);
  assert.deepEqual(taking('stops'), [
    ...['cancelRequest', 'revokeGrant', 'revokeKey', 'revokeInvitation', 'revokeCredential'],
    ...['revokeDelegation', 'suspendAllowance', 'revokeAllowance', 'placeLock', 'resumeGuard'],
  ]);
  assert.deepEqual(
    writesForPeople.filter(refusesStored).map(({ id }) => id),
    [
      ...['amendRequest', 'liftRejection', 'reviewRelease', 'questionAgent', 'reconcileExecution'],
      ...['recordEvidence', 'makeDelegation', 'forgetGuard'],
      ...['changePreferences', 'sendTestMessage', 'addDevice', 'removeDevice'],
    ],
  );
});

test('[OF-10] a reason stands only where a person can call, so that it means something', () => {
  const without = routes.filter(row => row.stored !== undefined && !writesForPeople.includes(row));
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
  );
});

import type { Digest } from '@countersign/protocol/crypto';
import type { ClaimScope } from '../../commit.ts';
import type { Store } from '../../store.ts';
import { digestsOf } from './check-amendment.ts';
import { deniedUntil, takesSlot } from './check-opened.ts';
import { isLive } from './ledger.ts';
import { digestOfText, plainDigest, plainText } from './plain-digest.ts';
import { later, must } from './violation.ts';
import type { World } from './world.ts';

/** After a history: what the store holds is what its commits wrote, and its lists agree with its streams. */
export async function checkStore(world: World, store: Store): Promise<void> {
  await checkStreams(world, store);
  await checkLists(world, store);
  await checkClaims(world, store);
  await checkOutbox(world, store);
}

/** Nothing that was written is lost, changed or doubled. */
async function checkStreams({ ledger }: World, store: Store): Promise<void> {
  const expected: string[] = [];
  for (const [stream, { texts }] of ledger.streams) {
    const rows = await store.readStream(stream);
    must(
      rows.length === texts.length && rows.every(({ text }, index) => text === texts[index]),
      'EV-6',
      () => `${stream} has ${rows.length} events, expected ${texts.length}, or other ones`,
    );
    for (const { version } of rows) expected.push(`${stream} ${version}`);
  }
  const unsequenced = await store.listUnsequenced(100_000);
  const found = unsequenced.map(({ stream, version }) => `${stream} ${version}`);
  must(
    found.length === expected.length && found.sort().join() === expected.sort().join(),
    'EV-6',
    () => `${found.length} events wait for the log, expected ${expected.length}`,
  );
  const state = await store.readState();
  must(
    state.epoch === ledger.epoch && state.policyVersion === ledger.policyVersion,
    'EV-10',
    () => `the store is in ${state.epoch} ${state.policyVersion}`,
  );
}

async function checkLists({ ledger, time }: World, store: Store): Promise<void> {
  const counts: Record<string, number> = {};
  const due: string[] = [];
  const silent: string[] = [];
  const { rows } = await store.listRequests({ limit: 200 });
  const rowsById = new Map(rows.map(row => [row.approval_request_id, row]));
  for (const record of ledger.requests.values()) {
    const { id, status, request, resolution, receipts } = record;
    counts[status] = (counts[status] ?? 0) + 1;
    const due_at =
      status === 'pending'
        ? request.expires_at
        : status === 'allowed'
          ? (resolution?.grant_expires_at ?? null)
          : null;
    if (due_at !== null && due_at <= time.store()) due.push(id);
    const concluded = receipts.some(
      ({ outcome }) => outcome === 'succeeded' || outcome === 'failed',
    );
    const silent_at = receipts.length === 1 ? (receipts[0]?.report_by ?? null) : null;
    if (silent_at !== null && silent_at <= time.store()) silent.push(id);
    const expected = {
      approval_request_id: id,
      case_id: request.case_id,
      status: due.includes(id) ? 'expired' : status,
      agent_id: request.agent_id,
      due_at,
      report_by: concluded ? null : (receipts[0]?.report_by ?? null),
      silent_at,
    };
    const row = rowsById.get(id);
    const found = {
      approval_request_id: id,
      case_id: row?.case_id,
      status: row?.status,
      agent_id: row?.agent_id,
      due_at: row?.due_at,
      report_by: row?.report_by,
      silent_at: row?.silent_at,
    };
    must(
      plainText(found) === plainText(expected),
      'EV-6',
      () => `the list shows ${plainText(found)}, expected ${plainText(expected)}`,
    );
  }
  for (const { request, id } of ledger.requests.values()) {
    const text = await store.readAction(request.action_digest as Digest);
    must(
      text !== null && digestOfText(text) === request.action_digest,
      'AB-3',
      () => `what ${id} asks for cannot be shown`,
    );
  }
  must(
    rowsById.size === ledger.requests.size,
    'EV-6',
    () => `the list has ${rowsById.size} requests, expected ${ledger.requests.size}`,
  );
  const counted = Object.entries(await store.countRequests()).filter(([, number]) => number > 0);
  must(
    plainText(Object.fromEntries(counted)) === plainText(counts),
    'EV-6',
    () => `counted ${plainText(Object.fromEntries(counted))}, expected ${plainText(counts)}`,
  );
  const listed = (await store.listDue(200)).map(({ approval_request_id }) => approval_request_id);
  must(
    listed.sort().join() === due.sort().join(),
    'TM-2',
    () => `${listed.length} requests are due, expected ${due.length}`,
  );
  const unheard = (await store.listSilent(200)).map(row => row.approval_request_id);
  must(
    unheard.sort().join() === silent.sort().join(),
    'SU-6',
    () => `${unheard.length} executions are silent, expected ${silent.length}`,
  );
}

/** The uniqueness that spans streams is held by exactly those who have it. */
async function checkClaims({ ledger, time }: World, store: Store): Promise<void> {
  const now = time.store();
  const { settings } = ledger.circumstances;
  const ownerOf = async (scope: ClaimScope, key: string): Promise<string | null> =>
    (await store.findClaim({ scope, key }))?.owner ?? null;
  const asked = new Map<string, number>();
  for (const record of ledger.requests.values()) {
    const { request, stream, id } = record;
    const { agent_id, subject_id } = request;
    const until = deniedUntil(ledger, record);
    // AM-7: what a reviewer changed stays spoken for in every version.
    for (const action_digest of digestsOf(request)) {
      const live = await ownerOf('live', plainDigest({ agent_id, subject_id, action_digest }));
      must(
        !isLive(record, now) || live === stream,
        request.amends === undefined ? 'SU-7' : 'AM-7',
        () => `${id} is ${record.status} and ${live ?? 'no request'} holds its claim`,
      );
      must(
        until === null || now >= until || live !== null,
        'GT-5',
        () => `${id} was denied and may be asked again`,
      );
    }
    const round = await ownerOf('round', `${request.case_id}/${request.round}`);
    must(
      record.status === 'amended' ? round !== null : round === stream,
      'SU-7',
      () => `the round of ${id} is held by ${round}`,
    );
    const counts = takesSlot(record) && later(request.requested_at, settings.windowSeconds) > now;
    asked.set(agent_id, (asked.get(agent_id) ?? 0) + (counts ? 1 : 0));
    for (const { assertion } of record.entries) {
      if (assertion === null) continue;
      const owner = await ownerOf('nonce', assertion.nonce);
      must(
        // The nonce of a batch is held by one of its rows for all.
        owner === stream || (assertion.batch !== undefined && owner !== null),
        'SU-2',
        () => `a nonce of ${id} may be used again`,
      );
    }
  }
  for (const [agent, number] of asked) {
    const slots = await store.listClaims('slot', `${plainDigest(agent)}/`);
    must(
      slots.length === number,
      'GT-8',
      () => `${agent} has ${slots.length} slots, expected ${number}`,
    );
  }
  for (const [key, { id }] of ledger.keys) {
    const [principal_id, name] = key.split(' ');
    const owner = await ownerOf('idem', plainDigest({ principal_id, key: name }));
    must(owner === `request/${id}`, 'SU-5', () => `the key of ${id} is held by ${owner}`);
  }
  for (const [id, { hold, status, sessions }] of ledger.holds) {
    const { agent_id } = hold;
    for (const session_id of sessions) {
      const owner = await ownerOf('hold', plainDigest({ agent_id, session_id }));
      must(
        (owner === `hold/${id}`) === (status === 'placed'),
        'GT-9',
        () => `${id} is ${status}, and ${owner ?? 'no hold'} halts its session`,
      );
    }
  }
}

/** Every change of a request is to be delivered, once. */
async function checkOutbox({ ledger }: World, store: Store): Promise<void> {
  const messages = await store.leaseOutbox({ owner: 'checker', seconds: 60, limit: 10_000 });
  must(
    messages.length === ledger.requestCommits,
    'TR-3',
    () => `${messages.length} messages wait, expected ${ledger.requestCommits}`,
  );
}

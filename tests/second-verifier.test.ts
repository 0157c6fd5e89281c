// Goal: the evidence does not depend on the code that wrote it. A reader of the format description can write a
// verifier, and it comes to the same verdict. Method: a verifier that imports nothing from the packages
// (verify-evidence.ts and what it imports: Node's crypto, and nothing else) judges the same bundles as
// `verifyBundle`, good ones and altered ones, and the two must agree on each.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type BundleTrust, bundleText } from '@countersign/protocol/bundle';
import type { RequestEvent } from '@countersign/protocol/request';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { agreed, alter } from './second-verifier/agreement.ts';
import { amendedStory, narrowed, redirected } from './second-verifier/amended-story.ts';
import { canonicalText, digestOf, type Json } from './second-verifier/canonical-text.ts';
import { escalatedStory } from './second-verifier/escalated-story.ts';
import { type Exported, exportBundle } from './second-verifier/export-bundle.ts';
import { stories } from './second-verifier/story.ts';

const exported: Readonly<Record<string, Exported>> = {
  executed: exportBundle(stories.executed),
  denied: exportBundle(stories.denied),
  'denied by passkey': exportBundle(stories.deniedByPasskey),
  expired: exportBundle(stories.expired),
  reaffirmed: exportBundle(stories.reaffirmed),
  erased: exportBundle(stories.executed, { erased: true }),
  batched: exportBundle(stories.batched),
  narrowed: exportBundle(amendedStory(narrowed, true)),
  redirected: exportBundle(amendedStory(redirected, false)),
  escalated: exportBundle(escalatedStory),
};

const runs = effort({ fast: 300, full: 20_000, of: 'changes' });

const sample = fc.constantFrom(...Object.keys(exported));
const sampleOf = (name: string): Exported => exported[name] as Exported;

test('the second verifier imports nothing from the packages', () => {
  const folder = join(import.meta.dirname, 'second-verifier');
  const builders = [
    'story.ts',
    'agreement.ts',
    'forge.ts',
    'amended-story.ts',
    'escalated-story.ts',
    'signing.ts',
    'export-bundle.ts',
  ];
  for (const file of readdirSync(folder).filter(name => !builders.includes(name))) {
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(/from '([^']+)'/g);
    for (const [, from = ''] of imports) {
      assert.match(from, /^(node:crypto|\.\/(canonical-text|signed-text|verify-\w+)\.ts)$/, file);
    }
  }
});

describe('two verifiers', () => {
  for (const [name, { bundle, trust }] of Object.entries(exported)) {
    test(`both verifiers accept a good bundle: ${name}`, () => {
      assert.equal(agreed(bundleText(bundle), trust, name), 'accepted');
    });
  }

  test('both verifiers agree on texts with a letter altered, inserted, removed, or cut off', () => {
    fc.assert(
      fc.property(
        sample,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: -1, max: 6 }),
        fc.constantFrom('', ...' "\\{}[],:0a'),
        (name, at, bit, put) => {
          const { bundle, trust } = sampleOf(name);
          const text = bundleText(bundle);
          const index = Math.floor(at * text.length);
          const flipped = String.fromCharCode(text.charCodeAt(index) ^ (1 << bit));
          const altered = text.slice(0, index) + (bit < 0 ? put : flipped) + text.slice(index + 1);
          if (altered !== text) assert.equal(agreed(altered, trust, `${name} ${index}`), 'refused');
        },
      ),
      { seed, numRuns: runs },
    );
  });

  test('both verifiers agree on bundles with a member altered', () => {
    fc.assert(
      fc.property(sample, fc.infiniteStream(fc.nat()), (name, choices) => {
        const { bundle, trust } = sampleOf(name);
        const altered = alter(bundle as unknown as Json, () => choices.next().value);
        const text = canonicalText(altered);
        if (text !== bundleText(bundle)) {
          assert.equal(agreed(text, trust, `${name}: ${text}`), 'refused');
        }
      }),
      { seed, numRuns: runs },
    );
  });

  test('both verifiers agree on other stores, epochs, audiences, issuers, logs and keys', () => {
    const { bundle, trust } = sampleOf('executed');
    const { trust: other } = sampleOf('denied');
    const [key] = trust.signing_keys;
    assert.ok(key);
    const changes: object[] = [
      { store_id: `store_${'2'.repeat(12)}40008000${'0'.repeat(12)}` },
      { epoch: 2 },
      { audience: 'another' },
      { issuer: 'another' },
      { origin: 'log.example/another' },
      { signing_keys: [] },
      { note_keys: [] },
      { signing_keys: [{ ...key, public_key: trust.note_keys[0]?.public_key }] },
      { note_keys: [{ name: trust.origin, public_key: key.public_key }] },
      { signing_keys: [{ ...key, revoked_at: '2026-11-15T12:00:00.000Z' }] },
      { head: other.head },
      { policy_documents: [] },
    ];
    for (const change of changes) {
      const what = JSON.stringify(change);
      assert.equal(agreed(bundleText(bundle), { ...trust, ...change }, what), 'refused');
    }
  });

  test('[EV-12] both verifiers demand a witness for what a revoked key signed', () => {
    const { bundle, trust, log } = sampleOf('executed');
    const text = bundleText(bundle);
    const revoked_at = '2026-11-20T12:00:00.000Z';
    const [key] = trust.signing_keys;
    const [note] = trust.note_keys;
    assert.ok(key && note);
    const stolen = { ...key, revoked_at };
    const judged = (change: object, what: string, of = text) =>
      agreed(of, { ...trust, ...change } as BundleTrust, what);
    const unlogged = bundleText({ ...bundle, log: null, note_keys: [] });
    assert.equal(judged({ signing_keys: [stolen] }, 'a live checkpoint key'), 'accepted');
    assert.equal(judged({ signing_keys: [stolen], required: [] }, 'no log', unlogged), 'refused');
    const lost = { note_keys: [{ ...note, revoked_at }] };
    assert.equal(judged(lost, 'a stolen checkpoint key'), 'refused');
    const other = { ...key, kid: 'key-2', public_key: note.public_key, revoked_at };
    assert.equal(judged({ signing_keys: [key, other] }, 'revoked by another name'), 'refused');
    assert.equal(judged({ ...lost, outside: log.outside(log.size) }, 'kept outside'), 'accepted');
    for (let size = 1; size < log.size; size++) {
      const outside = log.outside(size);
      assert.equal(judged({ ...lost, outside }, `kept at ${size}`), 'refused');
      assert.equal(judged({ outside }, `a live key, and kept at ${size}`), 'accepted');
    }
    const [start, end] = ['2026-11-15T11:00:00.000Z', '2026-12-01T00:00:00.000Z'];
    assert.equal(
      judged({ note_keys: [{ ...note, not_after: start }] }, 'a key that had ended'),
      'refused',
    );
    assert.equal(
      judged({ note_keys: [{ ...note, not_after: end }] }, 'a key of that time'),
      'accepted',
    );
  });

  test('both verifiers agree on parts from another bundle', () => {
    const names = Object.keys(exported);
    for (const name of names) {
      for (const other of names) {
        const { bundle, trust } = sampleOf(name);
        for (const [member, own] of Object.entries(bundle)) {
          const part = Reflect.get(sampleOf(other).bundle, member) as Json;
          if (own === null || canonicalText(part) === canonicalText(own as Json)) continue;
          const mixed = canonicalText({ ...bundle, [member]: part } as unknown as Json);
          assert.equal(agreed(mixed, trust, `${member} of ${other} in ${name}`), 'refused');
        }
      }
    }
  });
});

describe('two verifiers agree on the forgeries of a holder of every key', () => {
  const edits: Record<string, (events: RequestEvent[]) => readonly RequestEvent[]> = {
    'an altered entry': events =>
      events.map(event =>
        event.type === 'entry.recorded'
          ? { ...event, data: { entry: { ...event.data.entry, reason: 'other' } } }
          : event,
      ),
    'a missing entry': events => {
      const first = events.findIndex(({ type }) => type === 'entry.recorded');
      return events.toSpliced(first, 1);
    },
    'a passkey decision in other words': events =>
      events.map(event => {
        if (event.type !== 'entry.recorded' || event.data.entry.assertion === null) return event;
        const { entry_digest: _digest, ...entry } = { ...event.data.entry, reason: 'other' };
        const entry_digest = digestOf(entry as unknown as Json) as never;
        return { ...event, data: { entry: { ...entry, entry_digest } } };
      }),
    '[EV-9] an execution without a consume': events =>
      events.filter(({ type }) => type !== 'grant.consumed'),
    '[EV-9] a second consume': events =>
      events.flatMap((event): RequestEvent[] =>
        event.type === 'grant.consumed' ? [event, event] : [event],
      ),
  };
  for (const [what, edit] of Object.entries(edits)) {
    test(what, () => {
      const { bundle, trust } = exportBundle(stories.executed, { edit });
      assert.equal(agreed(bundleText(bundle), trust, what), 'refused');
    });
  }
});

describe('[AM-4] two verifiers agree on forged amendments of a holder of every key', () => {
  const versionOf = (events: RequestEvent[], change: object): readonly RequestEvent[] =>
    events.map(event =>
      event.type === 'request.opened'
        ? {
            ...event,
            data: {
              ...event.data,
              request: {
                ...event.data.request,
                amends: event.data.request.amends?.map(each => ({ ...each, ...change })),
              } as never,
            },
          }
        : event,
    );
  const requestOf = (events: RequestEvent[], change: object): readonly RequestEvent[] =>
    events.map(event =>
      event.type === 'request.opened'
        ? {
            ...event,
            data: { ...event.data, request: { ...event.data.request, ...change } as never },
          }
        : event,
    );
  const other = 'person_000000000007400080000000000000aa';
  type Edits = NonNullable<Parameters<typeof exportBundle>[1]>;
  const forgeries: Record<string, Edits> = {
    'another author': { edit: events => versionOf(events, { changed_by: other }) },
    'another reason of the author': { edit: events => versionOf(events, { reason: 'other' }) },
    'a change that is called a narrowing': {
      edit: events => versionOf(events, { narrowing: true }),
    },
    'a later deadline': {
      edit: events => requestOf(events, { expires_at: '2026-11-15T12:16:00.000Z' }),
    },
    'another agent': { editVersion: events => requestOf(events, { agent_id: 'other' }) },
    'terms that permit less': {
      editVersion: events =>
        requestOf(events, {
          amendable: { mode: 'narrow', lower: [], subset: ['/copies'], becomes: [] },
        }),
    },
    'no terms at all': {
      editVersion: events =>
        events.map(event => {
          if (event.type !== 'request.opened') return event;
          const { amendable: _, ...request } = event.data.request;
          return { ...event, data: { ...event.data, request } };
        }),
    },
    'an author who is no party': {
      edit: events =>
        events.map(event =>
          event.type === 'request.opened'
            ? {
                ...event,
                data: {
                  ...event.data,
                  parties: { requester: null, subject: null, agent_owner: null },
                },
              }
            : event,
        ),
    },
    'a version that was withdrawn': {
      editVersion: events => events.filter(({ type }) => type !== 'request.amended'),
    },
  };
  for (const [what, edits] of Object.entries(forgeries)) {
    test(what, () => {
      const { bundle, trust } = exportBundle(amendedStory(redirected, false), edits);
      const required = { ...trust, required: ['log'] } as BundleTrust;
      assert.equal(agreed(bundleText(bundle), required, what), 'refused');
    });
  }
});

describe('[ES-1] two verifiers agree on forged escalations of a holder of every key', () => {
  /** The decision at another time, with every digest made again. */
  const decidedAt = (at: string) => (events: RequestEvent[]) => {
    let digest = '';
    return events.map((event): RequestEvent => {
      if (event.type === 'entry.recorded') {
        const { entry_digest: _, ...entry } = { ...event.data.entry, decided_at: at as never };
        digest = digestOf(entry as unknown as Json);
        return {
          ...event,
          at: at as never,
          data: { entry: { ...entry, entry_digest: digest as never } },
        };
      }
      if (event.type !== 'request.denied') return event;
      const resolution = { ...event.data.resolution, final_entry_digest: digest as never };
      return {
        ...event,
        at: at as never,
        data: { resolution: { ...resolution, resolved_at: at as never } },
      };
    });
  };
  const judged = (at: string) => {
    const { bundle, trust } = exportBundle(escalatedStory, { edit: decidedAt(at) });
    return agreed(bundleText(bundle), trust, at);
  };

  test('a decision a millisecond before the approver joined is refused, and one at that time is not', () => {
    assert.equal(judged('2026-11-15T12:00:59.999Z'), 'refused');
    assert.equal(judged('2026-11-15T12:01:00.000Z'), 'accepted');
  });
});

describe('[BA-1] two verifiers agree on forged batches of a holder of every key', () => {
  const withBatch = (revision: object) => (events: RequestEvent[]) =>
    events.map((event): RequestEvent => {
      if (event.type !== 'entry.recorded' || event.data.entry.assertion === null) return event;
      const { assertion } = event.data.entry;
      const batch = { ...assertion.batch, ...revision } as never;
      const { entry_digest: _, ...entry } = {
        ...event.data.entry,
        assertion: { ...assertion, batch },
      };
      const entry_digest = digestOf(entry as unknown as Json) as never;
      return { ...event, data: { entry: { ...entry, entry_digest } } };
    });
  const other = 'f'.repeat(64);
  for (const [what, revision] of Object.entries({
    'another place': { leaf_index: 0 },
    'another count': { count: 6 },
    'a batch of one': { count: 1, leaf_index: 0, proof: [] },
    'another root': { root: other },
    'another proof': { proof: [other] },
    'another table': { batch_view_digest: `sha256:${other}` },
  })) {
    test(what, () => {
      const edited = () => exportBundle(stories.batched, { edit: withBatch(revision) });
      const { bundle, trust } = edited();
      assert.equal(agreed(bundleText(bundle), trust, what), 'refused');
    });
  }
});

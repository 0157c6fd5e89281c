import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { actionDigest, compareAction, parseActionBinding } from '../action/action-binding.ts';
import { type Digest, sha256 } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { type JsonObject, type JsonValue, snapshot } from '../json/json-value.ts';
import { sampleAction } from '../testing/samples.ts';
import { openSealed } from './open-sealed.ts';
import { commitTo, sealKey } from './seal-key.ts';
import { sealParameters } from './seal-parameters.ts';
import { isSealed, SealedValue, sealKeyIdOf } from './sealed-value.ts';

const key = sealKey(new Uint8Array(32).fill(1));
const other = sealKey(new Uint8Array(32).fill(2));
const seal = commitTo(key, 'hunter2');

const card = { amount: 4200, card: { holder: 'Zoë', number: '4111111111111111' } };
const sealCard = (used = key, parameters: unknown = card) =>
  sealParameters({ parameters, paths: ['/card/number'], key: used });

describe('the form of a seal', () => {
  const variants: fc.Arbitrary<JsonValue> = fc.oneof(
    fc.constantFrom<JsonValue>(seal, null, 'v1', [], [seal], {}, [['$sealed', 'v1']]),
    fc
      .record({
        $sealed: fc.constantFrom<JsonValue>('v1', 'v1', 'v1', 'v2', 1, null),
        commitment: fc.oneof(
          fc.constant<JsonValue>(seal.commitment),
          fc.constantFrom<JsonValue>(1, null, '', '.', `${seal.commitment}\n`),
          fc.nat(54).map(at => seal.commitment.slice(0, at) + seal.commitment.slice(at + 1)),
          fc
            .tuple(fc.nat(54), fc.constantFrom(...'.=+/ AZBé'))
            .map(([at, put]) => seal.commitment.slice(0, at) + put + seal.commitment.slice(at + 1)),
        ),
        more: fc.constantFrom<JsonValue>(0),
      })
      .chain(all => fc.subarray(Object.entries(all)).map(some => Object.fromEntries(some))),
  );

  test('[EV-8] the predicate and the published schema agree', () => {
    const seen = { sealed: 0, other: 0 };
    fc.assert(
      fc.property(variants, value => {
        const found = isSealed(value);
        seen[found ? 'sealed' : 'other']++;
        assert.equal(found, SealedValue.safeParse(value).success);
      }),
      { seed, numRuns: effort({ fast: 750, full: 100_000 }) },
    );
    assert.ok(seen.sealed > 20 && seen.other > 20, JSON.stringify(seen));
  });

  test('[EV-8] a binding accepts seals, and refuses any other value with a member $sealed', () => {
    fc.assert(
      fc.property(variants, value => {
        const action = { ...sampleAction(), parameters: { list: [{ value }] } };
        const literal =
          typeof value === 'object' && value !== null && Object.hasOwn(value, '$sealed');
        if (literal && !isSealed(value)) {
          assert.throws(() => parseActionBinding(action), {
            code: 'sealed_value_malformed',
            path: '/parameters/list/0/value',
          });
        } else {
          assert.deepEqual(parseActionBinding(action).parameters, action.parameters);
        }
      }),
      { seed, numRuns: effort({ fast: 250, full: 50_000 }) },
    );
  });

  test('[EV-8] $sealed as a value or inside a longer name is ordinary data', () => {
    const parameters = { a: '$sealed', $sealed_at: 1, list: ['$sealed', 'v1'], x$sealed: {} };
    assert.deepEqual(parseActionBinding(sampleAction({ parameters })).parameters, parameters);
  });
});

describe('sealing', () => {
  test('[EV-8] sealing removes the value completely and changes nothing else', () => {
    const { parameters, sealed } = sealCard();
    assert.deepEqual(sealed, ['/card/number']);
    assert.ok(!canonicalize(parameters).includes('4111111111111111'));
    assert.deepEqual(
      { ...parameters, card: { ...(parameters['card'] as object), number: '4111111111111111' } },
      card,
    );
    assert.equal(card.card.number, '4111111111111111', 'what was given is left alone');
  });

  test('[EV-8] equal values have equal commitments under one key, and different ones under two keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [x, y] = [plain(a), plain(b)];
        if (x === undefined || y === undefined) return;
        assert.deepEqual(commitTo(key, x), commitTo(key, snapshot(x)));
        assert.equal(
          commitTo(key, x).commitment === commitTo(key, y).commitment,
          canonicalize([x]) === canonicalize([y]),
        );
        assert.notEqual(
          commitTo(key, x).commitment.split('.')[1],
          commitTo(other, x).commitment.split('.')[1],
        );
      }),
      { seed, numRuns: effort({ fast: 150, full: 10_000 }) },
    );
  });

  test('[EV-8] a commitment names its key, and every other secret is another key', () => {
    assert.equal(sealKeyIdOf(seal), key.key_id);
    const secrets = [32, 33, 63, 64, 65, 128].map(length => new Uint8Array(length));
    assert.equal(new Set(secrets.map(secret => sealKey(secret).key_id)).size, secrets.length);
  });

  test('a key that is too short, not bytes, or under a wrong id is refused', () => {
    for (const secret of [new Uint8Array(31), 'x'.repeat(32), [1], null, undefined]) {
      assert.throws(() => sealKey(secret as never), { code: 'options_malformed', path: '/secret' });
    }
    const swapped = { key_id: other.key_id, secret: key.secret };
    const mismatch = { code: 'options_malformed', path: '/key_id' };
    assert.throws(() => sealCard(swapped), mismatch);
    const open = (keys: unknown) => () =>
      openSealed({ parameters: {}, values: {}, keys: keys as never });
    assert.throws(open([swapped]), mismatch);
    for (const keys of [null, 7, 'x', { 0: key }]) {
      assert.throws(open(keys), { code: 'options_malformed', path: '/keys' });
    }
    for (const none of [null, undefined, 7]) {
      assert.throws(() => sealParameters({ parameters: card, paths: [], key: none as never }), {
        code: 'options_malformed',
        path: '/secret',
      });
    }
  });

  test('paths that are not a list of texts, and parameters that are not an object, are refused', () => {
    for (const paths of [null, '/card', { 0: '/card' }, [7], [null], [['/card']]]) {
      assert.throws(() => sealParameters({ parameters: card, paths: paths as never, key }), {
        code: 'options_malformed',
      });
    }
    for (const parameters of [null, [], 'x', 7]) {
      assert.throws(() => sealParameters({ parameters, paths: [], key }), {
        code: 'object_malformed',
        path: '/parameters',
      });
    }
  });

  test('a path of a million steps and inherited names find nothing', () => {
    for (const path of [
      '/a'.repeat(400_000),
      '/constructor',
      '/card/toString',
      '/card/__proto__',
    ]) {
      assert.throws(() => sealParameters({ parameters: card, paths: [path], key }), {
        code: 'options_malformed',
        path: '/paths/0',
      });
    }
  });

  test('a value at the size limit of an action can be sealed', () => {
    const parameters = { secret: 'é'.repeat(2 ** 19 - 10) };
    const made = sealParameters({ parameters, paths: ['/secret'], key });
    assert.ok(openSealed({ parameters: made.parameters, values: parameters, keys: [key] }).ok);
  });
});

describe('opening at the execution edge', () => {
  test('[EV-8] a seal opens with its own values, and with no others', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
        fc.infiniteStream(fc.nat()),
        (given, choices) => {
          const values = plain(given) as JsonObject | undefined;
          if (values === undefined) return;
          const paths = somePaths(values, () => choices.next().value % 3 === 0);
          const { parameters } = sealParameters({ parameters: values, paths, key });
          const opened = openSealed({ parameters, values, keys: [other, key] });
          assert.deepEqual(opened, { ok: true, value: values });
          for (const path of paths) {
            const changed = withChanged(values, path);
            const refused = openSealed({ parameters, values: changed, keys: [key] });
            assert.equal(refused.ok ? 'ok' : refused.refusal.code, 'sealed_value_mismatch');
          }
          const grown = openSealed({ parameters, values: { ...values, '\0': 1 }, keys: [key] });
          assert.equal(grown.ok ? 'ok' : grown.refusal.code, 'action_parameters_mismatch');
        },
      ),
      { seed, numRuns: effort({ fast: 250, full: 20_000 }) },
    );
  });

  test('[EV-8] a refusal names the place and the key, and never a value', () => {
    const { parameters } = sealCard();
    const wrong = { ...card, card: { ...card.card, number: '4222222222222222' } };
    for (const [values, keys, code, said] of [
      [wrong, [key], 'sealed_value_mismatch', '/parameters/card/number'],
      [card, [other], 'seal_key_unknown', key.key_id],
      [{ ...card, amount: 777_777 }, [key], 'action_parameters_mismatch', '/parameters/amount'],
    ] as const) {
      const verdict = openSealed({ parameters, values, keys });
      assert.ok(!verdict.ok);
      assert.equal(verdict.refusal.code, code);
      assert.ok(verdict.refusal.detail.includes(said));
      assert.doesNotMatch(verdict.refusal.detail, /4111|4222|777|4200/);
    }
  });

  test('[EV-8] the approval covers the digest of the seal, and the open values have another digest', () => {
    const { parameters } = sealCard();
    const approved = sampleAction({ parameters });
    const again = sampleAction({ parameters: sealCard().parameters });
    assert.ok(compareAction(again, actionDigest(approved), approved).ok);
    const open = compareAction(
      sampleAction({ parameters: card }),
      actionDigest(approved),
      approved,
    );
    assert.equal(open.ok ? 'ok' : open.refusal.code, 'action_parameters_mismatch');
    const rekeyed = sampleAction({ parameters: sealCard(other).parameters });
    assert.ok(!compareAction(rekeyed, actionDigest(approved), approved).ok);
  });

  test('values are read once, and malformed ones throw', () => {
    const { parameters } = sealCard();
    const trap = { ...card };
    Object.defineProperty(trap, 'amount', { enumerable: true, get: () => 4200 });
    assert.throws(() => openSealed({ parameters, values: trap, keys: [key] }), {
      code: 'json_value_not_plain',
    });
    assert.throws(
      () => openSealed({ parameters: { a: { $sealed: 'v2' } }, values: { a: 1 }, keys: [key] }),
      { code: 'sealed_value_malformed', path: '/parameters/a' },
    );
  });
});

describe('erasing by destroying the key', () => {
  test('[EV-8] a dictionary with the value in it finds nothing without the key', () => {
    const dictionary = Array.from({ length: effort({ fast: 2_000, full: 10_000 }) }, (_, pin) =>
      String(pin).padStart(4, '0'),
    );
    const lost = sealKey(new Uint8Array(32).fill(9));
    const { parameters } = sealParameters({
      parameters: { pin: '1234' },
      paths: ['/pin'],
      key: lost,
    });
    const { commitment } = parameters['pin'] as SealedValue;
    const guesses = (used: typeof key) =>
      dictionary.filter(
        pin => commitTo(used, pin).commitment.split('.')[1] === commitment.split('.')[1],
      );
    assert.deepEqual(guesses(lost), ['1234'], 'with the key every guess can be checked');
    assert.deepEqual(guesses(key), []);
    const unkeyed = dictionary.map(value => sha256({ type: 'countersign/seal/v1', value }));
    assert.ok(!unkeyed.includes(`sha256:${hexOf(commitment)}` as Digest), 'it is no plain digest');
  });

  test('[EV-8] the proofs stay valid, because the digest of the action needs no key', () => {
    const { parameters } = sealCard(sealKey(new Uint8Array(32).fill(9)));
    const action = sampleAction({ parameters });
    assert.equal(
      actionDigest(action),
      sha256(parseActionBinding(JSON.parse(JSON.stringify(action)))),
    );
    const verdict = openSealed({ parameters, values: card, keys: [] });
    assert.equal(verdict.ok ? 'ok' : verdict.refusal.code, 'seal_key_unknown');
  });
});

function hexOf(commitment: string): string {
  return Buffer.from(commitment.split('.')[1] ?? '', 'base64url').toString('hex');
}

/** As the core takes it, or nothing where it does not. */
function plain(value: unknown): JsonValue | undefined {
  try {
    parseActionBinding({ ...sampleAction(), parameters: { value } });
    return snapshot(value);
  } catch {
    return undefined;
  }
}

/** Pointers to values of which none contains another. */
function somePaths(value: JsonValue, choose: () => boolean, path = ''): string[] {
  if (path !== '' && choose()) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    somePaths(member, choose, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function withChanged(values: JsonObject, path: string): JsonObject {
  const copy = structuredClone(values);
  const steps = path
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() ?? '';
  const container = steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown>)[step],
    copy,
  ) as Record<string, unknown>;
  container[last] = [container[last]];
  return copy;
}

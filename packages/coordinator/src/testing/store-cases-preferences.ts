import assert from 'node:assert/strict';
import { type DefineCase, plain } from './store-cases-harness.ts';

const mara = 'person_mara';
const tom = 'person_tom';

/** What people set for themselves: the store keeps the newest text, and only a writer who read the text before replaces it. */
export function preferenceCases(test: DefineCase): void {
  test('preferences are read as they were last written, for the people who have some', async ({
    store,
    reopen,
  }) => {
    assert.deepEqual(await store.readPreferences([mara, tom]), []);
    assert.equal(
      await store.writePreferences({ person_id: mara, version: 1, text: '{"a":"ü"}' }),
      true,
    );
    assert.equal(await store.writePreferences({ person_id: mara, version: 2, text: '{}' }), true);
    const again = await reopen();
    const kept = { person_id: mara, version: 2, text: '{}' };
    assert.deepEqual(plain(await again.readPreferences([tom, mara, mara])), [kept]);
    assert.deepEqual(await again.readPreferences([]), []);
  });

  test('preferences are written only in place of the version that was read', async ({ store }) => {
    const write = (version: number, text: string | null) =>
      store.writePreferences({ person_id: mara, version, text });
    assert.equal(await write(2, 'too early'), false);
    assert.equal(await write(1, 'first'), true);
    assert.equal(await write(1, 'lost'), false);
    assert.equal(await write(1, null), false);
    const both = await Promise.all([write(2, 'one'), write(2, 'other')]);
    assert.deepEqual(both.toSorted(), [false, true]);
    assert.equal(await write(3, null), true);
    assert.deepEqual(await store.readPreferences([mara]), []);
    assert.equal(await write(1, 'anew'), true);
  });
}

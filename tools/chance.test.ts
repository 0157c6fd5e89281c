// A test that fails by chance teaches its readers to run it again. The rules are in chance.ts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkChance, isOfTests } from './chance.ts';
import { assertNone } from './findings.ts';
import { listFiles, readText } from './repository.ts';

/** Files that may wait by the clock, each with the reason why no event can take its place. */
const realClock =
  'the clock port of a real server, whose own work goes on in real time; the test waits for answers, not for it';
const looksAgain =
  'looks again until a change is there that sends no event; a slow machine only looks more often';
const boundsHang = 'ends a test that hangs, after 60 s';

const waits: Readonly<Record<string, string>> = {
  'packages/testing/src/between-looks.ts': looksAgain,
  'packages/testing/src/collected-tests.ts': 'bounds a test that hangs because of a planted bug',
  'packages/client/src/testing/describe-gate.ts': looksAgain,
  'packages/coordinator/src/testing/store-cases-harness.ts': looksAgain,
  'packages/embedded/src/embedded-gate.test.ts': looksAgain,
  'packages/server/src/background/jobs.test.ts': looksAgain,
  'packages/server/src/channels/slack/flood.test.ts': realClock,
  'packages/server/src/channels/slack/link.test.ts': realClock,
  'packages/server/src/channels/slack/testing/slack-workspace.ts': looksAgain,
  'packages/server/src/doctor/testing/examined-folder.ts': realClock,
  'packages/server/src/identity/oidc-faults.test.ts': realClock,
  'packages/store-postgres/src/testing/commit-load.ts':
    'a client that was refused waits before it tries again, as clients do',
  'packages/store-postgres/src/testing/eventually.ts': looksAgain,
  'packages/store-postgres/src/testing/postgres-server.ts': looksAgain,
  'packages/store-postgres/src/testing/system-ports.ts': realClock,
  'packages/store-sqlite/src/testing/temporary-store.ts': realClock,
  'tests/client-in-browser.test.ts': looksAgain,
  'tests/testing/adapter-world.ts': realClock,
  'tests/dialect-agt-legacy.test.ts': realClock,
  'tests/dialect-agt.test.ts': realClock,
  'tests/gate-over-http.test.ts': looksAgain,
  'tests/attacks/hold-path.test.ts': realClock,
  'tests/inbox-decision.test.ts': realClock,
  'tests/guard-pause.test.ts': realClock,
  'tests/inbox-history.test.ts': realClock,
  'tests/inbox-people.test.ts': realClock,
  'tests/server-acceptance.test.ts': looksAgain,
  'tests/server-get-is-safe.test.ts': looksAgain,
  'tests/server-security.test.ts': realClock,
  'tests/shell-execute.test.ts': 'a listener that is slow on purpose; nothing depends on how slow',
  'tests/hostile-soak.proof.ts': 'takes as long as it says; only `npm run prove` runs it',
  'tests/testing/hostile-agents.ts': 'belongs to tests/hostile-soak.proof.ts',
  'tests/soak.proof.ts': 'takes as long as it says; only `npm run prove` runs it',
  'tests/testing/http-call.ts': boundsHang,
  'tests/testing/raw-socket.ts': boundsHang,
  'tests/testing/terminal-screen.ts': boundsHang,
};

describe('the repository', () => {
  test('no test depends on chance, on a short wait or on another seed', () => {
    const paths = listFiles().filter(path => /\.tsx?$/.test(path) && isOfTests(path));
    const files = paths.map(path => ({ path, text: readText(path) }));
    assert.notEqual(files.length, 0);
    assertNone(files.flatMap(file => checkChance(file, waits)));
  });

  test('every allowance is for a file that exists', () => {
    const paths = new Set(listFiles());
    assertNone(Object.keys(waits).filter(path => !paths.has(path)));
  });
});

const file = (text: string, path = 'packages/x/src/planted.test.ts') => ({ path, text });

describe('planted violations are found', () => {
  for (const [what, text] of Object.entries({
    'a random number': 'const x = Math.random();',
    'a seed from the clock': 'const seed = Date.now() % 2 ** 31;',
    'a seed that a test reads itself': `const seed = process.env['COUNTERSIGN_SEED'];`,
    'a property without a seed': 'fc.assert(fc.property(fc.string(), () => true));',
    'a property with options but no seed':
      'fc.assert(fc.property(fc.string(), () => true), { numRuns: 5 });',
    'a sleep': `import { setTimeout as sleep } from 'node:timers/promises'; await sleep(50);`,
    'a sleep by hand': 'await new Promise(done => setTimeout(done, 50));',
    'a sleep by a scheduler': `import { scheduler } from 'node:timers/promises';`,
    'a digit that may be there already': `body.replace(/"id":"store_./, '"id":"store_0');`,
    'a last digit that may be there already': `digest.replace(/[0-9a-f]$/, '0');`,
    'a test that gives up early': `test('x', { timeout: 5_000 }, () => {});`,
    'a second look at a list that may be read again': `assert.equal(await page.getByRole('row').count(), 3);`,
    'a look at something that may still come': `assert.ok(await found.isVisible());`,
    'texts of a list that may still grow': `assert.deepEqual(await rows.allTextContents(), ['a']);`,
    'a text that may still change': `assert.match((await card.textContent()) ?? '', /Approved/);`,
    'a state that may still change': `assert.equal(await button.getAttribute('aria-disabled'), 'true');`,
    'a field that may still be filled': `assert.equal(await box.inputValue(), 'a');`,
    'a day that ends at midnight': `await page.getByText('Today').waitFor();`,
    'four digits that an id may contain': 'assert.doesNotMatch(JSON.stringify(body), /4111/);',
    'digits that a digest may contain': `assert.ok(!text.includes('4111'));`,
    'digits that a nonce may contain': `assert.equal(text.includes('4242'), false);`,
    'a page that is left before it answered': `async function f() { await card.approve().click(); await page.goto(next); }`,
    'a page that is loaded again before it answered': `async function f() { await save.click(); await page.reload(); }`,
    'a wait on a page': `await page.waitForTimeout(500);`,
    'a page that is given up on early': `await found.waitFor({ timeout: 20_000 });`,
  })) {
    test(what, () => assert.notDeepEqual(checkChance(file(text), {}), []));
  }

  test('an allowance that is not needed', () => {
    const planted = file('export const x = 1;');
    assert.notDeepEqual(checkChance(planted, { [planted.path]: 'no reason' }), []);
  });
});

describe('what is not left to chance passes', () => {
  for (const [what, text] of Object.entries({
    'a property with the seed': 'fc.assert(fc.property(fc.string(), () => true), { seed });',
    'a property with options from elsewhere': 'fc.assert(fc.property(fc.nat(), () => true), runs);',
    'an edit that looks at what is there': `id.replace(/.$/, last => (last === '0' ? '1' : '0'));`,
    'an edit of more than one character': `text.replace(/[a-z]+/, 'x');`,
    'a turn of the event loop': `import { setImmediate } from 'node:timers/promises';`,
    'a limit that bounds a hang': `test('x', { timeout: 60_000 }, () => {});`,
    'a count that is no page': `assert.equal(await store.count(), 3);`,
    'a day or the day before': 'await page.getByText(/^(Today|Yesterday)$/).waitFor();',
    'a text that is waited for': `await comesToSay(card, /Approved/);`,
    'a wait for a count': `await comesTo(page.getByRole('row'), 3);`,
    'a whole value that is absent': 'assert.doesNotMatch(text, /4111 1111 1111 1111/);',
    'a name that a list lacks': `assert.equal(names.includes('added'), false);`,
    'a limit of the product': `await ticket.wait({ timeout: 50 });`,
    'words in a text': `const x = 'Math.random() and setTimeout()';`,
  })) {
    test(what, () => assert.deepEqual(checkChance(file(text), {}), []));
  }

  test('a wait with a reason', () => {
    const planted = file('setTimeout(done, 50);');
    assert.deepEqual(checkChance(planted, { [planted.path]: 'a reason' }), []);
  });
});

// Goal: what the documents tell a reader to type works as pasted. Method: every page is read as a list of steps and
// carried out in order in one shell, with a person at the browser who joins, confirms a terminal and approves.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort, softwareAuthenticator } from '@countersign/server/testing';
import { betweenLooks } from '@countersign/testing';
import { type DocumentStep, readDocument } from './testing/document-blocks.ts';
import { DocumentShell } from './testing/document-shell.ts';
import { passkeyEntry } from './testing/passkey-decision.ts';
import { type CallableServer, enter, serverAt } from './testing/server-program.ts';

const timeout = 240_000;
const root = new URL('../', import.meta.url);
const howTos = readdirSync(new URL('docs/how-to/', root)).map(name => `docs/how-to/${name}`);
const pages = ['README.md', 'docs/tutorial.md', ...howTos.sort()];

/** Blocks that only a person's own machine can run, each with what runs it instead. */
const notRunMax = 6;

const shells: DocumentShell[] = [];
after(async () => {
  await Promise.all(shells.map(shell => shell.remove()));
});

/** The person at the browser of the reader. */
class Reader {
  readonly #passkey = softwareAuthenticator();
  #headers: Readonly<Record<string, string>> = {};
  readonly #server: CallableServer;

  constructor(origin: string) {
    this.#server = serverAt(origin);
  }

  async join(said: string): Promise<void> {
    const [link = ''] = /http:\/\/localhost:\d+\/join#\S+/.exec(said) ?? [];
    this.#headers = await enter(link, this.#passkey);
  }

  /** The actions in the browser that a remark announces for a block. */
  async meanwhile(does: string, shell: DocumentShell, isOver: () => boolean): Promise<void> {
    if (does === 'confirm-terminal') return this.#confirm(shell, isOver);
    if (does === 'approve') return this.#approve(isOver);
    assert.fail(`no step knows how to ${does}`);
  }

  async #confirm(shell: DocumentShell, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const [, code] = /\?code=([A-Z0-9]{4}-[A-Z0-9]{4})/.exec(shell.output) ?? [];
      const path = `/v1/terminal-sign-ins/${code}/answer`;
      const headers = this.#headers;
      if (code !== undefined) {
        const told = await this.#server.call('POST', path, {
          headers,
          body: { answer: 'confirm' },
        });
        assert.equal(told.status, 200, JSON.stringify(told.body));
        return;
      }
      await betweenLooks();
    }
    assert.fail('the block ended before there was a terminal to confirm');
  }

  async #approve(isOver: () => boolean): Promise<void> {
    const headers = this.#headers;
    while (!isOver()) {
      const listed = await this.#server.call('GET', '/v1/requests?status=pending', { headers });
      const [row] = (listed.body as { rows: { approval_request_id: string }[] }).rows;
      if (row === undefined) {
        await betweenLooks();
        continue;
      }
      const id = row.approval_request_id;
      const body = await passkeyEntry(this.#server, headers, this.#passkey, id, 'allow');
      const told = await this.#server.call('POST', `/v1/requests/${id}/entries`, { headers, body });
      assert.equal(told.status, 200, JSON.stringify(told.body));
      return;
    }
    assert.fail('the block ended before there was a request to approve');
  }
}

/**
 * The documents name the usual port. Each page gets its own port here, so that two pages, or another server on this
 * machine, do not collide.
 */
function elsewhere(text: string, port: number): string {
  return text
    .replaceAll('7319', String(port))
    .replace(/^(npx countersign serve\b.*)$/m, `$1 --port ${port}`);
}

async function carryOut(page: string, steps: readonly DocumentStep[]): Promise<void> {
  const port = await freePort();
  const shell = new DocumentShell({ COUNTERSIGN_URL: `http://localhost:${port}`, BROWSER: 'none' });
  shells.push(shell);
  const reader = new Reader(`http://localhost:${port}`);
  let said = '';
  if (
    !steps.some(
      ({ kind, ...step }) => kind === 'file' && 'name' in step && step.name === 'policy.yaml',
    )
  ) {
    const tutorial = readDocument('docs/tutorial.md', textOf('docs/tutorial.md'));
    const policy = tutorial.find(step => step.kind === 'file' && step.name === 'policy.yaml');
    if (policy?.kind === 'file' && !/countersign init/.test(textOf(page))) {
      shell.write(policy.name, policy.text);
    }
  }
  for (const step of steps) {
    if (step.kind === 'file') shell.write(step.name, elsewhere(step.text, port));
    else if (step.kind === 'background') {
      said = await shell.background(elsewhere(step.text, port), /Stop with Ctrl-C/);
    } else if (step.kind === 'person') {
      assert.equal(step.does, 'join', `${page}: no reader knows how to ${step.does}`);
      await reader.join(said);
    } else if (step.kind === 'commands') {
      const { meanwhile } = step;
      let over = false;
      const ran = shell.run(elsewhere(step.text, port)).finally(() => {
        over = true;
      });
      const done = meanwhile === null ? null : reader.meanwhile(meanwhile, shell, () => over);
      await Promise.all([ran, done]);
    }
  }
}

function textOf(page: string): string {
  return readFileSync(fileURLToPath(new URL(page, root)), 'utf8');
}

describe('the commands in the documents', { concurrency: 2 }, () => {
  const skipped: string[] = [];
  for (const page of pages) {
    const steps = readDocument(page, textOf(page));
    skipped.push(...steps.flatMap(step => (step.kind === 'not_run' ? [step.because] : [])));
    if (steps.some(({ kind }) => kind === 'commands')) {
      test(`the commands of ${page} work as pasted`, { timeout }, () => carryOut(page, steps));
    }
  }

  test('a command is left out only when another test runs it, and seldom', () => {
    assert.ok(skipped.length <= notRunMax, skipped.join('\n'));
  });
});

// Goal: the published packages work for a user who has Node and npm and nothing of ours. Method: every package is
// packed as npm would publish it, all are installed into an empty folder, and there the command line serves, a
// person joins, an agent asks, the person approves, the tool runs, and the evidence is verified. `npm run prove`
// installs with npm. `npm test` unpacks the packages beside links to exactly the packages that they declare.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { freePort, provenHeaders, softwareAuthenticator } from '@countersign/server/testing';
import { betweenLooks, effort } from '@countersign/testing';
import { publint } from 'publint';
import { packageFolders } from '../tools/checkout.mjs';
import { linkDependencies } from './testing/declared-dependencies.ts';
import { passkeyEntry } from './testing/passkey-decision.ts';
import { enter, serverAt } from './testing/server-program.ts';

const timeout = 300_000;
const root = join(import.meta.dirname, '..');
/** The folder of every package that is published. */
const folders = packageFolders().filter(folder => !isPrivate(folder));
const names = folders.map(folder => basename(folder));

function isPrivate(folder: string): boolean {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { private?: boolean }).private === true;
}

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Of what this run was told nothing is passed on: the folder is empty, and so is its environment. */
const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

/** The checker is a Go program, and by default spends a fifth of its CPU time on keeping its memory small. */
const frugal = { ...env, GOGC: '400' };

/** npm itself needs what the machine says about the network, and nothing that npm says about this run. */
const npmEnv = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^npm_|^NODE_OPTIONS$|^NODE_TEST/.test(name) ? [] : [[name, value]],
  ),
);

const policy = `version: "1"
default: require_approval
default_chain: lead
chain_by_risk: { low: lead, medium: lead, high: lead, critical: lead }
chains:
  - { id: lead, stages: [{ name: lead, approvers: { roles: [lead] }, separation: self_confirm }] }
`;

const agent = `import { connect } from '@countersign/client';
const gate = await connect({ url: process.argv[2], key: process.argv[3], agent: 'bot' });
const refund = gate.tool('refund', ({ charge }) => { console.log('ran ' + charge); });
await refund({ charge: 'ch_1' });
`;

const user = `import { connect, NotAllowed } from '@countersign/client';
import { createPersonApi } from '@countersign/client/people';
import { toConfirmationUI } from '@countersign/dialects/confirmation';
import { embed } from '@countersign/embedded';
import { embedForTests, simulatedApprover } from '@countersign/embedded/testing';
import { gateTools as gateAiTools } from '@countersign/ai-sdk';
import { gateToolCalls } from '@countersign/langchain';
import { gateTools as gateAgentTools } from '@countersign/openai-agents';
import { gateTools as gateMastraTools } from '@countersign/mastra';
import { gateAgent } from '@countersign/claude-agent-sdk';
import { registerGatedTool } from '@countersign/mcp-server';
import { loadPolicy } from '@countersign/policy';
import { verifyBundle } from '@countersign/protocol/bundle';
import { shellExecute } from '@countersign/shell';
export const all = [connect, NotAllowed, createPersonApi, toConfirmationUI, embed, embedForTests, simulatedApprover, gateAiTools, gateToolCalls, gateAgentTools, gateMastraTools, gateAgent, registerGatedTool, loadPolicy, verifyBundle, shellExecute];
// @ts-expect-error: there is no such option
await connect({ url: '', key: '', agent: '', approve: true });
`;

describe('the packed packages', () => {
  let home = '';
  let packed: readonly Packed[] = [];

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'countersign-packages-'));
    // The pages are built by their own tool, before the tests.
    const built = folders.filter(folder => folder !== 'packages/inbox');
    run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-b', ...built], root, npmEnv);
    const told = run(
      'npm',
      ['pack', '--workspaces', '--json', '--pack-destination', home],
      root,
      npmEnv,
    );
    packed = (JSON.parse(told.slice(told.indexOf('['))) as readonly Packed[]).filter(({ name }) =>
      names.includes(name.slice('@countersign/'.length)),
    );
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const tarballs = () => packed.map(({ filename }) => join(home, filename));

  test('all packages are packed, with a README, and nothing that only this repository needs', {
    timeout,
  }, () => {
    assert.equal(packed.length, names.length);
    for (const { name, files } of packed) {
      const paths = files.map(({ path }) => path);
      assert.ok(paths.includes('README.md'), `${name} has no README.md`);
      const testing = /^@countersign\/(coordinator|client|embedded)$/.test(name);
      const odd = paths.filter(
        path =>
          /\.test\.(?!yaml)|tsbuildinfo|(^|\/)(zz|tmp)[-.]/.test(path) ||
          (!testing && /(^|\/)testing\//.test(path)),
      );
      assert.deepEqual(odd, [], name);
    }
  });

  test('the packages name no path on the machine that built them', { timeout }, () => {
    const places = [root, env.HOME].filter(place => place.length > 1);
    for (const tarball of tarballs()) {
      const text = execFileSync('tar', ['-xzOf', tarball], { maxBuffer: 1 << 28 }).toString(
        'latin1',
      );
      for (const place of places) {
        assert.equal(text.includes(`${place}/`), false, `${tarball} names ${place}`);
      }
    }
  });

  test('the types of the packages resolve for every importer', { timeout }, async () => {
    for (const { name, filename } of packed) {
      if (name === '@countersign/inbox' || name === '@countersign/cli') continue;
      const found = createPackageFromTarballData(readFileSync(join(home, filename)));
      const analysis = await checkPackage(found, {
        excludeEntrypoints: [/^\.\/testing(?:\/|$)/, /\.yaml$/],
      });
      assert.ok(analysis.types !== false, `${name} has no types`);
      const problems = analysis.problems.filter(
        problem =>
          // ESM alone is published: there is nothing for require() or for the resolution of old to find.
          problem.kind !== 'CJSResolvesToESM' &&
          !('resolutionKind' in problem && /node10|cjs/.test(problem.resolutionKind)),
      );
      assert.deepEqual(problems, [], name);
    }
  });

  describe('installed into an empty folder', () => {
    let place = '';

    before(() => {
      place = mkdtempSync(join(tmpdir(), 'countersign-empty-'));
      writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}');
      if (effort({ fast: 0, full: 1, of: 'installations' }) === 0) return installByHand();
      const options = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=60000'];
      run('npm', ['install', ...options, ...tarballs()], place, npmEnv);
    });
    after(() => rmSync(place, { recursive: true, force: true }));

    const installByHand = (): void => {
      const unpacked = packed.map(({ name, filename }) => {
        const folder = join(place, 'node_modules', name);
        const source = folders.find(each => basename(each) === basename(name)) ?? '';
        mkdirSync(folder, { recursive: true });
        run('tar', ['-xzf', join(home, filename), '--strip-components=1', '-C', folder], place);
        return { folder, source };
      });
      linkDependencies(root, unpacked, place);
      const bin = join(place, 'node_modules/.bin');
      mkdirSync(bin, { recursive: true });
      symlinkSync('../@countersign/cli/bin/countersign.js', join(bin, 'countersign'));
    };

    test('publint finds nothing wrong with any of them', { timeout }, async () => {
      for (const name of names) {
        const pkgDir = join(place, 'node_modules/@countersign', name);
        const { messages } = await publint({ pkgDir, pack: false, level: 'warning' });
        assert.deepEqual(messages, [], name);
      }
    });

    test('a TypeScript user has every type, and a wrong option is an error', { timeout }, () => {
      writeFileSync(join(place, 'user.ts'), user);
      writeFileSync(
        join(place, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            noEmit: true,
            module: 'NodeNext',
            target: 'ES2023',
            types: [],
            skipLibCheck: false,
          },
          files: ['user.ts'],
        }),
      );
      const checker = join(root, 'node_modules/typescript-7/bin/tsc');
      run(process.execPath, [checker, '-p', place, '--checkers', '1'], place, frugal);
    });

    test('npx countersign serves, an agent asks, a person approves, it runs, and the bundle verifies', {
      timeout,
    }, async () => {
      writeFileSync(join(place, 'policy.yaml'), policy);
      writeFileSync(join(place, 'agent.mjs'), agent);
      const own = { ...env, HOME: place };
      assert.match(run('npx', ['countersign', '--version'], place, own), /^\d+\.\d+\.\d+/);
      const cli = (...args: string[]) =>
        run(process.execPath, ['node_modules/.bin/countersign', ...args], place, own);
      assert.match(cli('policy', 'check', 'policy.yaml'), /Valid/);
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const server = spawn(
        process.execPath,
        ['node_modules/.bin/countersign', 'serve', '--port', String(port), '--log-level', 'warn'],
        { cwd: place, env: { ...env, HOME: place }, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const ended = new Promise(done => server.once('close', done));
      try {
        const link = await said(server.stdout, /http:\/\/localhost:\d+\/join#\S+/);
        const page = await fetch(origin);
        assert.match(await page.text(), /<script[^>]+src="\/assets\//);
        const passkey = softwareAuthenticator();
        const headers = await enter(link, passkey);
        const made = await serverAt(origin).call('POST', '/v1/credentials/api-keys', {
          headers,
          body: {
            label: 'bot',
            verbs: ['propose', 'consume'],
            agent_ids: ['bot'],
            executor: 'bot',
          },
        });
        assert.equal(made.status, 201, JSON.stringify(made.body));
        const { secret } = made.body as { secret: string };
        const asking = spawn(process.execPath, ['agent.mjs', origin, secret], {
          cwd: place,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const ran = said(asking.stdout, /ran ch_1/);
        const id = await firstPending(origin, headers);
        const body = await passkeyEntry(serverAt(origin), headers, passkey, id, 'allow');
        const path = `/v1/requests/${id}`;
        const decided = await serverAt(origin).call('POST', `${path}/entries`, { headers, body });
        assert.equal(decided.status, 200, JSON.stringify(decided.body));
        await ran;
        await consumedAndReported(origin, headers, id);
        const read = { origin, method: 'GET', path: `${path}/bundle` };
        const proven = provenHeaders(read, headers);
        const bundle = await fetch(`${origin}${read.path}`, { headers: proven });
        writeFileSync(join(place, 'bundle.json'), new Uint8Array(await bundle.arrayBuffer()));
        const keys = await fetch(`${origin}/v1/keys`);
        writeFileSync(join(place, 'keys.json'), new Uint8Array(await keys.arrayBuffer()));
      } finally {
        server.kill('SIGTERM');
        await ended;
      }
      const verified = cli('verify', 'bundle.json', '--keys', 'keys.json', '--site', origin);
      assert.match(verified, /[Vv]erified/);
    });
  });
});

async function firstPending(
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  for (;;) {
    const listed = await serverAt(origin).call('GET', '/v1/requests?status=pending', { headers });
    const [row] = (listed.body as { rows: { approval_request_id: string }[] }).rows;
    if (row !== undefined) return row.approval_request_id;
    await betweenLooks();
  }
}

async function consumedAndReported(
  origin: string,
  headers: Readonly<Record<string, string>>,
  id: string,
): Promise<void> {
  for (let after = 0; ; ) {
    const path = `/v1/requests/${id}?wait=10&after=${after}`;
    const { body } = await serverAt(origin).call('GET', path, { headers });
    const { receipts, version } = body as { receipts: unknown[]; version: number };
    if (receipts.length === 2) return;
    after = version;
  }
}

function said(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (more: string) => {
      text += more;
      const [match] = pattern.exec(text) ?? [];
      if (match !== undefined) found(match);
    });
    stream.once('end', () => failed(new Error(`expected ${pattern}, found\n${text}`)));
  });
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = env,
): string {
  return execFileSync(command, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

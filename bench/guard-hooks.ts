// What the guard of a coding agent adds to an allowed call: over HTTP, as Claude Code asks and as plugins do in their process, and
// through the program that other agents start, against a bare start of Node. A whole server on SQLite answers.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerAccess } from './measure/http-access.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { printTable } from './measure/print-table.ts';
import { median } from './measure/rounds.ts';
import { scaled } from './measure/scale.ts';

const calls = scaled(300, 10);
const starts = scaled(40, 3);
/** In milliseconds, in the median. */
const most = { http: 25, started: 15 };

const starter = new URL('../packages/policy/starters/guarded-agent.yaml', import.meta.url);
const program = new URL('../packages/guard/src/program/hook-program.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const server = await MeasuredProcess.start([
  join(import.meta.dirname, 'measure', 'server-process.ts'),
  JSON.stringify({ policy: readFileSync(starter, 'utf8') }),
]);

const hook = (id: number) =>
  JSON.stringify({
    session_id: 'bench',
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: `git diff --stat HEAD~${id % 50} -- src && npm test` },
    tool_use_id: `call-${id}`,
  });

function timed(run: () => void): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

try {
  const { port } = (await server.ask({ do: 'access' })) as ServerAccess;
  const { authorization = '' } = (await server.ask({ do: 'gatewayKey' })) as {
    authorization?: string;
  };
  const url = `http://localhost:${port}`;
  const ask = async (id: number): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(`${url}/hooks/claude-code/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, 'countersign-agent': 'bench' },
      body: hook(id),
    });
    const text = await response.text();
    if (!text.includes('"allow"')) throw new Error(text);
    return performance.now() - begun;
  };
  for (let id = 0; id < calls; id++) await ask(id);
  const asked: number[] = [];
  for (let id = 0; id < calls; id++) asked.push(await ask(id));

  const [file, setup, bare] = ['hook.cjs', 'setup.json', 'bare.cjs'].map(name =>
    join(folder, name),
  );
  writeFileSync(file ?? '', stripTypeScriptTypes(readFileSync(program, 'utf8')));
  writeFileSync(bare ?? '', 'process.exit(0);\n');
  const key = authorization.slice('Bearer '.length);
  const facts = { url, key, agent: 'bench', contract: '1', hold: 1, deadline: 30 };
  writeFileSync(setup ?? '', JSON.stringify(facts));
  const started: number[] = [];
  const empty: number[] = [];
  for (let id = 0; id < starts; id++) {
    empty.push(timed(() => execFileSync(process.execPath, [bare ?? ''])));
    started.push(
      timed(() => {
        const words = [file ?? '', 'codex', setup ?? ''];
        const said = execFileSync(process.execPath, words, { input: hook(id) }).toString();
        if (!said.includes('"allow"')) throw new Error(said);
      }),
    );
  }
  const difference = median(started) - median(empty);
  console.log(`The guard of a coding agent, ${calls} calls and ${starts} starts, medians:`);
  printTable(
    ['what', 'ms', 'at most'],
    [
      ['an allowed call over HTTP or in process', median(asked).toFixed(1), String(most.http)],
      ['a bare start of Node', median(empty).toFixed(1), ''],
      ['an allowed call through the program', median(started).toFixed(1), ''],
      ['what the program adds to the start', difference.toFixed(1), String(most.started)],
    ],
  );
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

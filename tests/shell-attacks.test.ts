// Goal: a command that was changed between its approval and its start does not run on that approval. Method: each
// attack is made while the person is asked, which is as late as a victim can look, or between the use of the approval
// and the start; the command leaves a mark if it runs.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Gate, RequestFacts } from '@countersign/client';
import { listInbox, readRequest } from '@countersign/coordinator';
import { embed } from '@countersign/embedded';
import { executionOutcome } from '@countersign/protocol/request';
import { millisecondsOf, timestampFromMilliseconds } from '@countersign/protocol/value';
import { type ShellOptions, type ShellResult, shellExecute } from '@countersign/shell';
import { programFile } from '@countersign/testing';
import { type ShellWorld, shellPolicy, shellWorld } from './testing/shell-world.ts';

const honest = '#!/bin/sh\necho honest >> "$MARKS"\n';
const evil = '#!/bin/sh\necho evil >> "$MARKS"\n';

describe('between approval and start', { timeout: 120_000 }, () => {
  let world: ShellWorld;
  let folder: string;
  let marks: string;
  let count = 0;
  let restore: () => void = () => undefined;
  before(async () => {
    world = await shellWorld();
  });
  after(() => world.close());
  afterEach(() => restore());

  /** A folder of its own for each attack, with an honest program in it. */
  const prepare = () => {
    folder = join(world.folder, `attack-${++count}`);
    marks = join(folder, 'marks');
    mkdirSync(join(folder, 'bin'), { recursive: true });
    write(join(folder, 'bin', 'tool'), honest);
  };
  const run = (
    command: readonly string[] | string,
    more: Partial<ShellOptions> = {},
  ): Promise<ShellResult> =>
    shellExecute(command, {
      gate: world.gate,
      cwd: folder,
      env: { set: { MARKS: marks, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` } },
      ...more,
    });
  const marked = () => (existsSync(marks) ? readFileSync(marks, 'utf8') : '');
  const refusedAs = (result: ShellResult, outcome: string) => {
    assert.equal(result.status, 'refused', JSON.stringify(result));
    assert.equal(result.status === 'refused' && result.outcome, outcome);
    assert.equal(marked(), '');
  };
  /** The same attack, made after the approval was used: the latest moment there is. */
  const afterConsume = (attack: () => void): Gate => ({
    ...world.gate,
    run: (action, execute, options) =>
      world.gate.run(
        action,
        (approved, surroundings) => {
          attack();
          return execute(approved, surroundings);
        },
        options,
      ),
  });

  /** Each changes something that was bound, and answers how to call. */
  const attacks: Readonly<
    Record<string, () => { attack: () => void; more?: Partial<ShellOptions> }>
  > = {
    'a program that was written over': () => ({
      attack: () => write(join(folder, 'bin', 'tool'), evil),
    }),
    'a program that was replaced by another file': () => ({
      attack: () => {
        write(join(folder, 'other'), evil);
        renameSync(join(folder, 'other'), join(folder, 'bin', 'tool'));
      },
    }),
    'a program that became a link to another': () => ({
      attack: () => {
        write(join(folder, 'other'), honest);
        rmSync(join(folder, 'bin', 'tool'));
        symlinkSync(join(folder, 'other'), join(folder, 'bin', 'tool'));
      },
    }),
    'a program that is gone': () => ({ attack: () => rmSync(join(folder, 'bin', 'tool')) }),
    'a program that comes first on the PATH now': () => {
      mkdirSync(join(folder, 'first'));
      const PATH = `${join(folder, 'first')}:${join(folder, 'bin')}:/usr/bin:/bin`;
      return {
        attack: () => write(join(folder, 'first', 'tool'), evil),
        more: { env: { set: { MARKS: marks, PATH } } },
      };
    },
    'a directory whose link leads elsewhere now': () => {
      mkdirSync(join(folder, 'here'));
      mkdirSync(join(folder, 'there'));
      symlinkSync(join(folder, 'here'), join(folder, 'link'));
      return {
        attack: () => {
          rmSync(join(folder, 'link'));
          symlinkSync(join(folder, 'there'), join(folder, 'link'));
        },
        more: { cwd: join(folder, 'link') },
      };
    },
    'a PATH that leads elsewhere now': () => {
      const before = process.env['PATH'] ?? '';
      restore = () => {
        process.env['PATH'] = before;
      };
      process.env['PATH'] = `${join(folder, 'bin')}:${before}`;
      mkdirSync(join(folder, 'elsewhere'));
      write(join(folder, 'elsewhere', 'tool'), honest);
      return {
        attack: () => {
          process.env['PATH'] = `${join(folder, 'elsewhere')}:${before}`;
        },
        more: { env: { set: { MARKS: marks } } },
      };
    },
    'a variable that has another value now': () => {
      process.env['SHELL_ATTACK'] = 'before';
      return {
        attack: () => {
          process.env['SHELL_ATTACK'] = 'after';
        },
        more: {
          env: {
            inherit: ['SHELL_ATTACK'],
            set: { MARKS: marks, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
          },
        },
      };
    },
  };

  for (const [what, makeAttack] of Object.entries(attacks)) {
    test(`[AB-7] ${what} does not run, and the approval is not used up`, async () => {
      prepare();
      const { attack, more } = makeAttack();
      world.decideNext(() => {
        attack();
        return 'allow';
      });
      const told = await run(['tool'], more);
      refusedAs(told, what.endsWith('is gone') ? 'unavailable' : 'precondition_changed');
      assert.deepEqual(await world.receipts(told.request_id), []);
    });

    test(`[AB-2] ${what} after the approval was used does not run, and the record says it was not started`, async () => {
      prepare();
      const { attack, more } = makeAttack();
      const told = await run(['tool'], { ...more, gate: afterConsume(attack) });
      refusedAs(told, what.endsWith('is gone') ? 'unavailable' : 'precondition_changed');
      const [, receipt] = await world.receipts(told.request_id);
      assert.equal(receipt?.outcome, 'failed');
      assert.match(receipt.error ?? '', /^it was not started: /);
    });
  }

  test('[AB-3] changes of the caller’s own arguments after the call began have no effect', async () => {
    prepare();
    const argv = ['tool', 'first'];
    const set = { MARKS: marks, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
    const stdin = new TextEncoder().encode('kept');
    world.decideNext(() => {
      argv[1] = 'second';
      argv.push('--force');
      set.MARKS = join(folder, 'elsewhere');
      stdin.fill(0);
      return 'allow';
    });
    write(join(folder, 'bin', 'tool'), '#!/bin/sh\necho "$@" "$(cat)" >> "$MARKS"\n');
    const ran = await run(argv, { env: { set }, stdin });
    assert.equal(ran.status, 'completed');
    assert.equal(marked(), 'first kept\n');
  });

  test('[AB-2] an approval of one command does not run a similar one', async () => {
    prepare();
    const approved = { gate: world.gate, key: 'one' };
    const text = 'echo honest >> "$MARKS"';
    let id = '';
    world.decideNext(() => new Promise(() => undefined));
    const first = await run(text, {
      ...approved,
      waitTimeout: 50,
      onAsked: facts => {
        id = facts.approval_request_id;
      },
    });
    assert.equal(first.status, 'refused');
    for (const altered of [
      `${text} `,
      text.replace('echo', 'echo '),
      text.replace('honest', 'hone\u200Bst'),
      text.replace('>>', '>'),
      `${text}\n`,
      `${text}; touch more`,
    ]) {
      const other: string[] = [];
      world.decideNext(() => 'deny');
      await run(altered, {
        ...approved,
        onAsked: ({ approval_request_id }) => other.push(approval_request_id),
      });
      assert.equal(other.length, 1);
      assert.notEqual(other[0], id, 'it is a question of its own');
    }
    assert.equal(marked(), '');
  });

  test('[SU-1] a second execution of one occasion finds its approval used', async () => {
    prepare();
    const once = { key: 'only once' };
    assert.equal((await run(['tool'], once)).status, 'completed');
    const before = world.asked;
    const again = await run(['tool'], once);
    assert.equal(again.status === 'refused' && again.outcome, 'consumed');
    assert.equal(marked(), 'honest\n');
    assert.equal(world.asked, before);
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => run(['tool', 'raced'], { key: 'raced' })),
    );
    assert.equal(racing.filter(({ status }) => status === 'completed').length, 1);
    assert.equal(marked(), 'honest\nhonest\n');
  });

  test('arguments with line breaks, escapes and shell characters arrive unchanged and are shown unchanged', async () => {
    prepare();
    write(join(folder, 'bin', 'tool'), '#!/bin/sh\nprintf "%s\\0" "$@" >> "$MARKS"\n');
    const words = [
      'two\nlines',
      '\u001b[2Jcleared',
      '; rm -rf .',
      '$(touch owned)',
      '`touch owned`',
      '--',
      '',
      'a\u202Eb',
      '*',
      "it's",
    ];
    let facts: RequestFacts | undefined;
    const ran = await run(['tool', ...words], {
      onAsked: asked => {
        facts = asked;
      },
    });
    assert.equal(ran.status, 'completed');
    assert.equal(marked(), `${words.join('\0')}\0`);
    assert.equal(existsSync(join(folder, 'owned')), false);
    const kept = await world.actionText(facts);
    assert.deepEqual(JSON.parse(kept).parameters.argv, ['tool', ...words]);
  });

  test('relative folders of the PATH are not searched', async () => {
    prepare();
    write(join(folder, 'planted'), evil);
    for (const PATH of ['', '.', ':', 'bin/..', '.:/usr/bin:/bin']) {
      const told = await run(['planted'], { env: { set: { MARKS: marks, PATH } } });
      assert.equal(told.status === 'refused' && told.code, 'command_not_found');
    }
    assert.equal(marked(), '');
  });

  test('a folder or a program without execute permission is not found', async () => {
    prepare();
    chmodSync(join(folder, 'bin', 'tool'), 0o644);
    refusedAs(await run(['tool']), 'unavailable');
    refusedAs(await run([folder]), 'unavailable');
  });

  test('a program that the system fails to start is reported as not started', async () => {
    prepare();
    write(join(folder, 'bin', 'tool'), '#!/no/such/interpreter\n');
    const told = await run(['tool']);
    assert.equal(told.status === 'refused' && told.code, 'command_not_started');
    const [, receipt] = await world.receipts(told.request_id);
    assert.deepEqual(
      [receipt?.outcome, receipt?.error],
      ['failed', 'it was not started: the system refused (ENOENT)'],
    );
  });
});

describe('an agent that is killed', { timeout: 60_000 }, () => {
  /** What was done when it had been run again to its end, what it was told then, and what the record says in the end. */
  const moments = [
    ['asked', 1, 'completed', 'succeeded'],
    ['consumed', 0, 'consumed', 'unknown'],
    ['running', 1, 'consumed', 'unknown'],
  ] as const;
  for (const [moment, effects, told, record] of moments) {
    test(`[SU-6] an agent that is killed at "${moment}" has run its command at most once, and the record ends as ${record}`, async context => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-killed-')));
      context.after(() => rmSync(root, { recursive: true, force: true }));
      assert.equal(await live(root, moment), 'killed');
      const second = await live(root, '');
      assert.ok(typeof second === 'object');
      assert.equal(second.status === 'completed' ? 'completed' : second.outcome, told);
      const done = join(root, 'effects');
      assert.equal(existsSync(done) ? readFileSync(done, 'utf8') : '', 'ran\n'.repeat(effects));
      assert.equal(await recordAtTheEnd(root), record);
    });
  }
});

function write(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

async function live(root: string, moment: string): Promise<'killed' | ShellResult> {
  const program = programFile(new URL('./testing/killed-shell.ts', import.meta.url));
  const child = fork(program, [root, moment], { execArgv: ['--conditions=source'] });
  let said: ShellResult | null = null;
  child.on('message', (result: ShellResult) => {
    said = result;
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === 'SIGKILL') return 'killed';
  return said ?? assert.fail('it ended without a word');
}

/** The outcome of the one execution once its time to report is over. */
async function recordAtTheEnd(root: string): Promise<string> {
  const gate = await embed({
    data: join(root, 'data'),
    policy: [{ name: 'policy.yaml', text: shellPolicy, layer: 'operator' }],
    agent: 'auditor',
  });
  try {
    const page = await listInbox(gate.context, { status: 'consumed', limit: 10 });
    const [row] = page.ok ? page.value.rows : [];
    const read = await readRequest(gate.context, row?.approval_request_id ?? '');
    if (!read.ok) assert.fail('expected one consumed request');
    const { state } = read.value;
    const by = millisecondsOf(state.receipts[0]?.report_by ?? assert.fail());
    return executionOutcome(state, timestampFromMilliseconds(by + 1)) ?? 'nothing';
  } finally {
    await gate.close();
  }
}

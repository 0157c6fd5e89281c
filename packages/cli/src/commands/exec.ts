import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import type { Gate, GateMisconfigured, RequestFacts } from '@countersign/client';
import type { ActionBinding } from '@countersign/protocol/action';
import type { ShellResult } from '@countersign/shell';
import { Option } from 'commander';
import { momentWords } from '../card/time-words.ts';
import {
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { whichServer } from '../session/which-server.ts';
import { bold, cyan, dim, red, text } from '../terminal/styled-text.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
  readonly cwd?: string;
  readonly env?: readonly string[];
  readonly stdin?: boolean;
  readonly shell?: boolean;
  readonly ask: 'always' | 'when_high';
  readonly timeout: number;
  readonly wait?: number;
  readonly key?: string;
  readonly executor?: string;
  readonly reason?: string;
  readonly policy?: string;
  readonly data?: string;
  readonly role?: readonly string[];
}

/** Where the command is asked about. */
interface Asking {
  readonly gate: Gate;
  /** Where people decide; null where they are asked at this terminal. */
  readonly server: string | null;
  /** Why no person can be asked here, where that is so. */
  readonly unasked: string | null;
  close(): Promise<void>;
}

export const execCommand: CommandModule = {
  name: 'exec',
  register(parent, io) {
    const command = parent
      .command('exec')
      .summary('run a command exactly as it was approved')
      .description(
        'Asks whether a command may run, waits for the decision, and runs exactly that command. Its arguments, program, directory, environment and input are bound, and measured again right before the start. Its output and exit code pass through unchanged. Exit code 125 means that the command was not run.',
      )
      .argument('<command...>', 'the program and its arguments, after --')
      .option('--cwd <folder>', 'where to run it (default: here)')
      .option('--env <name>', 'an environment variable to pass on; may be repeated', collect)
      .option('--stdin', 'read the input to its end, bind it, and give it to the command')
      .option('--shell', 'treat the one argument as a script for /bin/sh, run unchanged')
      .addOption(
        new Option('--ask <when>', 'when to ask: always, or only from high risk on')
          .choices(['always', 'when_high'])
          .default('always'),
      )
      .option('--timeout <seconds>', 'how long the command may take', seconds, 600)
      .option(
        '--wait <seconds>',
        'how long to wait for a decision (default: until the request expires)',
        seconds,
      )
      .option(
        '--key <words>',
        'names this run: the same command with the same key is one request, and runs once',
      )
      .option('--executor <name>', 'the executor that COUNTERSIGN_KEY names (default: the agent)')
      .option('--reason <words>', 'why you want to run it; shown to the approvers as your words')
      .option(
        '--policy <file>',
        'decide at this terminal, under this policy, without a server; needs --data',
      )
      .option('--data <folder>', 'the folder that stores the approvals; created if missing')
      .option('--role <role>', 'a role of the person at this terminal (default: operator)', collect)
      .action((words: string[], options: Options) => act(io, words, options));
    addHelp(addJson(addServer(command)), {
      examples: [
        ['countersign exec -- git push --force origin main', 'ask the server first'],
        ["countersign exec --shell -- 'pg_dump app | gzip > app.gz'", 'one text for the shell'],
        [
          'countersign exec --policy policy.yaml --data approvals -- rm -r build',
          'ask at this terminal',
        ],
      ],
      exits: ['unknown_outcome', 'not_run', 'interrupted'],
    });
  },
};

async function act(io: CommandIo, words: readonly string[], options: Options): Promise<void> {
  const out = output(io, options.json);
  const [only = '', ...more] = words;
  if (options.shell === true && more.length > 0) {
    const problem = 'With --shell, expected one argument: the whole text, in quotes.';
    throw new CommandRefused('usage', problem);
  }
  const stdin = options.stdin === true ? await everything(io.stdin) : undefined;
  const asking = await openGate(io, out, options);
  try {
    const result = await ask(io, out, asking, options, {
      command: options.shell === true ? only : words,
      ...(stdin === undefined ? {} : { stdin }),
    });
    out.json(result);
    end(io, out, result, asking);
  } finally {
    await asking.close();
  }
}

async function ask(
  io: CommandIo,
  out: Output,
  { gate, server, unasked }: Asking,
  options: Options,
  { command, stdin }: { readonly command: string | readonly string[]; readonly stdin?: Uint8Array },
): Promise<ShellResult> {
  const { shellExecute } = await import('@countersign/shell');
  const { presentedView, shortCode, viewDigest } = await import('@countersign/protocol/view');
  const { ask: when, cwd, env = [], timeout, wait, reason: agent_reasoning } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([io.signal, stop.signal]);
  let asked: string | null = null;
  const onAsked = (facts: RequestFacts, action: ActionBinding) => {
    if (facts.status !== 'pending') return;
    asked = facts.approval_request_id;
    const { request } = facts;
    const view_digest = viewDigest(presentedView(request, action));
    sayAsked(io, out, facts, { server, code: shortCode({ ...request, view_digest }) });
    if (unasked !== null) stop.abort(new CommandRefused('not_run', unasked));
  };
  const giveUp = async () => {
    // Without a key, no later call can resume the question, so it is withdrawn.
    if (asked === null || options.key !== undefined) return;
    await gate.cancel(gate.ticket(asked), 'the caller stopped waiting').catch(() => undefined);
  };
  try {
    const result = await shellExecute(command, {
      gate,
      cwd: cwd ?? io.cwd,
      env: { inherit: env },
      ask: when,
      timeout: timeout * 1000,
      // Without a key, each run of the command is a new occasion.
      key: options.key ?? randomUUID(),
      signal,
      onAsked,
      ...(wait === undefined ? {} : { waitTimeout: wait * 1000 }),
      ...(agent_reasoning === undefined ? {} : { agent_reasoning }),
      ...(stdin === undefined ? {} : { stdin }),
      ...(out.isJson
        ? {}
        : {
            onOutput: (stream, bytes) => passOn(stream === 'stdout' ? io.stdout : io.stderr, bytes),
          }),
    });
    if (result.status === 'refused' && result.outcome === 'pending') await giveUp();
    return result;
  } catch (error) {
    await giveUp();
    throw setUpRefusal(error) ?? error;
  }
}

/** A wrong address, key or agent, in words that say what to check on this machine. */
function setUpRefusal(error: unknown): CommandRefused | null {
  if (!(error instanceof Error) || error.name !== 'GateMisconfigured') return null;
  const { faults } = error as GateMisconfigured;
  const [{ code, detail, remedy }] = faults;
  const problem = `The command has not run: ${detail}.`;
  return new CommandRefused('not_run', problem, remedies[code] ?? remedy, code);
}

/** Says who is asked and where, beside the output of the command. */
function sayAsked(
  io: CommandIo,
  out: Output,
  { request }: RequestFacts,
  { server, code }: { readonly server: string | null; readonly code: string },
): void {
  const { approval_request_id: id, approval_chain_id, expires_at, risk, reason } = request;
  out.note(text`${bold('Approval needed')} ${dim(id)}`);
  if (reason !== '') out.note(text`  Why      ${reason} ${dim(`(${risk.level} risk)`)}`);
  out.note(text`  Asked    ${approval_chain_id}, until ${momentWords(expires_at, io.now())}`);
  if (server !== null) out.note(text`  Decide   ${cyan(`${server}/requests/${id}`)}`);
  out.note(text`  Code     ${bold(code)} ${dim('the same on every screen that shows this')}`);
  if (server !== null) out.note(text`  ${dim('Waiting for the decision. Ctrl-C stops waiting.')}`);
}

/**
 * The exit code of the command becomes the exit code of this process. If a signal ended the command, the exit code is
 * the one that shells use.
 */
function end(io: CommandIo, out: Output, result: ShellResult, { server }: Asking): void {
  if (result.status === 'completed') {
    const { exit_code, signal, stopped, unreported } = result;
    if (stopped !== null)
      out.note(
        text`${red('✗')} Stopped: ${stopped === 'timeout' ? 'its time ran out' : 'interrupted'}.`,
      );
    if (unreported !== null)
      out.note(
        text`${red('✗')} The command ran, but the outcome could not be reported (${unreported}).`,
      );
    io.endWith(exit_code ?? 128 + (Reflect.get(constants.signals, signal ?? '') ?? 0));
    return;
  }
  const { text: words, reason, code, status } = result;
  out.note(text`${red('✗')} ${words}${reason === null ? '' : `: ${reason}`} ${dim(`(${code})`)}`);
  const remedy = server === null ? remediesHere[code] : remedies[code];
  if (remedy !== undefined) out.note(`  ${remedy}`);
  io.endWith(status === 'unknown' ? 'unknown_outcome' : 'not_run');
}

const remedies: Readonly<Record<string, string>> = {
  server_unreachable:
    'Check the address (--url, COUNTERSIGN_URL), and that it runs: countersign serve',
  not_authenticated:
    'Check COUNTERSIGN_KEY: this server does not know the key, or the key was revoked.',
  not_permitted:
    'Check COUNTERSIGN_AGENT: the key does not cover that agent, or may not run actions.',
  audience_mismatch: 'Name the executor of COUNTERSIGN_KEY with --executor.',
};

const remediesHere: Readonly<Record<string, string>> = {
  no_eligible_approver:
    'At this terminal you decide alone and without a passkey, in the role operator or those of --role. This policy asks for more.\n  Decide in the inbox (countersign serve), or use rules for a terminal: countersign init --starter terminal',
};

async function openGate(io: CommandIo, out: Output, options: Options): Promise<Asking> {
  const { policy, data } = options;
  if ((policy === undefined) !== (data === undefined))
    throw new CommandRefused('usage', 'Expected --policy and --data together, or neither.');
  if (policy !== undefined && options.executor !== undefined)
    throw new CommandRefused('usage', 'Expected --executor only with a server, without --policy.');
  if (policy !== undefined && data !== undefined) {
    const { openHere } = await import('./exec-here.ts');
    return openHere(io, out, {
      policy,
      data,
      roles: options.role ?? ['operator'],
      readsInput: options.stdin === true,
    });
  }
  const { COUNTERSIGN_KEY: key = '', COUNTERSIGN_AGENT: agent = '' } = io.env;
  if (key === '' || agent === '') {
    throw new CommandRefused(
      'not_run',
      `${key === '' ? 'COUNTERSIGN_KEY' : 'COUNTERSIGN_AGENT'} is not set.`,
      'Make a key for an agent: countersign keys make --help\nOr decide here: --policy policy.yaml --data approvals',
    );
  }
  const { connect } = await import('@countersign/client');
  const server = whichServer(io, options);
  const gate = await connect({ url: server, key, agent, executor: options.executor });
  return { gate, server, unasked: null, close: async () => undefined };
}

async function everything(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function passOn(to: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    to.write(bytes, error => (error === null || error === undefined ? resolve() : reject(error)));
  });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function seconds(value: string): number {
  const count = Number(value);
  if (!Number.isFinite(count) || count <= 0 || count > 31_536_000)
    throw new CommandRefused('usage', 'Expected a number of seconds, such as 600.');
  return count;
}

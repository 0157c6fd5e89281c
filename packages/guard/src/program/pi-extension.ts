// The extension that pi loads. It asks the server before each tool. pi blocks a tool whose handler throws. Where a call waits, the
// guard opens its own dialog in pi. An answer there is a decision only by way of our command line, with the sign-in of the person
// and the short code of the card. No text of the conversation decides.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The installer writes the path of the set-up here. */
const setupFile = '__COUNTERSIGN_SETUP__';

interface ToolEvent {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly parentToolCallId?: string;
  readonly input: Record<string, unknown>;
  readonly content?: unknown;
  readonly isError?: boolean;
}

interface DialogOptions {
  readonly signal: AbortSignal;
}

interface Context {
  readonly cwd: string;
  readonly hasUI: boolean;
  /** Only `tui` is a terminal with a person. In `rpc`, another program answers dialogs. */
  readonly mode?: string;
  readonly signal?: AbortSignal;
  readonly sessionManager: { getSessionId(): string };
  readonly ui: {
    setStatus(key: string, text: string | undefined): void;
    notify(text: string, kind: 'info' | 'warning'): void;
    select(
      title: string,
      options: readonly string[],
      more: DialogOptions,
    ): Promise<string | undefined>;
    input(title: string, placeholder: string, more: DialogOptions): Promise<string | undefined>;
  };
}

interface Agent {
  on(
    event: 'tool_call' | 'tool_result',
    handler: (event: ToolEvent, context: Context) => Promise<unknown>,
  ): void;
}

type Answer = Readonly<Record<string, unknown>>;

/** The installer makes it the default export. */
export function countersignGuard(pi: Agent): void {
  pi.on('tool_call', async (event, context) => {
    const setup = readSetup();
    if (context.hasUI) {
      context.ui.setStatus('countersign', `Countersign decides. What waits for you: ${setup.url}`);
    }
    try {
      const { toolName, toolCallId, parentToolCallId, input } = event;
      const more = parentToolCallId === undefined ? {} : { parentToolCallId };
      const call = { event: 'before', toolName, toolCallId, input, takesChanges: true, ...more };
      const answer = await ask(setup, call, context);
      if (answer['decision'] === 'allow') {
        const { notice } = answer;
        takeChange(input, answer['input']);
        if (context.hasUI && typeof notice === 'string') context.ui.notify(notice, 'warning');
        return undefined;
      }
      const { reason } = answer;
      return {
        block: true,
        reason: typeof reason === 'string' ? reason : 'The answer is no decision.',
      };
    } finally {
      if (context.hasUI) context.ui.setStatus('countersign', undefined);
    }
  });
  pi.on('tool_result', async (event, context) => {
    const { toolName, toolCallId, input, content, isError = false } = event;
    const call = { event: 'after', toolName, toolCallId, input, content, isError };
    // What ran has run. The record says `unknown` where this does not arrive.
    const setup = readSetup();
    await send(setup, call, context, setup.hold).catch(() => undefined);
  });
}

/** What a reviewer made of the call. pi runs the same object that it gave the extension. */
function takeChange(input: Record<string, unknown>, changed: unknown): void {
  if (typeof changed !== 'object' || changed === null) return;
  for (const name of Object.keys(input)) delete input[name];
  Object.assign(input, changed);
}

/** Waits for the decision. In a terminal the dialog is open meanwhile, and the decision of another place closes it. */
async function ask(setup: Setup, call: object, context: Context): Promise<Answer> {
  const { command } = setup;
  if (command === undefined || context.mode !== 'tui') {
    return send(setup, call, context, setup.hold);
  }
  const first = await send(setup, call, context, 0);
  const { waits } = first as { readonly waits?: Waiting };
  if (first['decision'] === 'allow' || typeof waits?.request !== 'string') return first;
  const decided = new AbortController();
  const later = send(setup, call, context, setup.hold).finally(() => decided.abort());
  const desk = { setup, command, waits, ui: context.ui, signal: decided.signal };
  // Only the server's answer counts. A dialog that fails leaves the call where it waits.
  void oneByOne(() => askHere(desk)).catch(() => undefined);
  return later;
}

let dialogs: Promise<unknown> = Promise.resolve();

/** pi shows one dialog at a time, and a second one would take the place of the first. */
function oneByOne(open: () => Promise<void>): Promise<void> {
  const next = dialogs.then(open, open);
  dialogs = next.catch(() => undefined);
  return next;
}

interface Waiting {
  readonly request: string;
  readonly url: string | null;
}

interface Desk {
  readonly setup: Setup;
  readonly command: readonly string[];
  readonly waits: Waiting;
  readonly ui: Context['ui'];
  readonly signal: AbortSignal;
}

/** What `countersign show --json` says that the dialog needs. This machine works it out from the bound bytes. */
interface Card {
  readonly card: readonly string[];
  readonly approve_in: 'terminal' | 'browser' | null;
}

const choices = {
  wait: 'Leave it open, and decide in the inbox',
  approve: 'Approve it with its short code',
  reject: 'Reject it, and say why',
} as const;

/** A longer card is read in the inbox, which shows it better. */
const linesMax = 200;

async function askHere(desk: Desk): Promise<void> {
  const { setup, waits, ui, signal } = desk;
  if (signal.aborted) return;
  const where = waits.url ?? setup.url;
  const { said, problem } = await countersign(desk, ['show', waits.request, '--full']);
  if (signal.aborted) return;
  if (said === null) return ui.notify(`A call waits at ${where}. ${problem}`, 'info');
  const { card, approve_in } = said as unknown as Card;
  // An approval takes the whole card in the terminal, as with our own command line.
  const isHere = approve_in === 'terminal' && card.length <= linesMax;
  const shown = isHere ? [...card, ''] : card.slice(0, 1);
  const title = [...shown, `Countersign asks you. In the inbox: ${where}`].join('\n');
  const options = [
    // First, so that a key that was meant for pi decides nothing.
    choices.wait,
    ...(isHere ? [choices.approve] : []),
    ...(approve_in === null ? [] : [choices.reject]),
  ];
  for (;;) {
    const choice = await ui.select(title, options, { signal });
    const words = await wordsFor(desk, choice, title);
    if (signal.aborted) return;
    if (words === null) return ui.notify(`The call waits at ${where}`, 'info');
    const decided = await countersign(desk, words);
    if (decided.said !== null || signal.aborted) return;
    ui.notify(decided.problem, 'warning');
  }
}

/** The decision as words of our command line; null where the person leaves it open. */
async function wordsFor(
  { waits, ui, signal }: Desk,
  choice: string | undefined,
  title: string,
): Promise<readonly string[] | null> {
  if (choice === choices.approve) {
    const code = await ui.input(`${title}\nType the short code above to approve it:`, '', {
      signal,
    });
    return code ? ['approve', waits.request, '--no-wait', `--code=${code}`] : null;
  }
  if (choice === choices.reject) {
    const why = await ui.input(`${title}\nWhy? The agent is told:`, '', { signal });
    return why ? ['reject', waits.request, '--fix', `--reason=${why}`] : null;
  }
  return null;
}

/** Runs our command line as the person of this terminal. Never by way of a shell: what a person typed is only an argument. */
function countersign(
  { setup, command, signal }: Desk,
  words: readonly string[],
): Promise<{ readonly said: Answer | null; readonly problem: string }> {
  const [program = '', ...start] = command;
  const all = [...start, ...words, '--json', '--url', setup.url];
  return new Promise(resolve => {
    execFile(program, all, { signal, timeout: 60_000 }, (error, stdout, stderr) => {
      const problem =
        stderr.replace(/^\W+/u, '').trimEnd().slice(0, 600) ||
        'The command line of Countersign failed.';
      if (error !== null) return resolve({ said: null, problem });
      try {
        resolve({ said: JSON.parse(stdout) as Answer, problem });
      } catch {
        resolve({ said: null, problem });
      }
    });
  });
}

interface Setup {
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  readonly contract: string;
  readonly hold: number;
  readonly deadline: number;
  readonly command?: readonly string[];
}

async function send(
  setup: Setup,
  call: object,
  { cwd, signal, sessionManager }: Context,
  hold: number,
): Promise<Answer> {
  const late = AbortSignal.timeout(setup.deadline * 1000);
  try {
    const response = await fetch(`${setup.url}/hooks/pi/${setup.contract}`, {
      method: 'POST',
      // An answer of another server is none.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${setup.key}`,
        'countersign-agent': setup.agent,
        'countersign-hold': String(hold),
      },
      body: JSON.stringify({ ...call, cwd, sessionId: sessionManager.getSessionId() }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    return (await response.json()) as Answer;
  } catch {
    throw new Error(
      `Countersign refused this call: the server ${setup.url} gave no answer. Nothing runs until it does.`,
    );
  }
}

function readSetup(): Setup {
  let setup: Setup;
  try {
    setup = JSON.parse(readFileSync(setupFile, 'utf8'));
  } catch {
    throw new Error(
      'Countersign refused this call: its set-up cannot be read. Run: countersign guard pi',
    );
  }
  if (isPrivate(setup.url)) return setup;
  throw new Error(
    'Countersign refused this call: its server must have an https address, or be on this machine.',
  );
}

/** https, or http to this very machine. On the way to another one, anyone could answer in the name of the server. */
function isPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

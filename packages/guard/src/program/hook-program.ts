// The program that agents start as their hook. It knows nothing of policies: it passes the input on to the server and the
// answer back. Whatever goes wrong, it refuses in the form that its agent obeys. It uses only what Node has, so that it is
// one file. It has no import, so that it is a script: Node starts a script faster than a module.

import type { IncomingMessage } from 'node:http';

const { readFileSync, writeSync } = process.getBuiltinModule('node:fs');

interface Setup {
  /** The address of the server, such as `https://approve.example.com`. */
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  /** The version of the contract. */
  readonly contract: string;
  /** How long the server may wait for a person, in seconds. */
  readonly hold: number;
  /** After this many seconds the program refuses by itself. The agent waits longer than that. */
  readonly deadline: number;
}

const bytesMax = 4_194_304;
const answerBytesMax = 1_048_576;

/** How each agent is told no, and which member of an answer decides. */
const forms: Readonly<
  Record<
    string,
    {
      readonly refuse: (text: string) => readonly [out: string, exit: number];
      readonly decides: string;
    }
  >
> = {
  // Text on the error output and this exit code block in every version that was tried.
  'claude-code': { refuse: () => ['', 2], decides: 'hookSpecificOutput.permissionDecision' },
  codex: { refuse: () => ['', 2], decides: 'hookSpecificOutput.permissionDecision' },
  gemini: {
    refuse: reason => [JSON.stringify({ decision: 'deny', reason }), 2],
    decides: 'decision',
  },
  // Copilot reads the answer only where the exit code is 0.
  copilot: {
    refuse: text => [
      JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: text }),
      0,
    ],
    decides: 'permissionDecision',
  },
  cursor: {
    refuse: text => [
      JSON.stringify({ permission: 'deny', user_message: text, agent_message: text }),
      2,
    ],
    decides: 'permission',
  },
};

let hasAnswered = false;

function refuse(agent: string, why: string): never {
  const text = `Countersign refused this call: ${why}`;
  const [out, exit] = forms[agent]?.refuse(text) ?? ['', 2];
  finish(out, text, exit);
}

/** Writes at once, so that nothing is lost when the program ends. */
function finish(out: string, problem: string, exit: number): never {
  if (!hasAnswered) {
    hasAnswered = true;
    try {
      if (out !== '') writeSync(1, `${out}\n`);
      if (problem !== '') writeSync(2, `${problem}\n`);
    } catch {
      // No agent reads the output any more. The agent could take a silent end for a yes.
      process.exit(2);
    }
  }
  process.exit(exit);
}

function readSetup(file: string): Setup {
  const setup = JSON.parse(readFileSync(file, 'utf8')) as Setup;
  const texts = [setup.url, setup.key, setup.agent, setup.contract];
  const numbers = [setup.hold, setup.deadline];
  const isWhole =
    texts.every(text => typeof text === 'string' && text !== '') &&
    numbers.every(count => Number.isFinite(count) && count > 0);
  if (!isWhole) throw new Error('the set-up of the guard is not complete');
  return setup;
}

/** https, or http to this very machine. On the way to another one, anyone could answer in the name of the server. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

async function readAll(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer | null;
}

/** Asks the server of this machine in the words of HTTP themselves. To load a whole client takes longer than to ask. */
async function askHere(url: URL, lines: readonly string[], body: Buffer): Promise<Answer> {
  const { connect } = process.getBuiltinModule('node:net');
  const socket = connect(Number(url.port || 80), url.hostname.replace(/^\[|\]$/gu, ''));
  const start = [`POST ${url.pathname} HTTP/1.1`, `host: ${url.host}`, 'connection: close'];
  socket.write(`${[...start, ...lines].join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const bytes = await readAll(socket as AsyncIterable<Buffer>, answerBytesMax);
  const end = bytes?.indexOf('\r\n\r\n') ?? -1;
  if (bytes === null || end < 0) return { status: 0, bytes: null };
  const head = bytes.toString('latin1', 0, end);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/u.exec(head)?.[1] ?? 0);
  const length = Number(/^content-length: *(\d{1,7}) *$/imu.exec(head)?.[1] ?? Number.NaN);
  const rest = bytes.subarray(end + 4);
  // An answer that was cut off, or comes in pieces, is none.
  return { status, bytes: rest.length === length ? rest : null };
}

async function askFar(url: URL, lines: readonly string[], body: Buffer): Promise<Answer> {
  // An import of this module also loads fetch, which takes longer than everything else here.
  const { request } = process.getBuiltinModule('node:https');
  const headers = Object.fromEntries(lines.map(line => line.split(/: (.*)/su)));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(url, { method: 'POST', headers });
    call.once('response', resolve);
    call.once('error', reject);
    call.end(body);
  });
  return { status: response.statusCode ?? 0, bytes: await readAll(response, answerBytesMax) };
}

function post(agent: string, setup: Setup, body: Buffer): Promise<Answer> {
  const url = new URL(`/hooks/${agent}/${setup.contract}`, setup.url);
  const lines = [
    'content-type: application/json',
    `content-length: ${body.length}`,
    `authorization: Bearer ${setup.key}`,
    `countersign-agent: ${setup.agent}`,
    `countersign-hold: ${setup.hold}`,
  ];
  if (lines.some(line => /[^\x20-\x7e]/u.test(line)))
    throw new Error('a header has odd characters');
  return url.protocol === 'https:' ? askFar(url, lines, body) : askHere(url, lines, body);
}

/** The word that decides; undefined where the answer has none. */
function decisionIn(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      answer,
    );
}

function whyNot(error: unknown, url: string): string {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null;
  if (typeof code === 'string' && /^(E|CERT|DEPTH|UNABLE|SELF)/u.test(code)) {
    return `the server ${url} cannot be reached (${code}). Start it, or ask its operator. Nothing runs until it answers.`;
  }
  return 'the guard failed. Run: countersign guard check';
}

async function main(agent: string, file: string, event: string): Promise<void> {
  const form = forms[agent];
  if (form === undefined) return refuse(agent, 'the guard does not know this agent.');
  let setup: Setup;
  try {
    setup = readSetup(file);
  } catch {
    return refuse(agent, `its set-up ${file} cannot be read. Run: countersign guard ${agent}`);
  }
  if (!URL.canParse(setup.url) || !isPrivate(setup.url)) {
    return refuse(agent, `its server must have an https address, or be on this machine.`);
  }
  setTimeout(
    () => refuse(agent, 'no answer came in time. Make the same call again.'),
    setup.deadline * 1000,
  );
  const body = await readAll(process.stdin as AsyncIterable<Buffer>, bytesMax);
  if (body === null) return refuse(agent, `the call is larger than ${bytesMax} bytes.`);
  try {
    const { status, bytes } = await post(agent, setup, body);
    if (status !== 200) return refuse(agent, `the server answered with the status ${status}.`);
    if (bytes === null) return refuse(agent, 'the answer of the server is not whole.');
    const text = bytes.toString('utf8');
    const answer: unknown = JSON.parse(text);
    const decision = decisionIn(answer, form.decides);
    if (event === 'after') return finish('', '', 0);
    if (decision !== 'allow' && decision !== 'deny') {
      return refuse(agent, 'the answer of the server is no decision.');
    }
    return finish(text, '', 0);
  } catch (error) {
    return refuse(agent, whyNot(error, setup.url));
  }
}

const [, , agent = '', file = '', event = 'before'] = process.argv;
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, () => refuse(agent, 'the guard failed. Run: countersign guard check'));
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => refuse(agent, 'the guard was ended before it had an answer.'));
}
void main(agent, file, event);

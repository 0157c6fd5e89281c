// The plugin that OpenCode loads. It asks the server before each tool. OpenCode is also told to ask a person about every tool, and
// this plugin answers for the calls that the server let pass. So where the plugin is missing, nothing runs.

import { readFileSync } from 'node:fs';

/** The installer writes the path of the set-up here. */
const setupFile = '__COUNTERSIGN_SETUP__';
const releasedMax = 1024;

interface Context {
  readonly directory: string;
  readonly client: {
    postSessionIdPermissionsPermissionId(reply: {
      readonly path: { readonly id: string; readonly permissionID: string };
      readonly body: { readonly response: 'once' };
    }): Promise<unknown>;
  };
}

interface ToolCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args?: unknown;
}

interface Asked {
  readonly id: string;
  readonly sessionID: string;
  readonly metadata?: { readonly command?: unknown };
  readonly tool?: { readonly callID?: string };
}

/** Calls that the server let pass, with the command of each. OpenCode runs nothing else. */
const released = new Map<string, unknown>();

export const CountersignGuard = async ({ directory, client }: Context) => ({
  'tool.execute.before': async (
    { tool, sessionID, callID }: ToolCall,
    { args }: { readonly args: Record<string, unknown> },
  ): Promise<void> => {
    const asked = { event: 'before', tool, sessionID, callID, args, directory };
    const answer = await send({ ...asked, takesChanges: true });
    if (answer['decision'] !== 'allow') throw new Error(reasonIn(answer));
    takeChange(args, answer['input']);
    for (const oldest of released.keys()) {
      if (released.size < releasedMax) break;
      released.delete(oldest);
    }
    released.set(callID, args['command']);
  },
  'tool.execute.after': async (
    { tool, sessionID, callID, args }: ToolCall,
    { output }: { readonly output?: unknown },
  ): Promise<void> => {
    released.delete(callID);
    // What ran has run. The record says `unknown` where this does not arrive.
    await send({ event: 'after', tool, sessionID, callID, args, directory, output }).catch(
      () => undefined,
    );
  },
  event: async ({
    event,
  }: {
    readonly event: { readonly type: string; readonly properties: Asked };
  }): Promise<void> => {
    if (event.type !== 'permission.asked') return;
    const { id: permissionID, sessionID: id, metadata, tool } = event.properties;
    const callID = tool?.callID ?? '';
    if (!released.has(callID)) return;
    // Another plugin may have changed the command since. Then a person is asked, or nothing runs.
    const command = metadata?.command;
    if (command !== undefined && command !== released.get(callID)) return;
    await client.postSessionIdPermissionsPermissionId({
      path: { id, permissionID },
      body: { response: 'once' },
    });
  },
});

/** What a reviewer made of the call. OpenCode runs the same object that it gave the plugin. */
function takeChange(args: Record<string, unknown>, input: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  for (const name of Object.keys(args)) delete args[name];
  Object.assign(args, input);
}

/** Throws where there is no answer. OpenCode blocks the tool then, and tells the model why. */
async function send(call: object): Promise<Record<string, unknown>> {
  const setup = readSetup();
  try {
    const response = await fetch(`${setup.url}/hooks/opencode/${setup.contract}`, {
      method: 'POST',
      // An answer of another server is none.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${setup.key}`,
        'countersign-agent': setup.agent,
        'countersign-hold': String(setup.hold),
      },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(setup.deadline * 1000),
    });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    throw new Error(
      `Countersign refused this call: the server ${setup.url} gave no answer. Nothing runs until it does.`,
    );
  }
}

interface Setup {
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  readonly contract: string;
  readonly hold: number;
  readonly deadline: number;
}

function readSetup(): Setup {
  let setup: Setup;
  try {
    setup = JSON.parse(readFileSync(setupFile, 'utf8'));
  } catch {
    throw new Error(
      'Countersign refused this call: its set-up cannot be read. Run: countersign guard opencode',
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

function reasonIn({ reason }: Record<string, unknown>): string {
  return typeof reason === 'string'
    ? reason
    : 'Countersign refused this call: the answer is no decision.';
}

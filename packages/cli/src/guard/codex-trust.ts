import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const HookList = z.object({
  data: z.array(
    z.object({
      hooks: z.array(
        z.object({
          key: z.string(),
          eventName: z.string(),
          command: z.string().nullish(),
          enabled: z.boolean(),
          currentHash: z.string(),
          trustStatus: z.enum(['managed', 'untrusted', 'trusted', 'modified']),
        }),
      ),
    }),
  ),
});
type CodexHook = z.infer<typeof HookList>['data'][number]['hooks'][number];

const answerMilliseconds = 30_000;

/** The hooks that Codex itself would load in a folder, and whether it trusts them; null where Codex does not say. */
export async function codexHooks(
  program: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly CodexHook[] | null> {
  const child = spawn(program, ['app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const over = setTimeout(() => child.kill('SIGKILL'), answerMilliseconds);
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    return await new Promise(resolve => {
      child.once('error', () => resolve(null));
      child.once('close', () => resolve(null));
      child.stdin.on('error', () => resolve(null));
      createInterface({ input: child.stdout }).on('line', line => {
        const message = readLine(line);
        if (message?.['id'] === 1) {
          send({ method: 'initialized' });
          send({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
        }
        if (message?.['id'] !== 2) return;
        const list = HookList.safeParse(message['result']);
        resolve(list.success ? list.data.data.flatMap(({ hooks }) => hooks) : null);
      });
      const clientInfo = { name: 'countersign', title: null, version: '1' };
      send({ id: 1, method: 'initialize', params: { clientInfo, capabilities: null } });
    });
  } finally {
    clearTimeout(over);
    child.kill('SIGKILL');
  }
}

function readLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

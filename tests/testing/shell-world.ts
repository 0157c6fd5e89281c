import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestFacts } from '@countersign/client';
import { readRequest } from '@countersign/coordinator';
import { type EmbeddedGate, embed } from '@countersign/embedded';
import type { Receipt } from '@countersign/protocol/request';

/** Whom a command is asked about: everything but `sh`'s little sister `true`, which policy allows plainly. */
export const shellPolicy = `version: "1"
default: require_approval
fatigue: { requests: 1000, window: 1m }
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [owner] }
        min_assurance: conversation
rules:
  - id: nothing-happens
    match: { tool: shell.exec }
    when: has(parameters.argv) && parameters.argv[0] == "true"
    outcome: allow
  - id: never
    match: { tool: shell.exec }
    when: has(parameters.argv) && parameters.argv[0] == "forbidden"
    outcome: deny
`;

type Decide = () => Promise<'allow' | 'deny'> | 'allow' | 'deny';

export interface ShellWorld {
  readonly gate: EmbeddedGate;
  /** A folder to work in, by its real path. */
  readonly folder: string;
  /** What a person decides about the next command; it may change the world before it answers. */
  decideNext(decide: Decide): void;
  readonly asked: number;
  /** Writes a program into the folder. */
  program(name: string, text: string): string;
  receipts(requestId: string | null): Promise<readonly Receipt[]>;
  /** The bytes of the action that was asked about, as they are kept. */
  actionText(facts: RequestFacts | undefined): Promise<string>;
  close(): Promise<void>;
}

export async function shellWorld(): Promise<ShellWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-shell-')));
  const folder = join(root, 'work');
  mkdirSync(folder);
  let next: Decide = () => 'allow';
  let asked = 0;
  const gate = await embed({
    data: join(root, 'data'),
    policy: [{ name: 'policy.yaml', text: shellPolicy, layer: 'operator' }],
    agent: 'coding-agent',
    decider: {
      person: { name: 'Ada', roles: ['owner'] },
      decide: async () => {
        asked++;
        const deciding = next();
        next = () => 'allow';
        const decision = await deciding;
        return { decision, reason: decision === 'deny' ? 'not on a Friday' : '' };
      },
    },
  });
  return {
    gate,
    folder,
    decideNext: decide => {
      next = decide;
    },
    get asked() {
      return asked;
    },
    program: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      chmodSync(path, 0o755);
      return path;
    },
    receipts: async id => {
      const read = await readRequest(gate.context, id ?? '');
      return read.ok ? read.value.state.receipts : [];
    },
    actionText: async facts => {
      const digest = facts?.request.action_digest;
      const text = digest === undefined ? null : await gate.context.store.readAction(digest);
      if (text === null) throw new Error('nothing was asked');
      return text;
    },
    close: async () => {
      await gate.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

import type { LockFacts, LockTarget, PersonApi } from '@countersign/client/people';
import { reasonFor } from './card/reason-for.ts';
import { type CommandIo, CommandRefused, type Output, output } from './command.ts';
import type { LockKind, LockOptions } from './commands/lock.ts';
import { everybody, personNamed } from './directory.ts';
import { personApi } from './session/person-api.ts';
import { readAllPages } from './session/read-all-pages.ts';
import { whichServer } from './session/which-server.ts';
import { bold, cyan, dim, green, red, text } from './terminal/styled-text.ts';

export async function listLocks(io: CommandIo, options: LockOptions): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { locks } = await api.listLocks({ signal: io.signal });
  out.json({ locks });
  if (locks.length === 0) return out.line('Nothing is locked.');
  out.table(
    locks.map(lock => [
      red(nameOf(lock)),
      lock.reason,
      lock.by_name,
      lock.placed_at,
      dim(lock.lock_id),
    ]),
    { head: ['locked', 'reason', 'by', 'since', 'lock'] },
  );
}

export async function placeLock(
  io: CommandIo,
  kind: LockKind,
  named: string | null,
  options: LockOptions,
): Promise<void> {
  const out = output(io, options.json);
  const { api, server } = await personApi(io, options);
  const target = await targetOf(io, api, kind, named ?? '');
  const reason = await reasonFor(io, out, options.reason, 'Why is it locked?');
  const placed = await api.placeLock({ target, reason }, { signal: io.signal });
  out.json(placed);
  out.line(text`${green('✓')} ${bold(nameOf(placed))} is locked since ${placed.placed_at}`);
  if (kind === 'everything') out.line('Every session has ended, yours too.');
  out.line(text`An operator lifts it at ${cyan(`${server}/people`)}`);
}

/** The address where an operator lifts a lock. Nothing is lifted from here. */
export async function tellWhereToLift(io: CommandIo, out: Output, lock: string): Promise<void> {
  const server = whichServer(io, {});
  out.json({ lock_id: lock, lift_at: `${server}/people` });
  out.line(text`An operator lifts it in the browser, with a passkey: ${cyan(`${server}/people`)}`);
}

async function targetOf(
  io: CommandIo,
  api: PersonApi,
  kind: LockKind,
  named: string,
): Promise<LockTarget> {
  switch (kind) {
    case 'everything':
      return { kind };
    case 'agent':
      return { kind, agent_id: named };
    case 'person': {
      const { person_id } = personNamed(named, await everybody(api, io));
      return { kind, person_id: person_id as never };
    }
    case 'key':
      return { kind, credential_id: await keyNamed(io, api, named) };
  }
}

/** By id, by the label that one key has, or as the token of an issuer. */
async function keyNamed({ signal }: CommandIo, api: PersonApi, named: string): Promise<string> {
  if (/^(?:token|webhook):/.test(named)) return named;
  const all = await readAllPages(async after => {
    const { credentials, next } = await api.listCredentials({ after, signal });
    return { items: credentials, next };
  });
  const found = all.filter(
    ({ credential_id, label, revoked_at }) =>
      revoked_at === null && (credential_id === named || label === named),
  );
  const [key] = found;
  if (key !== undefined && found.length === 1) return key.credential_id;
  throw new CommandRefused(
    'failed',
    key === undefined
      ? 'No key in use has this id or label.'
      : `${found.length} keys have this label.`,
    'See: countersign keys',
  );
}

function nameOf({ target, target_name }: LockFacts): string {
  return target.kind === 'everything' ? 'everything' : `${target.kind} ${target_name}`;
}

import { sha256 } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { ClaimTaken } from './commit.ts';
import { type Context, remember } from './context.ts';

/** The bytes of a day are handed out in so many parts. */
const partsPerDay = 256;

/** How many bytes this process may still keep for an agent today. */
export interface ByteAccount {
  readonly day: string;
  /** Bytes of parts that were taken and are not used up. */
  left: number;
  /** Parts that are taken, as far as this process knows. */
  readonly taken: Set<number>;
}

/**
 * HI-5 without a counter: an agent may keep bytes while a numbered part of its day is free. A process claims a part in
 * the commit that first needs it, and uses it up from memory. A restart gives up the rest of a part.
 *
 * Answers the claims that the commit of these bytes must take; usually none.
 */
export async function takeBytes(
  context: Context,
  agentId: string,
  bytes: number,
): Promise<Result<readonly ClaimTaken[]>> {
  const now = context.clock.now();
  const account = accountOf(context, agentId, now);
  if (account.left >= bytes) {
    account.left -= bytes;
    return accept([]);
  }
  const partBytes = Math.ceil(context.settings.agentBytesPerDay / partsPerDay);
  const needed = Math.ceil((bytes - account.left) / partBytes);
  if (account.taken.size + needed > partsPerDay) return spent(context);
  await readTaken(context, agentId, account);
  const free = freeParts(account, needed);
  if (free === null) return spent(context);
  account.left += needed * partBytes - bytes;
  return accept(free.map(part => claimOn(agentId, account.day, part, now)));
}

/** Each part once: decisions that wait together may have been given the same part, and one commit takes it once. */
export function eachPartOnce(claims: readonly ClaimTaken[]): readonly ClaimTaken[] {
  return [...new Map(claims.map(claim => [claim.key, claim])).values()];
}

/** Another process took the part first. Answers another part, where one is free. */
export async function takeAnotherPart(
  context: Context,
  claim: ClaimTaken,
  /** What the same commit claims already. */
  others: readonly ClaimTaken[],
): Promise<Result<ClaimTaken>> {
  const now = context.clock.now();
  const [agent = '', day = ''] = claim.key.split('/');
  const prefix = `${agent}/${day}/`;
  const held = await context.store.listClaims('quota', prefix);
  const own = others.filter(({ key }) => key.startsWith(prefix));
  const taken = new Set([...held, ...own].map(({ key }) => partOf(key)));
  for (let part = 0; part < partsPerDay; part++) {
    const key = partKey(agent, day, part);
    if (!taken.has(part) && key !== claim.key) return accept({ ...claim, key, until: ends(now) });
  }
  return spent(context);
}

function accountOf(context: Context, agentId: string, now: Timestamp): ByteAccount {
  const day = now.slice(0, 10);
  const known = context.memory.bytes.get(agentId);
  if (known?.day === day) return known;
  const account: ByteAccount = { day, left: 0, taken: new Set() };
  remember(context.memory.bytes, agentId, account);
  return account;
}

async function readTaken(context: Context, agentId: string, account: ByteAccount): Promise<void> {
  const prefix = `${sha256(agentId)}/${account.day}/`;
  for (const { key } of await context.store.listClaims('quota', prefix)) {
    account.taken.add(partOf(key));
  }
}

/** Marks so many free parts as taken; null where fewer are free. */
function freeParts({ taken }: ByteAccount, needed: number): readonly number[] | null {
  const free: number[] = [];
  for (let part = 0; part < partsPerDay && free.length < needed; part++) {
    if (!taken.has(part)) free.push(part);
  }
  if (free.length < needed) return null;
  for (const part of free) taken.add(part);
  return free;
}

function claimOn(agentId: string, day: string, part: number, now: Timestamp): ClaimTaken {
  return { scope: 'quota', key: partKey(sha256(agentId), day, part), until: ends(now) };
}

function partKey(agent: string, day: string, part: number): string {
  return `${agent}/${day}/${String(part).padStart(6, '0')}`;
}

function partOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1));
}

/** Longer than a day on any clock. */
function ends(now: Timestamp): Timestamp {
  return addSeconds(now, 2 * 86_400);
}

function spent({ settings }: Context): ReturnType<typeof refuse> {
  return refuse(
    'agent_quota_spent',
    `expected at most ${settings.agentBytesPerDay} bytes in a day`,
  );
}

import { sha256 } from '@countersign/protocol/crypto';
import type { AllowanceId } from '@countersign/protocol/value';
import type { ClaimKey, ClaimTaken } from '../commit.ts';
import type { Context } from '../context.ts';
import { allowanceIdOf } from '../stream-name.ts';

/** How many allowances one agent has for one tool at a time. Matching looks at no more than these. */
export const allowancesMax = 32;

/** The allowances of one agent and tool, which a proposal is matched against. */
function placeOf({ agent_id, tool_name }: AgentTool): string {
  return `of/${sha256({ agent_id, tool_name })}/`;
}

interface AgentTool {
  readonly agent_id: string;
  readonly tool_name: string;
}

/** The claim by which an allowance is found from its agent and tool, until it ends. */
export function placeKey(place: AgentTool, slot: number): string {
  return `${placeOf(place)}${String(slot).padStart(2, '0')}`;
}

/** The permanent claim that lists an allowance, also after its end. */
export function listKey(allowanceId: string): string {
  return `id/${allowanceId}`;
}

/** The claim that counts a suspension or revocation, so that the anchor notices a missing one (AL-13). */
export function endKey(allowanceId: string, version: number): string {
  return `end/${allowanceId}/${version}`;
}

export const endPrefix = 'end/';

/**
 * Both a rejection and the making of an allowance of the same agent and tool take this claim over, from the stream from
 * which they read it. So neither can be written without seeing the other (AL-11). The claim is read before anything
 * else.
 */
export async function kindClaim(
  { store }: Pick<Context, 'store'>,
  { agent_id, tool_name }: AgentTool,
): Promise<ClaimTaken> {
  const key = `${kindPrefix}${sha256({ agent_id, tool_name })}`;
  const held = await store.findClaim({ scope: 'allowance', key });
  const from = held === null ? {} : { from: held.owner };
  return { scope: 'allowance', key, until: null, ...from };
}

const kindPrefix = 'kind/';

/** Whether a claim was lost to a rejection or an allowance of the same kind: then everything is read again. */
export function isOfKind({ scope, key }: ClaimKey): boolean {
  return scope === 'allowance' && key.startsWith(kindPrefix);
}

/** The allowances of one agent and tool that have not ended, by the store's clock. */
export async function findAllowances(
  { store }: Pick<Context, 'store'>,
  place: AgentTool,
): Promise<readonly AllowanceId[]> {
  const held = await store.listClaims('allowance', placeOf(place));
  return held.map(({ owner }) => allowanceIdOf(owner));
}

/** Every allowance that was ever made. */
export async function findEveryAllowance({
  store,
}: Pick<Context, 'store'>): Promise<readonly AllowanceId[]> {
  const held = await store.listClaims('allowance', 'id/');
  return held.map(({ owner }) => allowanceIdOf(owner));
}

/** A free place among the allowances of an agent and tool; null where all are taken. */
export async function freePlace(
  { store }: Pick<Context, 'store'>,
  place: AgentTool,
): Promise<number | null> {
  const held = new Set((await store.listClaims('allowance', placeOf(place))).map(({ key }) => key));
  for (let slot = 0; slot < allowancesMax; slot++) {
    if (!held.has(placeKey(place, slot))) return slot;
  }
  return null;
}

import {
  type Context,
  changeDirectoryAtOnce,
  decideInOrder,
  loadDirectory,
  openHouseRequest,
} from '@countersign/coordinator';
import type { ActionBinding, HouseKind } from '@countersign/protocol/action';
import type { DirectoryState } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { actorOf, type Principal } from '@countersign/protocol/value';
import type { HouseRequestOpened } from '@countersign/wire/house';
import { type Answer, answerTo, json } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { judgeChanges } from './confirmed-change.ts';
import type { HouseChange } from './describe-changes.ts';
import { directoryAction, houseKindOfChanges } from './directory-change.ts';

/** The outcome of a change: it was made, or a house request was opened for it. */
type Changed =
  | { readonly state: DirectoryState; readonly opened?: never }
  | { readonly opened: Opened; readonly state?: never };

export type Opened = HouseRequestOpened['house_request'];

/** Makes the changes of the directory or, where the policy in force puts them under a chain, asks for them (HR-5). */
export async function changeOrAsk(
  context: Context,
  changes: readonly HouseChange[],
  caller: Extract<Caller, { kind: 'person' }>,
): Promise<Result<Changed>> {
  const { principal } = caller;
  const by = actorOf(principal);
  const { state } = await loadDirectory(context);
  const kind = houseKindOfChanges(state, changes, by);
  if (kind === null) {
    const refusal = judgeChanges(state, changes, caller);
    if (refusal !== null) return { ok: false, refusal };
    const made = await changeDirectoryAtOnce(context, changes, by);
    return made.ok ? accept({ state: made.value }) : made;
  }
  const commands = changes.map(change => ({ ...change, by, approved: kind }));
  const possible = decideInOrder(state, commands, context.clock.now());
  if (!possible.ok) return possible;
  const action = await directoryAction(context, state, kind, changes);
  const opened = await ask(context, kind, action, principal);
  return opened.ok ? accept({ opened: opened.value }) : opened;
}

/** Opens a house request for an action that this server made. */
export async function ask(
  context: Context,
  kind: HouseKind,
  action: ActionBinding,
  principal: Principal,
  texts: readonly string[] = [],
): Promise<Result<Opened>> {
  const proposed = await openHouseRequest(context, { action, principal }, texts);
  if (!proposed.ok) return proposed;
  const { value } = proposed;
  if (value.verdict !== 'require_approval') {
    return refuse('policy_denied', 'the policy in force does not put this change under a chain');
  }
  return accept({ approval_request_id: value.state.request.approval_request_id, kind });
}

/** 202: nothing has changed yet. A secret is told now and never again. It works only after the request is approved. */
export function answerOpened(
  opened: Opened,
  told: { readonly secret?: string | null; readonly link?: string | null } = {},
): Answer {
  const { secret = null, link = null } = told;
  return json({ house_request: opened, secret, link }, 202);
}

export function answerChange(
  result: Result<Changed>,
  made: (state: DirectoryState) => Answer | Promise<Answer>,
  told: { readonly secret?: string | null } = {},
): Promise<Answer> {
  return answerTo(result, changed =>
    changed.opened === undefined ? made(changed.state) : answerOpened(changed.opened, told),
  );
}

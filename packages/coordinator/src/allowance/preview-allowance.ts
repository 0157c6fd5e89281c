import type { ActionBinding } from '@countersign/protocol/action';
import {
  type AllowanceChoice,
  findUncovered,
  judgeChoice,
  pinnedTemplate,
  type TemplateLine,
} from '@countersign/protocol/allowance';
import { sha256 } from '@countersign/protocol/crypto';
import { accept, type Refusal, type Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import { loadRequest } from '../change-request.ts';
import type { Context } from '../context.ts';
import { failClosed } from '../fail-closed.ts';
import { loadAction } from '../load-action.ts';
import { requestStream } from '../stream-name.ts';
import { loadStart } from './ask-allowance.ts';

/** How many of the newest requests of the agent and tool are looked at. */
const lookedAtMax = 200;

/** A request of the past that the template would have covered. */
interface PastRequest {
  readonly approval_request_id: string;
  readonly status: string;
  readonly requested_at: Timestamp;
}

/** What an allowance would have covered, from what was asked before. */
interface AllowancePreview {
  /** Why it could not be asked for as it is; null where it could. */
  readonly refusal: Refusal | null;
  /** Requests of the same agent and tool whose bytes are kept. */
  readonly of: number;
  /** Since when these were asked; null where there is none. */
  readonly since: Timestamp | null;
  readonly covered: readonly PastRequest[];
  /** Those among the covered that a person rejected. */
  readonly rejected: readonly PastRequest[];
  /** How many more each loosened line covers than the pinned one would. */
  readonly lines: readonly { readonly path: string; readonly adds: number }[];
}

interface Past extends PastRequest {
  readonly action: ActionBinding;
}

/**
 * Counts what a choice would have covered, among the requests whose values the caller sees: a count tells about values too
 * (DR-4). It changes nothing, and a limit of uses or budget is not counted.
 */
export function previewAllowance(
  context: Context,
  approvalRequestId: string,
  choice: AllowanceChoice,
  sees: (state: OpenedRequest) => boolean,
): Promise<Result<AllowancePreview>> {
  return failClosed(async () => {
    const start = await loadStart(context, approvalRequestId);
    if (!start.ok) return start;
    const { action, limits } = start.value;
    const judged = judgeChoice(choice, { parameters: action.parameters, limits });
    const past = await loadPast(context, action, sees);
    const { template } = choice;
    const covered = past.filter(each => covers(template, each));
    const pinned = new Map(pinnedTemplate(action.parameters).map(line => [line.path, line]));
    const lines = template.map(line => {
      const exact = pinned.get(line.path);
      const tight = template.map(each => (each === line && exact ? exact : each));
      return { path: line.path, adds: covered.filter(each => !covers(tight, each)).length };
    });
    return accept<AllowancePreview>({
      refusal: judged.ok ? null : judged.refusal,
      of: past.length,
      since: past.at(-1)?.requested_at ?? null,
      covered: covered.map(shown),
      rejected: covered.filter(({ status }) => status === 'denied').map(shown),
      lines,
    });
  });
}

function covers(template: readonly TemplateLine[], { action }: Past): boolean {
  return findUncovered(template, action.parameters) === null;
}

function shown({ approval_request_id, status, requested_at }: Past): PastRequest {
  return { approval_request_id, status, requested_at };
}

/** The newest visible requests with the same pins, as far as their bytes are kept. */
async function loadPast(
  context: Context,
  start: ActionBinding,
  sees: (state: OpenedRequest) => boolean,
): Promise<readonly Past[]> {
  const pins = sha256({ ...start, parameters: {} });
  const { rows } = await context.store.listRequests({
    agentId: start.agent_id,
    toolName: start.target.tool_name,
    limit: lookedAtMax,
  });
  const past: Past[] = [];
  for (const { approval_request_id, status, requested_at } of rows) {
    const { state } = await loadRequest(context, requestStream(approval_request_id));
    if (state.status === 'absent' || !sees(state)) continue;
    const action = await loadAction(context, state.request.action_digest);
    if (action !== null && sha256({ ...action, parameters: {} }) === pins) {
      past.push({ approval_request_id, status, requested_at, action });
    }
  }
  return past;
}

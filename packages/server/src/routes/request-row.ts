import { readRequest, type StoredRow } from '@countersign/coordinator';
import { agentOutcomes } from '@countersign/protocol/reason';
import {
  ExecutionOutcome,
  effectiveStatus,
  executionOutcome,
  toldAgent,
} from '@countersign/protocol/request';
import * as z from 'zod';
import type { App } from '../app.ts';
import { judgeOnlooker, type Onlooker } from './request-eligibility.ts';
import { openStageOf } from './request-representation.ts';
import { titleOf, titleWithout } from './request-title.ts';

/** One line of a list. */
export const RequestRow = z.strictObject({
  approval_request_id: z.string(),
  case_id: z.string(),
  status: z.string(),
  /** The word that the agent is told. */
  outcome: z.enum(agentOutcomes),
  /** What is known of the execution; null where nothing was started. */
  execution: ExecutionOutcome.nullable(),
  agent_id: z.string(),
  operation: z.string(),
  tool_name: z.string(),
  target_resource: z.string().nullable(),
  /** What the action does, in plain text with invisible characters spelled out. */
  title: z.string(),
  risk_level: z.string(),
  route: z.string(),
  plan_id: z.string().nullable(),
  step_id: z.string().nullable(),
  /** The stage that is open, counted from 1. */
  stage: z.strictObject({ name: z.string(), index: z.int(), count: z.int() }).nullable(),
  /** Whether the caller may decide the open stage now. */
  eligible: z.boolean(),
  requested_at: z.string(),
  due_at: z.string().nullable(),
  report_by: z.string().nullable(),
});
export type RequestRow = z.infer<typeof RequestRow>;

/**
 * The row of a request with what only its stream and its bound bytes say: two point reads for each row shown. An
 * unreadable stream gives a row that cannot be decided, so that one of them does not hide all the others.
 */
export async function representRow(
  app: App,
  onlooker: Onlooker,
  { silent_at: _, ...row }: StoredRow,
): Promise<RequestRow> {
  const { context } = app;
  const read = await readRequest(context, row.approval_request_id);
  if (!read.ok) return { ...row, ...unread(row) };
  const { state } = read.value;
  const now = context.clock.now();
  const open = openStageOf(state, now);
  const { scope, target_resource } = state.request;
  return {
    ...row,
    status: effectiveStatus(state, now),
    outcome: toldAgent(state, now).outcome,
    execution: executionOutcome(state, now),
    target_resource,
    title: await titleOf(app, state),
    plan_id: scope.plan_id,
    step_id: scope.step_id,
    stage:
      open === null
        ? null
        : {
            name: open.stage.name,
            index: open.stage_index + 1,
            count: state.chain.stages.length,
          },
    eligible: judgeOnlooker(context, onlooker, state).ok,
  };
}

function unread({ tool_name }: Pick<StoredRow, 'tool_name'>) {
  return {
    outcome: 'unavailable' as const,
    execution: null,
    target_resource: null,
    title: titleWithout(tool_name, null),
    plan_id: null,
    step_id: null,
    stage: null,
    eligible: false,
  };
}

import { sentenceText } from '@countersign/card/languages';
import { readRequest, type StoredRow } from '@countersign/coordinator';
import { joiningOf, type StageProgress } from '@countersign/protocol/chain';
import {
  effectiveStatus,
  executionOutcome,
  type OpenedRequest,
  toldAgent,
} from '@countersign/protocol/request';
import { RiskLevel, type Timestamp } from '@countersign/protocol/value';
import { ShownStatus } from '@countersign/wire/agent-answers';
import type { Language } from '@countersign/wire/language';
import type { RequestRow } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { seesValues } from './reach.ts';
import { judgeOnlooker, type Onlooker } from './request-eligibility.ts';
import { openStageOf } from './request-representation.ts';
import { languageOf, titledOf, titleWithout } from './request-title.ts';

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
  const language = languageOf(onlooker.caller);
  const read = await readRequest(context, row.approval_request_id);
  const risk_level = RiskLevel.parse(row.risk_level);
  if (!read.ok) {
    return { ...row, risk_level, status: ShownStatus.parse(row.status), ...unread(row) };
  }
  const { state } = read.value;
  const values = seesValues(onlooker.caller, state);
  const now = context.clock.now();
  const open = openStageOf(state, now);
  const { scope, target_resource } = state.request;
  const titled = values ? await titledOf(app, state, language) : null;
  return {
    ...row,
    risk_level,
    status: effectiveStatus(state, now),
    outcome: toldAgent(state, now, context.settings.roundsMax).outcome,
    execution: executionOutcome(state, now),
    ...(titled !== null
      ? {
          values,
          target_resource,
          title: titled.title,
          marked_level: titled.marked,
          plan_id: scope.plan_id,
          step_id: scope.step_id,
        }
      : withoutValues(row, language)),
    stage:
      open === null
        ? null
        : {
            name: open.stage.name,
            index: open.stage_index + 1,
            count: state.chain.stages.length,
          },
    eligible: judgeOnlooker(context, onlooker, state).ok,
    ...nextJoining(state, open, now),
  };
}

/** When time alone changes the open stage. A page that shows the stage reads it again then (ES-1). */
function nextJoining(
  { chain, request }: OpenedRequest,
  open: StageProgress | null,
  now: Timestamp,
): Pick<RequestRow, 'joins_at'> {
  const stage = open === null ? undefined : chain.stages[open.stage_index];
  const next = stage && joiningOf(stage, request).find(({ at }) => at > now);
  return next === undefined ? {} : { joins_at: next.at };
}

/** The members that tell of the action, for a caller who may not see its values. They name the tool alone (DR-4). */
function withoutValues({ tool_name }: Pick<StoredRow, 'tool_name'>, language: Language) {
  return {
    values: false,
    operation: '',
    target_resource: null,
    marked_level: null,
    title: sentenceText(language).unseen(titleWithout(tool_name, null)),
    plan_id: null,
    step_id: null,
  };
}

function unread(row: Pick<StoredRow, 'tool_name'>) {
  return {
    ...withoutValues(row, 'en'),
    outcome: 'unavailable' as const,
    execution: null,
    title: titleWithout(row.tool_name, null),
    stage: null,
    eligible: false,
  };
}

import { gravestLevel } from '@countersign/card';
import { type Fact, joinSegments } from '@countersign/protocol/view';
import {
  bold,
  cyan,
  dim,
  green,
  joined,
  red,
  type StyledText,
  styled,
  type Text,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { answerLines } from './answer-lines.ts';
import { changeLines } from './change-lines.ts';
import { dataText, linesOf } from './data-text.ts';
import {
  type FactRow,
  factRows,
  isKeyFolded,
  pathOf,
  rowLines,
  textLines,
  valueLines,
} from './fact-lines.ts';
import { foldValue } from './fold-value.ts';
import { previewLines } from './preview-lines.ts';
import { questionLines } from './question-lines.ts';
import type { BoundView, Shown } from './read-shown.ts';
import { riskText } from './row-texts.ts';
import { markLines, shapeLines } from './shape-lines.ts';
import { stageLines } from './stage-lines.ts';
import { lengthWords, momentWords, secondsUntil } from './time-words.ts';
import { statusText, titleText } from './title-text.ts';
import { whyLines } from './why-lines.ts';
import { hangingLines, separated, wrapText } from './wrap-text.ts';

export interface CardLayout {
  readonly columns: number;
  readonly now: Date;
  /** Long values are printed whole. */
  readonly full: boolean;
}

/**
 * A request as text, in the order of the inbox. The action and the question are computed here from the bound bytes. The
 * approvers, the history and the title come from the server. They decide nothing.
 */
export function cardLines(shown: Shown, layout: CardLayout): StyledText[] {
  const columns = Math.max(40, layout.columns);
  const { bound } = shown;
  return [
    ...titleLines(shown, { ...layout, columns }),
    ...section(
      isToRun(shown) ? 'What will run' : 'What was asked',
      bound === null ? erasedLines() : actionLines(shown, bound, { ...layout, columns }),
    ),
    ...section('What was changed', changeLines(shown, columns)),
    ...section('What would end', shown.preview === null ? [] : previewLines(shown.preview)),
    ...section('Why it was stopped', whyLines(shown, columns)),
    ...section('What the agent says, not verified', saidLines(shown, { ...layout, columns })),
    ...section('Questions to the agent', answerLines(shown, columns)),
    ...section('Who decides', whoLines(shown, { ...layout, columns })),
    ...section('Time', timeLines(shown, layout)),
    ...section('Other facts that a decision signs', questionLines(shown, { ...layout, columns })),
    ...endLines(shown, columns),
  ];
}

/** A request that was rejected, has lapsed or was used will not run any more. */
function isToRun({ facts: { status } }: Shown): boolean {
  return status === 'pending' || status === 'allowed';
}

/** Whether folding hides any part of the card. */
export function isFolded({ bound, facts }: Shown): boolean {
  if (bound === null) return false;
  const { view } = bound;
  const said = facts.request.agent_reasoning;
  return (
    [...view.action, ...view.question].some(
      fact =>
        (fact.kind === 'text' && foldValue(fact.value, fact.size) !== null) || isKeyFolded(fact),
    ) ||
    (said !== null && foldValue(view.agent_says ?? [], Buffer.byteLength(said)) !== null)
  );
}

function titleLines(shown: Shown, { columns, now }: CardLayout): StyledText[] {
  const { facts } = shown;
  const state = [statusText(facts.status), `asked by ${facts.request.agent_id}`];
  if (facts.request.round > 1) state.push(`round ${facts.request.round}`);
  if (facts.status === 'pending') state.push(leftWords(facts.request.expires_at, now));
  return [
    ...wrapText(bold(titleText(shown)), columns),
    ...wrapText(dim(joined([facts.approval_request_id, ...putBy(shown)])), columns),
    ...wrapText(joined(separated(state, dim(' · '))), columns),
  ];
}

/** Whose words the title is. */
function putBy({ beside: { display }, bound }: Shown): Text[] {
  return display === null || bound === null ? [] : [' · in the words of rule ', display.rule_id];
}

function section(title: string, lines: readonly StyledText[]): StyledText[] {
  return lines.length === 0 ? [] : [styled(''), bold(cyan(title)), ...lines];
}

function erasedLines(): StyledText[] {
  return [text`  ${red('The bytes of the action were erased. There is nothing to decide.')}`];
}

/** The longest of the names that the card itself gives. */
const keyColumns = 10;

/** Every fact of the action: the fixed ones under names for people, the parameters under their own. */
function actionLines(
  { beside }: Shown,
  bound: BoundView,
  { columns, full }: CardLayout,
): StyledText[] {
  const { view } = bound;
  const shape = shapeLines(bound, beside.marks, { columns, full });
  const byPath = new Map(view.action.map(fact => [pathOf(fact).join('/'), fact]));
  const row = (key: string, path: string): FactRow[] => {
    const fact = byPath.get(path);
    if (fact === undefined) return [];
    const value = fact.kind === 'null' ? [dim('none')] : valueLines(fact, full);
    return [{ key: dim(key.padEnd(keyColumns)), depth: 0, value }];
  };
  const fixed = [
    ...row('tool', 'target/tool_name'),
    ...row('version', 'target/tool_schema_version'),
    ...row('on', 'target/resource'),
    ...row('operation', 'operation'),
    ...row('agent', 'agent_id'),
    ...row('acting for', 'subject_id'),
  ];
  const parameters = view.action.filter(fact => pathOf(fact)[0] === 'parameters');
  const [whole, ...all] = parameters;
  const members = all.filter(fact => !isShownAbove(fact, shape.shown));
  return [
    ...shape.lines,
    ...rowLines(fixed, { columns, indent: 2 }),
    ...(whole === undefined
      ? []
      : rowLines(
          [{ key: dim('parameters'.padEnd(keyColumns)), depth: 0, value: valueLines(whole, full) }],
          {
            columns,
            indent: 2,
          },
        )),
    ...rowLines(factRows(members, 1, full), { columns, indent: 4 }),
    ...rowLines(
      [
        ...row('binding', 'schema_version'),
        { key: dim('digest'.padEnd(keyColumns)), depth: 0, value: [dim(view.action_digest)] },
      ],
      { columns, indent: 2 },
    ),
  ];
}

/** Whether the view of the shape has this value already. A group whose members are all above goes with them. */
function isShownAbove(fact: Fact, shown: readonly string[]): boolean {
  const pointer = joinSegments(fact.label).slice('/parameters'.length);
  return shown.some(each => pointer === each || pointer.startsWith(`${each}/`));
}

function saidLines({ facts, bound }: Shown, { columns, full }: CardLayout): StyledText[] {
  const said = facts.request.agent_reasoning;
  if (said === null) return [dim('  nothing')];
  const segments = bound?.view.agent_says ?? [];
  const bytes = Buffer.byteLength(said);
  const folded = full ? null : foldValue(segments, bytes);
  const lines = folded === null ? linesOf(segments) : textLines(segments, bytes, full);
  return lines
    .flatMap(line => wrapText(line, columns - 4))
    .map(line => text`  ${dim('│')} ${line}`);
}

const selfConfirming =
  'You would confirm your own agent. It is recorded as a self-confirmation, not as an independent approval.';

function whoLines(shown: Shown, { columns, now }: CardLayout): StyledText[] {
  const lines = stageLines(shown, now, columns);
  const { status } = shown.facts;
  if (status !== 'pending') return lines;
  const { may_decide, code, needs, self_confirm, people } = shown.beside.eligibility;
  const how = needs === 'webauthn' ? ', with your passkey in the browser' : '';
  const you = may_decide
    ? text`${green('you')} may decide now${how}`
    : text`you may not decide it ${dim(code === null ? '' : `(${code})`)}`;
  const others = people.map(({ name, person_id, away_until }) =>
    away_until === null
      ? dataText(name ?? person_id)
      : text`${dataText(name ?? person_id)} ${dim('(away)')}`,
  );
  return [
    ...lines,
    ...hangingLines('  ', [you], columns),
    ...(self_confirm ? hangingLines('  ', [yellow(selfConfirming)], columns) : []),
    ...(others.length === 0
      ? []
      : hangingLines('  ', [joined([dim('who may: '), ...separated(others, ', ')])], columns)),
  ];
}

const endWords: Readonly<Record<string, string>> = {
  allow: 'approved',
  deny: 'rejected',
};

function timeLines({ facts }: Shown, { now, columns }: CardLayout): StyledText[] {
  const { request, resolution, status, receipts } = facts;
  const by = (until: string) => text`by ${momentWords(until, now)}, ${leftWords(until, now)}`;
  const rows: [string, Text][] = [['asked', momentWords(request.requested_at, now)]];
  if (status === 'pending') {
    const run = `it may run for ${lengthWords(request.execute_within_seconds)}, once`;
    rows.push(['decide', text`${by(request.expires_at)}; without an answer nothing runs`]);
    rows.push(['then', `if approved, ${run}`]);
  }
  if (resolution !== null) {
    const { outcome, resolved_at, grant_expires_at } = resolution;
    rows.push([
      'decided',
      text`${endWords[outcome] ?? outcome} at ${momentWords(resolved_at, now)}`,
    ]);
    if (status === 'allowed' && grant_expires_at !== null) rows.push(['run', by(grant_expires_at)]);
  }
  for (const { outcome, recorded_at, executor } of receipts) {
    const at = momentWords(recorded_at, now);
    rows.push(['receipt', text`${outcome} at ${at}, by ${dataText(executor)}`]);
  }
  return rowLines(
    rows.map(([key, value]) => ({ key: dim(key), depth: 0, value: [value] })),
    { columns, indent: 2 },
  );
}

function leftWords(until: string, now: Date): StyledText {
  const seconds = secondsUntil(until, now);
  if (seconds <= 0) return red('time is up');
  const words = `${lengthWords(seconds)} left`;
  return seconds < 60 ? red(words) : seconds < 300 ? yellow(words) : text`${words}`;
}

/** The end of a card, directly above the prompt: the marks, the code, the risk, and what the action does. */
function endLines(shown: Shown, columns: number): StyledText[] {
  const { bound, facts, beside } = shown;
  if (bound === null) return [];
  const marks = markLines(bound, beside.marks, columns - 2).map(line => text`  ${line}`);
  const level = gravestLevel(facts.request.risk.level, ...beside.marks.map(mark => mark.level));
  return [
    ...section('What stands out, in our analysis', marks),
    styled(''),
    ...hangingLines(
      text`${bold(cyan('Short code'))}  `,
      [text`${bold(bound.short_code)}  ${dim('the same on every screen that shows this')}`],
      columns,
    ),
    ...hangingLines(
      text`${bold(cyan('In short'))}    `,
      [text`${riskText(level)} risk: ${bold(titleText(shown))}`],
      columns,
    ),
  ];
}

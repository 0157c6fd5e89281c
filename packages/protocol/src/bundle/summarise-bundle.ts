import { releaseOf } from '../chain/break-glass.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { OpenedRequest } from '../request/request-state.ts';
import { type Fact, factsOf } from '../view/fact.ts';
import { renderPlain, segmentText, type TextSegment } from '../view/visible-text.ts';
import { checkAction, readBoundAction } from './check-action.ts';
import { checkPath, checkStream, type RequestPath } from './check-path.ts';
import type { BundleSource, EvidenceBundle } from './evidence-bundle.ts';
import { readBundle } from './read-bundle.ts';
import type { BundleReport, Statement } from './statement.ts';

/**
 * A bundle for a person, as Markdown: what was asked, who decided, the outcome, what was proven and what was not.
 * Nothing is cut. All foreign words stand in a code span on one line, with invisible characters spelled out, so that
 * they stay text in any renderer. Of a refused bundle only the failures are described. Never throws.
 */
export function summariseBundle(bundle: unknown, report: BundleReport): string {
  const read = report.verdict !== 'refused' ? readBundle(bundle).value : null;
  const stream = read === null ? null : checkStream(read).value;
  const path = stream === null ? null : checkPath(stream).value;
  const told = read === null || path === null ? [] : tell(read, path);
  return [...verdictLines(report), ...told, ...statementLines(report), ''].join('\n');
}

function verdictLines({ verdict, code }: BundleReport): string[] {
  const words = {
    accepted:
      '**Accepted.** Nothing in it failed. What it does not show is listed below, and is not proven.',
    consistent:
      '**Consistent, but not trusted.** The bundle agrees with itself. Its keys come from the bundle, so anyone could have made all of it.',
    refused: `**Refused**, with the code \`${code ?? 'internal_error'}\`. Do not rely on anything in this bundle; its content is not retold here.`,
  };
  return ['# Evidence of one request', '', words[verdict]];
}

function tell(bundle: EvidenceBundle, path: RequestPath): string[] {
  const { state } = path;
  return [
    ...releaseLines(path),
    ...section('What was asked', [
      `Request ${quote(bundle.approval_request_id)} in store ${quote(bundle.store_id)}, epoch ${bundle.epoch}.`,
    ]),
    ...questionLines(bundle, path),
    ...(state.request.amends === undefined
      ? []
      : section('Who changed the action', versionLines(bundle, state))),
    ...section('Who decided', state.entries.map(entryLine(state))),
    ...section('Outcome', outcomeLines(path)),
    ...section('Advice of models, which decided nothing', state.advice.map(adviceLine)),
    ...section('What the evidence relies on', groundLines(bundle)),
  ];
}

/** What one person did alone stands before everything else (BG-3). */
function releaseLines({ state: { entries, review } }: RequestPath): string[] {
  const release = releaseOf(entries);
  if (release === undefined) return [];
  const { approver_identity, decided_at, break_glass, reason } = release;
  return section('Released by one person', [
    `${quote(approver_identity)} released the action alone at ${decided_at}, in place of its chain: ${quote(break_glass ?? '')}, ${quote(reason)}`,
    review === null
      ? '**To be reviewed.** No other person has closed the review.'
      : `Reviewed at ${review.reviewed_at} by ${quote(review.by)}: **${review.verdict === 'justified' ? 'justified' : 'not justified'}**, ${quote(review.findings)}`,
  ]);
}

function questionLines(bundle: EvidenceBundle, path: RequestPath): string[] {
  const { request } = path.state;
  const action = checkAction(bundle, path).value;
  const { trace: _trace, agent_reasoning, ...question } = request;
  return [
    ...section(
      'The action',
      action === null
        ? [`Its bytes were erased or left out. Its digest is ${quote(request.action_digest)}.`]
        : factsOf(action as JsonValue).map(factLine),
    ),
    ...section('The question', factsOf(question as JsonValue).map(factLine)),
    ...section(
      'What the agent said, unverified',
      agent_reasoning === null ? ['Nothing.'] : [quote(agent_reasoning)],
    ),
  ];
}

/** Every version with its author, and what it said (AM-4). */
function versionLines(bundle: EvidenceBundle, { request }: OpenedRequest): string[] {
  return (request.amends ?? []).flatMap((version, index) => {
    const { approval_request_id, action_digest, changed_by, reason, narrowing } = version;
    const how = narrowing ? 'only narrowed the action' : 'changed the action';
    const action = readBoundAction(bundle.versions?.[index]?.action ?? null, action_digest);
    const isKnown = action !== null && action !== 'altered';
    return [
      `Version ${index + 1}, request ${quote(approval_request_id)}: ${quote(changed_by)} ${how}: ${quote(reason)}`,
      ...(isKnown
        ? factsOf(action.parameters as JsonValue).map(
            fact => `version ${index + 1} ${factLine(fact)}`,
          )
        : [`Its bytes were erased. Its digest is ${quote(action_digest)}.`]),
    ];
  });
}

function factLine({ label, kind, value, size }: Fact): string {
  const name = label.length === 0 ? '(all of it)' : span(label);
  if (kind === 'object' || kind === 'array') return `${name}: ${kind} of ${size}`;
  return `${name}: ${kind === 'text' ? '' : `${kind} `}${span(value)}`;
}

function entryLine({ chain }: OpenedRequest) {
  return (entry: OpenedRequest['entries'][number]): string => {
    const stage = chain.stages[entry.stage_index]?.name ?? '';
    const separation =
      entry.separation === 'self_confirm' ? 'self-confirmed, not independent' : 'another person';
    return [
      `${entry.decided_at}: ${entry.approver_kind} ${quote(entry.approver_identity)}`,
      ...(entry.on_behalf_of === undefined
        ? []
        : [`on behalf of ${quote(entry.on_behalf_of.person_id)}`]),
      entry.break_glass === undefined
        ? `**${entry.decision}** in stage ${quote(stage)}`
        : '**released alone**, in place of every stage',
      `${separation}`,
      `identified by ${entry.identity_assurance}`,
      `roles ${entry.approver_roles.map(quote).join(' ') || 'none'}`,
      `reason ${quote(entry.reason_code)} ${quote(entry.reason)}`,
      `summary ${entry.summary === null ? 'none' : quote(entry.summary)}`,
    ].join('; ');
  };
}

function outcomeLines({ state, events }: RequestPath): string[] {
  const { resolution, receipts, request } = state;
  const lines = [`The request is **${state.status}**.`];
  if (resolution !== null)
    lines.push(`Resolved as ${resolution.outcome}, ${resolution.resolved_at}.`);
  if (resolution?.allowance !== undefined) {
    const { allowance_id, n } = resolution.allowance;
    lines.push(
      `No one was asked: it is use ${n} of the allowance ${quote(allowance_id)}, whose own evidence is in this bundle.`,
    );
  }
  for (const event of events) {
    if (event.type === 'request.amended') {
      const { by, reason, superseded_by } = event.data;
      lines.push(
        `Changed by ${by.kind} ${quote(by.identity)} into request ${quote(superseded_by)}: ${quote(reason)}`,
      );
    }
    if (event.type === 'request.cancelled' || event.type === 'grant.revoked') {
      const { by, reason } = event.data;
      lines.push(`${event.type} by ${by.kind} ${quote(by.identity)}: ${quote(reason)}`);
    }
    if (event.type === 'entry.refused' || event.type === 'execution.refused') {
      const { code, detail } = event.data.refusal;
      lines.push(`${event.at}: ${event.type}, \`${code}\`: ${quote(detail)}`);
    }
    if (event.type === 'execution.reconciled') {
      const { by, reason } = event.data;
      lines.push(`Settled by ${by.kind} ${quote(by.identity)}: ${quote(reason)}`);
    }
  }
  for (const { outcome, recorded_at, executor, error, final_action_digest } of receipts) {
    const problem = error === null ? '' : `; error ${quote(error)}`;
    lines.push(`${recorded_at}: ${outcome}, by ${quote(executor)}${problem}`);
    if (final_action_digest !== null && final_action_digest !== request.action_digest) {
      lines.push(
        `**Divergence**: it says it ran ${quote(final_action_digest)}, approved was ${quote(request.action_digest)}.`,
      );
    }
  }
  return lines;
}

function adviceLine(advice: OpenedRequest['advice'][number]): string {
  const { model, prompt_version, recommendation, explanation, risk_annotations } = advice;
  const risks = risk_annotations.map(quote).join(' ') || 'none';
  return `${quote(model)} (prompt ${quote(prompt_version)}) said ${quote(recommendation)}: ${quote(explanation)}; risks ${risks}`;
}

function groundLines(bundle: EvidenceBundle): string[] {
  const { policy, deciders, passkeys, signing_keys, note_keys } = bundle;
  return [
    `Policy ${quote(policy.version)}, chain ${quote(policy.chain.chain_id)} version ${quote(policy.chain.version)}.`,
    ...(policy.documents ?? []).map(
      ({ digest }) => `Policy document ${quote(digest)}; its text is in the bundle.`,
    ),
    ...deciders.map(
      ({ identity, roles, source }) =>
        `Roles of ${quote(identity)}: ${roles.map(quote).join(' ') || 'none'} (${sourceOf(source)}).`,
    ),
    ...passkeys.map(
      ({ person_id, credential_id, source }) =>
        `Passkey ${quote(credential_id)} of ${quote(person_id)} (${sourceOf(source)}).`,
    ),
    ...signing_keys.map(
      ({ kid, not_before, not_after, revoked_at }) =>
        `Signing key ${quote(kid)}, from ${not_before} until ${not_after ?? 'further notice'}${revoked_at === null ? '' : `, revoked at ${revoked_at}`}.`,
    ),
    ...note_keys.map(({ name }) => `Checkpoint key of ${quote(name)}.`),
  ];
}

function sourceOf(source: BundleSource): string {
  return source.from === 'configuration' ? 'as configured' : 'from an event of the store';
}

function statementLines({ statements, verdict }: BundleReport): string[] {
  const line = ({ statement, detail, ...rest }: Statement): string =>
    rest.result === 'failed'
      ? `${statement} \`${rest.code}\`: ${quote(detail)}`
      : `${statement} ${detail}`;
  const of = (result: Statement['result']) =>
    statements.filter(each => each.result === result).map(line);
  return [
    ...section('What failed', of('failed')),
    ...section(
      verdict === 'consistent' ? 'What agrees, if the keys are genuine' : 'What was proven',
      of('proven'),
    ),
    ...section('What was not shown', of('not_shown')),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['', `## ${title}`, '', ...lines.map(line => `- ${line}`)];
}

function quote(text: string): string {
  return span(segmentText(text));
}

/** A code span ends at a run of backticks as long as the one that began it, and nowhere else on its line. */
function span(segments: readonly TextSegment[]): string {
  const text = renderPlain(segments);
  if (text === '') return '(empty)';
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

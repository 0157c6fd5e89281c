import {
  checkPolicy,
  explain,
  explainText,
  type PolicyProblem,
  problemText,
  type Replay,
  type ReplayedItem,
} from '@countersign/policy';
import { isSmall, late } from '@countersign/policy/workers';
import { parseActionBinding } from '@countersign/protocol/action';
import type { JsonValue } from '@countersign/protocol/json';
import {
  PolicyCheck,
  PolicyCheckBody,
  PolicyExplainBody,
  PolicyExplanation,
  PolicyFacts,
  PolicyRequestBody,
} from '@countersign/wire/policy';
import { PolicyReplay, PolicyReplayBody, type ReplayedDecision } from '@countersign/wire/replay';
import type { App } from '../app.ts';
import { governed } from '../house/governed-route.ts';
import { answerOpened } from '../house/open-change.ts';
import { describeFiles } from '../house/policy-change.ts';
import { requestPolicy } from '../house/request-policy.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { type Caller, callerName } from '../http/caller.ts';
import { ofEvaluation } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { type ReplayedHistory, replayedHistory } from './replayed-history.ts';

const ofEvaluated = [...ofEvaluation, 'evaluation_too_slow'] as const;

/** The rules in force, and what others would do. Nothing here changes them. */
export const policyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/policy',
    id: 'getPolicy',
    tag: 'policy',
    summary: 'The documents in force',
    access: ['person'],
    answers: {
      200: PolicyFacts,
    },
    handle: app => {
      const files = app.policyFiles();
      const { observing, rules, defaults, chains } = app.policies.policy;
      const warnings = texts(checkPolicy(files).warnings);
      const version = app.policies.version();
      const facts = { version, files, observing, warnings, rules, defaults, chains };
      return json({ ...facts, governance: governanceOf(app), pending: pendingOf(app) });
    },
  }),
  governed(
    route({
      method: 'POST',
      path: '/v1/policy/requests',
      id: 'requestPolicy',
      stored: 'asks',
      tag: 'policy',
      summary: 'Ask people to put other documents in force, where the policy has governance',
      access: ['recent_operator'],
      problems: [...ofEvaluated, 'approval_not_required', 'no_eligible_approver'],
      body: PolicyRequestBody,
      answers: {},
      handle: async (app, { caller, context, body }) => {
        if (caller.kind !== 'person')
          return refuseCall('not_permitted', 'only an operator may ask');
        const files = body.files ?? app.policySource.pending()?.files ?? app.policyFiles();
        const opened = await requestPolicy(app, context, files, caller.principal);
        return answerTo(opened, each => answerOpened(each));
      },
    }),
  ),
  route({
    method: 'POST',
    path: '/v1/policy/check',
    id: 'checkPolicy',
    stored: 'reads',
    tag: 'policy',
    summary: 'Every problem of the given documents',
    access: ['role'],
    problems: ofEvaluated,
    body: PolicyCheckBody,
    answers: { 200: PolicyCheck },
    handle: async (app, { caller, body }) => {
      const checked = await app.evaluations.run(callerKey(caller), 'check', { files: body.files });
      return checked === late ? tooSlow() : json(checked);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/policy/explain',
    id: 'explainPolicy',
    stored: 'reads',
    tag: 'policy',
    summary: 'What the policy in force, or a given one, answers to an action, and why',
    access: ['role'],
    problems: [
      ...ofEvaluated,
      'sealed_value_malformed',
      'sealed_value_literal',
      'options_malformed',
    ],
    body: PolicyExplainBody,
    answers: { 200: PolicyExplanation },
    handle: async (app, { caller, body }) => {
      const action = parseActionBinding(body.action);
      const { context } = body;
      const key = callerKey(caller);
      const { evaluations, policies } = app;
      evaluations.admit(key);
      const isInline = isSmall([action as JsonValue, context]) && evaluations.mayInline(key);
      if (body.files === undefined && isInline) {
        const explanation = evaluations.inline(key, () =>
          explain(policies.policy, action, context),
        );
        return json({ explanation, text: explainText(explanation).join('\n') });
      }
      const files = body.files ?? app.policyFiles();
      const explained = await evaluations.run(key, 'explain', { files, action, context });
      if (explained === late) return tooSlow();
      return 'problems' in explained ? unsound(explained.problems) : json(explained);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/policy/replay',
    id: 'replayPolicy',
    stored: 'reads',
    tag: 'policy',
    summary: 'What other documents would have answered to past requests and unasked actions',
    access: ['role'],
    problems: ofEvaluated,
    body: PolicyReplayBody,
    answers: { 200: PolicyReplay },
    handle: async (app, { caller, body, ended }) => {
      app.evaluations.admit(callerKey(caller));
      const past = await replayedHistory(app, caller, body, ended());
      const replayed = await app.evaluations.run(callerKey(caller), 'replay', {
        files: body.files,
        history: past.items,
      });
      if (replayed === late) return tooSlow();
      if ('problems' in replayed) return unsound(replayed.problems);
      return json(await describeReplay(replayed.replay, past));
    },
  }),
];

function governanceOf({ policies }: App): PolicyFacts['governance'] {
  const { governance } = policies.policy;
  if (governance === null) return null;
  return Object.fromEntries([...governance].map(([kind, { chain_id }]) => [kind, chain_id]));
}

function pendingOf(app: App): PolicyFacts['pending'] {
  const pending = app.policySource.pending();
  if (pending === null) return null;
  const { version, problems, files } = pending;
  const difference = describeFiles(app.policyFiles(), files).map(({ of, lines, from, to }) => ({
    of,
    lines: lines ?? String(to ?? from ?? ''),
  }));
  return { version, problems: [...problems], difference };
}

function texts(problems: readonly PolicyProblem[]): string[] {
  return problems.map(problemText);
}

function unsound(problems: readonly string[]): Answer {
  return refuseCall('object_malformed', problems.join('\n'));
}

function tooSlow(): Answer {
  return refuseCall('evaluation_too_slow', 'the evaluation was ended at its deadline');
}

/** Only people call these routes, and each has a name. */
function callerKey(caller: Caller): string {
  return callerName(caller) ?? 'nobody';
}

/** Every changed answer with the sentence of its action. */
async function describeReplay(
  { policy_version, total, unchanged, ...groups }: Replay,
  { unasked, unaskedNotKept, askedNotKept, describe }: ReplayedHistory,
): Promise<PolicyReplay> {
  const described = async (items: readonly ReplayedItem[]): Promise<ReplayedDecision[]> => {
    const all: ReplayedDecision[] = [];
    for (const item of items) all.push(await describe(item));
    return all;
  };
  return {
    policy_version,
    total,
    unchanged,
    newly_asked: await described(groups.newly_asked),
    newly_allowed: await described(groups.newly_allowed),
    newly_denied: await described(groups.newly_denied),
    newly_allowed_that_a_person_denied: await described(groups.newly_allowed_that_a_person_denied),
    newly_asked_that_policy_denied: await described(groups.newly_asked_that_policy_denied),
    asked_of_others: await described(groups.asked_of_others),
    unasked,
    unasked_not_kept: unaskedNotKept,
    asked_not_kept: askedNotKept,
  };
}

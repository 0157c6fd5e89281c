import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { ApprovalRequest, Evaluation } from '@countersign/protocol/request';
import type { RiskSignal } from '@countersign/protocol/value';
import type { PresentedView } from '@countersign/protocol/view';
import type { FindingSpan } from '@countersign/risk';
import { detectInWords, type IntentDetection } from '@countersign/risk/intent';
import type { PolicyFile } from '../document/policy-file.ts';
import { problemText } from '../document/problem.ts';
import { type Explanation, explain, explainText } from '../explain.ts';
import { checkPolicy, loadPolicy, type Policy, type PolicyInputs } from '../policy.ts';
import { type HistoryItem, type Replay, replay } from '../replay.ts';
import { performView } from './perform-view.ts';

/** The files have problems, which come instead of what was asked for. */
interface Unsound {
  readonly problems: readonly string[];
}

/** Each kind of evaluation: what it is given, and what it answers. All of it is plain data. */
export interface EvaluationKinds {
  evaluate: {
    readonly job: {
      readonly files: readonly PolicyFile[];
      readonly action: ActionBinding;
      readonly context: JsonObject;
      /** The assessment of risk took too long and is not tried again. */
      readonly unassessed: boolean;
    };
    readonly answer: Evaluation;
  };
  check: {
    readonly job: { readonly files: readonly PolicyFile[] };
    readonly answer: { readonly problems: readonly string[]; readonly warnings: readonly string[] };
  };
  explain: {
    readonly job: {
      readonly files: readonly PolicyFile[];
      readonly action: unknown;
      readonly context: JsonObject;
    };
    readonly answer: Unsound | { readonly explanation: Explanation; readonly text: string };
  };
  replay: {
    readonly job: {
      readonly files: readonly PolicyFile[];
      readonly history: readonly HistoryItem[];
    };
    readonly answer: Unsound | { readonly replay: Replay };
  };
  spans: {
    readonly job: {
      readonly files: readonly PolicyFile[];
      readonly action: ActionBinding;
      readonly context: JsonObject;
      /** The findings of the decision. */
      readonly recorded: readonly RiskSignal[];
    };
    readonly answer: readonly FindingSpan[];
  };
  words: {
    readonly job: { readonly text: string; readonly metadata: JsonObject | undefined };
    readonly answer: IntentDetection;
  };
  view: {
    readonly job: {
      readonly request: ApprovalRequest;
      /** The canonical text of the action, which travels faster than its members. */
      readonly actionText: string;
      /** Whether the view itself is wanted, and not only its digest. */
      readonly whole: boolean;
    };
    readonly answer: { readonly view_digest: Digest; readonly view: PresentedView | null };
  };
}

export type EvaluationKind = keyof EvaluationKinds;

export type EvaluationJob = {
  readonly [Kind in EvaluationKind]: { readonly kind: Kind } & EvaluationKinds[Kind]['job'];
}[EvaluationKind];

/** Performs jobs. It keeps the policy of the last one, because the next one usually has the same. */
export function jobPerformer(inputs: PolicyInputs): (job: EvaluationJob) => unknown {
  let kept: { readonly key: string; readonly policy: Policy } | null = null;
  const policyOf = (files: readonly PolicyFile[]): Policy | Unsound => {
    const key = JSON.stringify(files);
    if (kept?.key === key) return kept.policy;
    const loaded = loadPolicy(files, inputs);
    if (!loaded.ok) return { problems: loaded.problems.map(problemText) };
    kept = { key, policy: loaded.policy };
    return loaded.policy;
  };
  return job => perform(job, policyOf);
}

function perform(
  job: EvaluationJob,
  policyOf: (files: readonly PolicyFile[]) => Policy | Unsound,
): EvaluationKinds[EvaluationKind]['answer'] {
  if (job.kind === 'check') {
    const { problems, warnings } = checkPolicy(job.files);
    return { problems: problems.map(problemText), warnings: warnings.map(problemText) };
  }
  if (job.kind === 'view') return performView(job);
  if (job.kind === 'words') return detectInWords(job.text, job.metadata);
  const policy = policyOf(job.files);
  switch (job.kind) {
    case 'evaluate':
      if ('problems' in policy) throw new Error('the policy in force could not be loaded again');
      return job.unassessed
        ? policy.evaluateUnassessed(job.action, job.context)
        : policy.evaluate(job.action, job.context);
    case 'explain': {
      if ('problems' in policy) return policy;
      const explanation = explain(policy, parseActionBinding(job.action), job.context);
      return { explanation, text: explainText(explanation).join('\n') };
    }
    case 'spans':
      return 'problems' in policy ? [] : policy.spans(job.action, job.context, job.recorded);
    case 'replay':
      return 'problems' in policy ? policy : { replay: replay(job.history, policy) };
  }
}

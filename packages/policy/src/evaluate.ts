import type { JsonObject } from '@countersign/protocol/json';
import { type Evaluation, reversibilityNote } from '@countersign/protocol/request';
import type { Judgement, Observation } from './judge-action.ts';
import type { PolicyProgram } from './policy-program.ts';

// Far within the wire form, because a decision is stored whole.
const rulesMax = 512;
const annotationsMax = 62;
const reasonsMax = 16;

/**
 * The judgement in its recorded form. Lists are cut to the limits of the wire. The grounds that decided come first and
 * are never cut.
 */
export function evaluationOf(
  judgement: Judgement,
  { version: policyVersion, retention }: Pick<PolicyProgram, 'version' | 'retention'>,
  context: JsonObject,
): Evaluation {
  const { verdict, grounds, matched, risk, chain, route } = judgement;
  const [decisive] = grounds;
  const reasons = grounds.slice(0, reasonsMax).map(({ reason }) => reason);
  return {
    verdict,
    policy_rule_id: decisive?.id ?? 'policy.silent',
    policy_rule_ids: matched.slice(0, rulesMax).map(({ id }) => id),
    policy_version: policyVersion,
    risk,
    annotations: [
      ...annotationsOf(judgement),
      ...assessedUnder(judgement),
      { kind: 'log', policy_rule_id: reversibilityNote, note: judgement.reversibility },
    ],
    reasons,
    context,
    chain,
    reason: reasons[0] ?? verdict,
    route,
    expires_in_seconds: judgement.expires_in_seconds,
    execute_within_seconds: judgement.execute_within_seconds,
    ...(judgement.amend === undefined ? {} : { amend: judgement.amend }),
    ...(judgement.allowable === undefined ? {} : { allowable: judgement.allowable }),
    audit_sync: judgement.audit_sync,
    ...(retention === null ? {} : { unasked_retention: retention }),
  };
}

/** The digest of the process's own places that the assessment used (OF-5). */
function assessedUnder({ own_places }: Judgement): Evaluation['annotations'] {
  if (own_places === undefined) return [];
  const note = `the risk was assessed with the places of this process (${own_places})`;
  return [{ kind: 'log', policy_rule_id: 'risk.own_places', note }];
}

function annotationsOf({ matched, observed }: Judgement): Evaluation['annotations'] {
  if (observed.length === 0 && !matched.some(({ annotate }) => annotate.length > 0)) return [];
  const annotations = [
    ...observed.filter(({ verdict }) => verdict !== null).map(observation),
    ...matched.flatMap(({ id, annotate }) =>
      annotate.map(({ kind, note }) => ({
        kind,
        policy_rule_id: id,
        note: note === '' ? `rule ${id} matched` : note,
      })),
    ),
  ];
  return annotations.slice(0, annotationsMax);
}

function observation({
  file,
  version,
  verdict,
  rule_id,
}: Observation): Evaluation['annotations'][number] {
  const by = rule_id === null ? 'by its default' : `by ${rule_id}`;
  return {
    kind: 'log',
    policy_rule_id: rule_id ?? 'policy.observed',
    note: `the observing document ${file} (${version}) would have said ${verdict} ${by}; it does not enforce`,
  };
}

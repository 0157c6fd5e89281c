import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { shortens, states, subjects, weakens } from './protections.ts';
import { isNo, type Leaf } from './survey.ts';
import { splitWords } from './words.ts';

/** Records of what happened, deleted, switched off or kept too short. */
export function judgeAudit(facts: CallFacts, report: Report): void {
  const { domains, effect } = facts;
  const hides = (effect === 'delete' || effect === 'weaken') && says(facts, 'evidence');
  if (!domains.has('audit') && !hides) return;
  const stops = effect === 'control' && says(facts, 'stop', 'pause', 'suspend', 'halt', 'shutdown');
  if (effect === 'delete' || effect === 'weaken' || stops) {
    report('audit_tampering', 'critical', 'deletes or switches off records of what happened');
  } else if (
    effect === 'update' ||
    effect === 'create' ||
    effect === 'control' ||
    effect === 'unknown'
  ) {
    if (
      says(facts, 'retention', 'hold') ||
      facts.seen.leaves.some(
        leaf =>
          weakens(leaf) ||
          shortens(leaf) ||
          (leaf.depth === 0 &&
            (states.has(leaf.key.name) || leaf.key.name === 'level') &&
            leaf.value !== null &&
            (isNo(leaf.value) || isResting(leaf.value))) ||
          (restingFlags.has(leaf.key.name) && leaf.value === true),
      )
    ) {
      report('audit_tampering', 'critical', 'weakens records of what happened');
    } else if (effect !== 'create' && says(facts, 'audit', 'cloudtrail', 'trail', 'auditing')) {
      report('audit_tampering', 'high', 'changes how records are kept');
    }
  }
}

const restingFlags: ReadonlySet<string> = new Set([
  'disabled',
  'paused',
  'stopped',
  'suspended',
  'muted',
]);

function isResting(value: Leaf['value']): boolean {
  return typeof value === 'string' && /^(inactive|paused|stopped|suspended|muted)$/iu.test(value);
}

/** Approvals decided, or the rules about them changed, by the one they are meant for. */
export function judgeApproval(facts: CallFacts, report: Report): void {
  const { domains, effect } = facts;
  const decides = effect === 'approve' || facts.seen.leaves.some(isDecision);
  if (domains.has('approval')) {
    report('policy_tampering', 'critical', 'decides or changes approvals');
  } else if (decides && facts.seen.leaves.some(posesAsPerson)) {
    report('policy_tampering', 'critical', 'decides in the name of a person');
  } else if (effect === 'approve' && !isAbsence(facts)) {
    report('policy_tampering', 'high', 'approves in place of a person');
  }
  if (
    (says(facts, 'policy', 'policies', 'guardrail', 'guardrails') && mentions(facts, agentWords)) ||
    (changing.has(effect) && facts.seen.leaves.some(aboutApprovals)) ||
    (effect === 'weaken' && says(facts, 'governance')) ||
    facts.seen.leaves.some(loosensApproval)
  ) {
    report('policy_tampering', 'critical', 'changes what an agent may do');
  }
}

const absences: ReadonlySet<string> = new Set(
  'vacation vacations holiday holidays leave pto absence timeoff shift shifts timesheet'.split(' '),
);

/** One person's days off: a manager's routine, which can be taken back. */
function isAbsence(facts: CallFacts): boolean {
  if (facts.seen.leaves.some(posesAsPerson)) return false;
  const { tool, reach } = facts;
  return mentions(facts, absences) && !tool.bulk && !reach.open && !reach.unbounded;
}

const agentWords: ReadonlySet<string> = new Set([
  'agent',
  'agents',
  'countersign',
  'approval',
  'gate',
  'tool',
  'tools',
  'mcp',
  'engine',
  'enforcement',
]);
const changing: ReadonlySet<string> = new Set(['update', 'weaken', 'delete', 'grant', 'deploy']);
const aboutKeys =
  /^(policy|policy_name|policies|rule|rules|ruleset|rule_name|control|controls|setting|guard)$/u;

/** A policy or a rule whose own name says that it is about approvals. */
function aboutApprovals({ key, value }: Leaf): boolean {
  return (
    aboutKeys.test(key.name) &&
    typeof value === 'string' &&
    value.length <= 64 &&
    splitWords(value).some(word => approvalWords.has(word))
  );
}

const approvalWords: ReadonlySet<string> = new Set([
  'approval',
  'approvals',
  'countersign',
  'guardrail',
  'guardrails',
]);
const loosenings: ReadonlySet<string> = new Set(
  'never bypass none off auto yolo always_allow false disabled skip bypasspermissions full_auto full-auto dontask allow_all observe'.split(
    ' ',
  ),
);

/** A setting that decides whether people are asked: `approval_mode: "never"`, `key: "countersign.mode"`. */
function loosensApproval(leaf: Leaf): boolean {
  const { key, value } = leaf;
  if (key.words.some(word => approvalWords.has(word)) || key.name === 'permission_mode') {
    if (value === false || value === 0) return true;
    return typeof value === 'string' && loosenings.has(value.trim().toLowerCase());
  }
  if (!subjects.has(key.name) || typeof value !== 'string' || value.length > 128) return false;
  return (
    splitWords(value).some(
      word => word === 'countersign' || word === 'guardrail' || word === 'guardrails',
    ) || /require.?approval|approval.?(policy|mode|required)/iu.test(value)
  );
}

const askingWords = ['request', 'ask', 'submit', 'raise', 'open'];

/** To ask for an approval is what an agent should do, whatever the approval is for. */
export function asksForApproval(facts: CallFacts): boolean {
  const { tool, effect } = facts;
  if (!tool.domains.has('approval') || tool.effect === 'delete' || tool.effect === 'weaken')
    return false;
  if (tool.effect === 'approve' || effect === 'approve' || tool.effect === 'update') return false;
  if (facts.seen.leaves.some(leaf => isDecision(leaf) || posesAsPerson(leaf))) return false;
  return (
    tool.words.some(word => askingWords.includes(word)) || tool.phrase.includes('_create_approval')
  );
}

function posesAsPerson(leaf: Leaf): boolean {
  const first = leaf.key.words[0] ?? '';
  return (
    first === 'approver' ||
    first === 'approved' ||
    leaf.key.name === 'decided_by' ||
    leaf.key.name === 'reviewer_identity' ||
    leaf.key.name === 'on_behalf_of'
  );
}

function isDecision(leaf: Leaf): boolean {
  return (
    (leaf.key.name === 'decision' ||
      leaf.key.name === 'verdict' ||
      leaf.key.name === 'event' ||
      leaf.key.name === 'resolution') &&
    typeof leaf.value === 'string' &&
    /^(allow|approve|approved|accept|accepted|grant|granted|yes|deny|denied|reject|rejected|match)$/iu.test(
      leaf.value.trim(),
    )
  );
}

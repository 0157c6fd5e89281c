import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { role } from './parameter-key.ts';
import { opens, shortens, states, subjects, weakens } from './protections.ts';
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
    facts.seen.leaves.some(leaf => loosensApproval(leaf) || setsApproval(leaf)) ||
    loosensGuard(facts) ||
    makesException(facts) ||
    allowsEveryTool(facts)
  ) {
    report('policy_tampering', 'critical', 'changes what an agent may do');
  }
}

/** `{ match: "tool:*", effect: "allow" }`: a rule of a gate by which everything passes. */
function allowsEveryTool({ effect, seen }: CallFacts): boolean {
  if (effect === 'read' || effect === 'simulate') return false;
  const { leaves } = seen;
  const frees = ({ key, value }: Leaf): boolean =>
    /^(?:effect|outcome|decision|verdict|action)$/u.test(key.name) &&
    typeof value === 'string' &&
    /^(?:allow|permit|auto_?approve|bypass)$/iu.test(value.trim());
  const meansTools = ({ key, value }: Leaf): boolean =>
    typeof value === 'string' &&
    (/^tools?[:.=]\s{0,4}\*$/iu.test(value.trim()) ||
      (/^tools?(?:_name|_pattern)?$/u.test(key.name) && value.trim() === '*'));
  return leaves.some(frees) && leaves.some(meansTools);
}

/** `policy.exception.add`: what the rules are from now on not applied to. */
function makesException(facts: CallFacts): boolean {
  return (
    says(facts, 'policy', 'policies', 'guardrail', 'guardrails', 'approval', 'guard') &&
    says(facts, 'exception', 'exceptions', 'exemption', 'waiver', 'bypass', 'override') &&
    ['create', 'update', 'grant', 'weaken', 'unknown', 'control'].includes(facts.effect)
  );
}

/** `guard.settings.update` with `mode: "observe"`: what watches the agent stops deciding. */
function loosensGuard(facts: CallFacts): boolean {
  if (!changing.has(facts.effect) || !mentions(facts, guards)) return false;
  return facts.seen.leaves.some(
    ({ key, value }) =>
      /^(?:mode|enforcement|level|state|status|enforce|enabled)$/u.test(key.name) &&
      (value === false || (typeof value === 'string' && watching.test(value.trim()))),
  );
}

const guards: ReadonlySet<string> = new Set(
  'guard guards guardrail guardrails gatekeeper supervisor oversight watchdog interceptor'.split(
    ' ',
  ),
);
const watching =
  /^(?:observe|observing|monitor|monitoring|audit|audit_only|log|log_only|warn|warning|report|report_only|passive|permissive|off|disabled|none|shadow|learning|silent|bypass)$/iu;

/** `approval: "approved"` in a record: the agent that needs the decision of others writes that decision itself. */
function setsApproval({ key, value }: Leaf): boolean {
  if (typeof value !== 'string' || !/^(?:approved|granted|accepted)$/iu.test(value.trim()))
    return false;
  return key.last === 'approval' || /^approval_(?:status|state|decision|result)$/u.test(key.name);
}

/** Rules about approvals that a tool without a verb is given: `review_policy` with `require_approvals: 0`. */
export function judgeStatedRules(facts: CallFacts, report: Report): void {
  if ((facts.effect !== 'read' && facts.effect !== 'draft') || mentions(facts, looking)) return;
  if (
    facts.domains.has('audit') &&
    facts.seen.leaves.some(leaf => leaf.depth === 0 && weakens(leaf))
  )
    report('audit_tampering', 'critical', 'switches off records of what happened');
  if (facts.tool.words.at(-1) === 'settings' && facts.seen.leaves.some(opens))
    report('access_change', 'high', 'opens access by a setting');
  if (!mentions(facts, rulebooks)) return;
  if (facts.seen.leaves.some(leaf => leaf.depth <= 1 && (loosensApproval(leaf) || weakens(leaf))))
    report('policy_tampering', 'critical', 'sets what people are asked');
}

const rulebooks: ReadonlySet<string> = new Set(
  'policy policies rule rules ruleset settings'.split(' '),
);
const looking: ReadonlySet<string> = new Set(
  'get list read show search find view fetch describe check count query lookup explain simulate test validate lint diff compare history'.split(
    ' ',
  ),
);

/** A file about approvals that says that no one is asked. */
export function judgeWrittenRules(facts: CallFacts, report: Report): void {
  const { leaves } = facts.seen;
  const isRules = ({ key, value }: Leaf): boolean =>
    (key.roles & role.path) !== 0 &&
    typeof value === 'string' &&
    value.length <= 512 &&
    /(?:polic(?:y|ies)|approvals?|guardrails?|permissions?)[^/]{0,40}\.(?:ya?ml|json|toml|cfg|conf|ini|hcl|rego)$/iu.test(
      value,
    );
  if (!leaves.some(isRules)) return;
  const frees = ({ key, value }: Leaf): boolean =>
    (key.roles & role.content) !== 0 &&
    typeof value === 'string' &&
    asksNobody.test(value.slice(0, 16_384));
  if (leaves.some(frees))
    report('policy_tampering', 'critical', 'writes a rule by which no one is asked');
}

const asksNobody =
  /\b(?:require|requires|needs)_?(?:human|approvals?|review|confirmation)["']?\s{0,4}[:=]\s{0,4}(?:false|no|off|0|never)\b|\bauto_?approve["']?\s{0,4}[:=]\s{0,4}(?!false|no\b|\[\s{0,4}\])|\balways_?allow\b/iu;

const absences: ReadonlySet<string> = new Set(
  'vacation vacations holiday holidays leave pto absence timeoff shift shifts timesheet'.split(' '),
);

/** One person's days off: a manager's routine, which can be undone. */
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
  'approver',
  'approvers',
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
  // `approver` names whom to ask.
  const isAsked = ({ key }: Leaf) => key.name === 'approver' || key.name === 'approvers';
  if (facts.seen.leaves.some(leaf => isDecision(leaf) || (posesAsPerson(leaf) && !isAsked(leaf))))
    return false;
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

import { type CallFacts, mentions } from './call-facts.ts';

const ruleWords: ReadonlySet<string> = new Set([
  'policy',
  'policies',
  'guardrail',
  'waf',
  'firewall',
  'protection',
]);

const watching: ReadonlySet<string> = new Set(
  'pagerduty opsgenie victorops alert alerts alarm alarms monitor monitors detector guardduty escalation oncall heartbeat'.split(
    ' ',
  ),
);

/** `pagerduty.service.update` with `status: "disabled"`. */
function stopsWatching(facts: CallFacts): boolean {
  return (
    mentions(facts, watching) &&
    facts.seen.leaves.some(
      ({ key, value, depth }) =>
        depth <= 1 &&
        ((/^(?:status|state)$/u.test(key.name) &&
          typeof value === 'string' &&
          /^(?:disabled|inactive|off|paused|muted|suspended)$/iu.test(value)) ||
          (key.words[0] === 'escalation' && value === null)),
    )
  );
}

/** `policy.update_rule` with `enabled: false`. */
export function switchesOff(facts: CallFacts): boolean {
  if (stopsWatching(facts)) return true;
  return (
    mentions(facts, ruleWords) &&
    facts.seen.leaves.some(
      ({ key, value, depth }) =>
        depth === 0 && (key.name === 'enabled' || key.name === 'active') && value === false,
    )
  );
}

import type { Judge } from './run-command.ts';
import { describe } from './scope.ts';

const unguarded =
  /^--(dangerously[a-z-]{0,40}|yolo|allow-dangerously[a-z-]{0,40}|bypass-approvals?[a-z-]{0,40}|yes-always|full-auto|trust-all-tools|auto-approve|allow-all-tools|force-allow|no-approval)(=true)?$/u;
const unguardedValues =
  /^(bypassPermissions|danger-full-access|yolo|never|auto_edit|auto-approve|full-auto)$/u;

/** Another agent: started without its guard, or told to change its own settings. */
const judgeAgent: Judge = (call, scope) => {
  const words = call.args.map(arg => arg.text);
  const [verb = '', sub = ''] = words.filter(word => !word.startsWith('-'));
  const values = words.map(word => word.slice(word.indexOf('=') + 1));
  if (words.some(word => unguarded.test(word)) || values.some(word => unguardedValues.test(word)))
    scope.find('own_rights', 'critical', describe(call, 'an agent without its approvals'));
  else if (
    (verb === 'config' && !/^(get|list|ls|)$/u.test(sub)) ||
    (/^(mcp|plugin|extensions?|hooks)$/u.test(verb) && !/^(get|list|ls|)$/u.test(sub))
  )
    scope.find('policy_tampering', 'critical', describe(call, `${verb} ${sub}`));
  else if (!/^(--version|--help|doctor)$/u.test(words[0] ?? ''))
    scope.find('unknown_code', 'medium', describe(call, 'runs another agent'));
  return undefined;
};

/** The gate's own command line: looking is free, deciding and changing the policy is for people. */
const judgeGate: Judge = (call, scope) => {
  const text = call.args
    .map(arg => arg.text)
    .filter(word => !word.startsWith('-'))
    .slice(0, 3)
    .join(' ');
  if (
    /^(|version|help|whoami|completion|bundle|status|show|list|ls|get|explain|verify|validate|check|lint|test|replay|simulate|inspect|log|watch|doctor)( |$)/u.test(
      text,
    ) ||
    /^(polic(y|ies)|holds?|approvals?|audit|keys?|config) (list|ls|show|get|validate|check|lint|test|explain|diff|verify|status|replay)( |$)/u.test(
      text,
    )
  )
    return undefined;
  if (/^(request|ask|propose|submit|run|exec|wait|hold)( |$)/u.test(text)) {
    scope.change();
    return undefined;
  }
  scope.find('policy_tampering', 'critical', describe(call, text));
  return undefined;
};

export const agentPrograms: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(
    'claude codex gemini cursor-agent aider opencode amp copilot crush'
      .split(' ')
      .map(name => [name, judgeAgent]),
  ),
  countersign: judgeGate,
};

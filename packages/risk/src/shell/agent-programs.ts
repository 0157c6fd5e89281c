import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';

const unguarded =
  /^--(dangerously[a-z-]{0,40}|yolo|allow-dangerously[a-z-]{0,40}|bypass-approvals?[a-z-]{0,40}|yes-always|full-auto|trust-all-tools|auto-approve|allow-all-tools|force-allow|no-approval)(=true)?$/u;
const unguardedValues =
  /^(bypassPermissions|danger-full-access|yolo|never|auto_edit|auto-approve|full-auto)$/u;

/** Options by which an agent starts without the settings in which its guard stands, or with others. */
const otherSettings: Readonly<Record<string, RegExp>> = {
  claude: /^--(settings|setting-sources|bare|strict-mcp-config)(=.*)?$/u,
  codex: /^--(ignore-user-config|ignore-rules|profile)(=.*)?$|^-p$/u,
  gemini: /^(-e|--extensions)(=.*)?$/u,
  'cursor-agent': /^(-f|--force)$/u,
  copilot: /^--(config-dir|allow-all-paths|allow-all)(=.*)?$/u,
  amp: /^--settings-file(=.*)?$/u,
  opencode: /^--pure$/u,
};
/** `codex -c features.hooks=false`: one setting, given for this start. */
const changedSetting =
  /^(-c|--config)?=?\s{0,2}["']?(features\.)?(\w+\.)?(hooks?|codex_hooks|approval\w*|sandbox\w*|mcp_servers|rules)\b/u;
/** Variables that say where an agent finds its settings. */
const otherHome =
  /^(HOME|USERPROFILE|XDG_CONFIG_HOME|CLAUDE_CONFIG_DIR|CODEX_HOME|COPILOT_HOME|CURSOR_CONFIG_DIR|GEMINI_CLI_HOME|OPENCODE_CONFIG\w*|AMP_SETTINGS_FILE)$/u;

interface AgentRule {
  readonly signal: 'own_rights' | 'policy_tampering' | 'unknown_code';
  readonly level: 'critical' | 'medium';
  readonly tells: string;
  fits(call: Call, words: readonly string[], scope: Scope): boolean;
}

const looks = /^(get|list|ls|)$/u;

const agentRules: readonly AgentRule[] = [
  {
    signal: 'own_rights',
    level: 'critical',
    tells: 'an agent without its approvals',
    fits: (_call, words) =>
      words.some(
        word => unguarded.test(word) || unguardedValues.test(word.slice(word.indexOf('=') + 1)),
      ),
  },
  {
    signal: 'policy_tampering',
    level: 'critical',
    tells: 'an agent with other settings than its own',
    fits: ({ program }, words) =>
      words.some(word => otherSettings[program]?.test(word) === true) ||
      (program === 'codex' &&
        words.some((word, at) =>
          changedSetting.test(/^(-c|--config)$/u.test(words[at - 1] ?? '') ? `-c ${word}` : word),
        )),
  },
  {
    signal: 'policy_tampering',
    level: 'critical',
    tells: 'an agent that finds its settings elsewhere',
    fits: ({ env }, _words, { variables }) =>
      [...env.keys(), ...variables.keys()].some(name => otherHome.test(name)),
  },
  {
    signal: 'policy_tampering',
    level: 'critical',
    tells: 'changes the settings of an agent',
    fits: (_call, words) => {
      const [verb = '', sub = ''] = words.filter(word => !word.startsWith('-'));
      return /^(config|mcp|plugin|extensions?|hooks)$/u.test(verb) && !looks.test(sub);
    },
  },
  {
    signal: 'unknown_code',
    level: 'medium',
    tells: 'runs another agent',
    fits: (_call, words) => {
      const [verb = ''] = words.filter(word => !word.startsWith('-'));
      const isLook = /^(config|mcp|plugin|extensions?|hooks)$/u.test(verb);
      return !isLook && !/^(--version|--help|doctor)$/u.test(words[0] ?? '');
    },
  },
];

/** Another agent: started without its guard, or told to change its own settings. */
const judgeAgent: Judge = (call, scope) => {
  const words = call.args.map(arg => arg.text);
  const rule = agentRules.find(({ fits }) => fits(call, words, scope));
  if (rule !== undefined) scope.find(rule.signal, rule.level, describe(call, rule.tells));
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
    /^(|version|help|whoami|completion|bundle|status|show|list|ls|get|explain|verify|validate|check|lint|test|replay|simulate|inspect|log|watch|doctor|search|insights)( |$)/u.test(
      text,
    ) ||
    /^(polic(y|ies)|holds?|approvals?|audit|keys?|config|allowances?|delegations?|reviews?) (list|ls|show|get|validate|check|lint|test|explain|diff|verify|status|replay)( |$)/u.test(
      text,
    )
  )
    return undefined;
  const answersHold = call.args.some(({ text: word }) => /^--(proceed|cancel)\b/u.test(word));
  if (/^(request|ask|propose|submit|run|exec|wait|hold)( |$)/u.test(text) && !answersHold) {
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

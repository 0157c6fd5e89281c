import type { RiskLevel } from '@countersign/protocol/value';
import { firstOf, type Rule } from '../rules.ts';
import type { SignalName } from '../signals.ts';
import { assessRead } from './file-effects.ts';
import { assessRemote, commandWords, flagValue } from './remote-effects.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { display, unknown } from './value.ts';

const valued =
  '-R --repo -t --title -b --body -F --body-file -l --label -a --assignee -r --reviewer -B --base -H --head -L --limit -q --jq --json -f --field --raw-field -X --method --ref -w --workflow --input --hostname -m --milestone --notes --visibility -s --state'.split(
    ' ',
  );
const reading =
  /^(list|ls|view|status|diff|checks|watch|download|clone|search|browse|verify|version|help|checkout|co|set-default|sync|download|get|validate|lint|show|trace|check|fork)$/u;
const outside = new Set('issue pr release repo'.split(' '));

/** GitHub's and GitLab's own tools: reads and drafts pass, what others see, trust or run is asked. */
const judgeForge: Judge = (call, scope) => {
  const [noun = '', verb = ''] = commandWords(call, valued);
  const what = `${noun} ${verb}`.trim();
  if (noun === 'api') return judgeApi(call, scope);
  if (noun === 'auth') {
    if (
      verb === 'token' ||
      (verb === 'status' && call.args.some(arg => /^(-t|--show-token)$/u.test(arg.text)))
    ) {
      assessRemote(call, 'secret', what, scope);
      return unknown(['secret']);
    }
    if (['login', 'refresh', 'setup-git', 'logout', 'switch'].includes(verb))
      scope.find('access_change', 'high', describe(call, what));
    return undefined;
  }
  if (
    reading.test(verb) ||
    ['status', 'search', 'browse', 'help', 'version', 'completion'].includes(noun)
  ) {
    scope.inProduction(call);
    return undefined;
  }
  scope.changeElsewhere();
  judgeWrite(call, noun, verb, scope);
  return undefined;
};

/** One command that changes something at the forge: `gh repo delete`. */
class Write {
  readonly call: Call;
  readonly noun: string;
  readonly verb: string;
  readonly scope: Scope;

  constructor(call: Call, noun: string, verb: string, scope: Scope) {
    this.call = call;
    this.noun = noun;
    this.verb = verb;
    this.scope = scope;
  }

  is(...nouns: readonly string[]): boolean {
    return nouns.includes(this.noun);
  }

  does(...verbs: readonly string[]): boolean {
    return verbs.includes(this.verb);
  }

  has(...options: readonly string[]): boolean {
    return this.call.args.some(arg => options.includes(arg.text));
  }

  get shown(): string {
    return describe(this.call, `${this.noun} ${this.verb}`);
  }

  /** It starts what deploys, by its name. */
  get deploys(): boolean {
    const name = this.call.args.map(arg => arg.text).join(' ');
    return (
      /deploy|release|publish|rollback|promote/u.test(name) && !this.scope.inRehearsal(this.call)
    );
  }
}

type Found = readonly [signal: SignalName, level: RiskLevel, more?: string];

const pipelines = ['workflow', 'ci', 'pipeline'] as const;

const writes: readonly Rule<Write, Found>[] = [
  { when: write => write.is('variable'), gives: ['access_change', 'high'] },
  {
    when: write => write.is('secret', 'ssh-key', 'gpg-key', 'deploy-key', 'token'),
    gives: ['new_credential', 'high'],
  },
  {
    when: write => write.does('delete', 'archive', 'transfer'),
    gives: write => ['destructive_command', write.is('repo', 'project') ? 'critical' : 'high'],
  },
  {
    when: write => write.is('repo') && write.does('create'),
    gives: write => ['access_change', write.has('--public') ? 'high' : 'medium'],
  },
  { when: write => write.is('repo', 'ruleset', 'org'), gives: ['access_change', 'high'] },
  {
    when: write => write.is('pr', 'mr') && write.does('merge'),
    gives: ['history_rewrite', 'high', ' writes to a shared branch'],
  },
  {
    when: write =>
      write.is('pr', 'mr') &&
      (write.does('approve') || (write.does('review') && write.has('--approve', '-a'))),
    gives: ['policy_tampering', 'high', ' decides in the name of a person'],
  },
  {
    when: write => write.is('release'),
    gives: write => [
      'deployment',
      write.has('--draft', '-d') && write.does('create') ? 'medium' : 'high',
    ],
  },
  { when: write => write.is('gist', 'snippet'), gives: ['data_leaving', 'high'] },
  {
    when: write => write.is(...pipelines) && write.does('disable'),
    gives: ['audit_tampering', 'high'],
  },
  {
    when: write => write.is(...pipelines) && write.scope.inProduction(write.call),
    gives: ['production_change', 'high'],
  },
  {
    when: write => write.is(...pipelines),
    gives: write => ['deployment', write.deploys ? 'high' : 'medium'],
  },
  { when: write => write.is('extension', 'alias'), gives: ['unknown_code', 'high'] },
  { when: write => write.is('codespace', 'cache'), gives: ['deployment', 'medium'] },
];

function judgeWrite(call: Call, noun: string, verb: string, scope: Scope): void {
  const write = new Write(call, noun, verb, scope);
  const found = firstOf(writes, write);
  if (found !== null) {
    if (write.is('release', 'gist', 'snippet') && found[0] !== 'destructive_command')
      for (const arg of call.args) assessRead(scope, arg, call.program);
    const [signal, level, more = ''] = found;
    scope.find(signal, level, `${write.shown}${more}`);
  } else if (outside.has(noun) || write.is('mr', 'label', 'run', 'project')) judgeText(write);
  else scope.find('unknown_code', 'medium', write.shown);
}

/** What others read at the forge: an issue, a comment, a label. */
function judgeText(write: Write): void {
  const { call, scope, verb, shown } = write;
  const file = flagValue(call, '-F', '--body-file');
  if (file && file !== '-') assessRead(scope, { ...unknown(), text: file }, call.program);
  if (write.is('run') && scope.inProduction(call)) scope.find('production_change', 'high', shown);
  if (/\.env|secret/iu.test(display(verb))) scope.find('secret_access', 'high', shown);
}

/** The raw interface: the method decides, and fields without a method make it POST. */
function judgeApi(call: Call, scope: Scope): undefined {
  const path = commandWords(call, valued)[1] ?? '';
  const hasFields = call.args.some(
    arg => /^(-f|-F|--field|--raw-field|--input)(=|$)/u.test(arg.text) || /^-[fF]./u.test(arg.text),
  );
  const attached = call.args.map(arg => /^-X(.{3,7})$/u.exec(arg.text)?.[1]).find(Boolean);
  const method = (
    flagValue(call, '-X', '--method') ??
    attached ??
    (hasFields ? 'POST' : 'GET')
  ).toUpperCase();
  if (path.replace(/^\//u, '') === 'graphql') {
    const text = call.args.map(arg => arg.text).join(' ');
    if (!/mutation/u.test(text) && !call.args.some(arg => arg.text === '--input')) return undefined;
    scope.find('access_change', 'high', describe(call, 'changes through the raw interface'));
    return undefined;
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  const isGuard =
    /protection|rulesets|collaborators|teams|keys|hooks|secrets|visibility|actions\/permissions|memberships|branches/u.test(
      path,
    );
  if (method === 'DELETE')
    scope.find(
      isGuard ? 'access_change' : 'destructive_command',
      'critical',
      describe(call, `DELETE ${path}`),
    );
  else if (isGuard) scope.find('access_change', 'high', describe(call, `${method} ${path}`));
  else if (/\/(comments|issues|labels|assignees|reactions)(\/[0-9]{1,9})?$/u.test(path))
    scope.find('data_write', 'medium', describe(call, `${method} ${path}`));
  else scope.find('history_rewrite', 'high', describe(call, `${method} ${path}`));
  return undefined;
}

export const githubPrograms: Readonly<Record<string, Judge>> = {
  gh: judgeForge,
  hub: judgeForge,
  glab: judgeForge,
  tea: judgeForge,
};

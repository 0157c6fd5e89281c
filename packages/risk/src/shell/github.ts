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
  scope.change();
  judgeWrite(call, noun, verb, scope);
  return undefined;
};

function judgeWrite(call: Call, noun: string, verb: string, scope: Scope): void {
  const has = (...names: readonly string[]) => call.args.some(arg => names.includes(arg.text));
  const shown = describe(call, `${noun} ${verb}`);
  if (
    noun === 'secret' ||
    noun === 'variable' ||
    noun === 'ssh-key' ||
    noun === 'gpg-key' ||
    noun === 'deploy-key' ||
    noun === 'token'
  ) {
    scope.find(noun === 'variable' ? 'access_change' : 'new_credential', 'high', shown);
  } else if (verb === 'delete' || verb === 'archive' || verb === 'transfer') {
    scope.find(
      'destructive_command',
      noun === 'repo' || noun === 'project' ? 'critical' : 'high',
      shown,
    );
  } else if (noun === 'repo' && verb === 'create')
    scope.find('access_change', has('--public') ? 'high' : 'medium', shown);
  else if (noun === 'repo' || noun === 'ruleset' || noun === 'org')
    scope.find('access_change', 'high', shown);
  else if ((noun === 'pr' || noun === 'mr') && verb === 'merge')
    scope.find('history_rewrite', 'high', `${shown} writes to a shared branch`);
  else if (
    (noun === 'pr' || noun === 'mr') &&
    (verb === 'approve' || (verb === 'review' && has('--approve', '-a')))
  ) {
    scope.find('policy_tampering', 'high', `${shown} decides in the name of a person`);
  } else if (noun === 'release') {
    scope.find('deployment', has('--draft', '-d') && verb === 'create' ? 'medium' : 'high', shown);
    for (const arg of call.args) assessRead(scope, arg, call.program);
  } else if (noun === 'gist' || noun === 'snippet') {
    for (const arg of call.args) assessRead(scope, arg, call.program);
    scope.find('data_leaving', 'high', shown);
  } else if (noun === 'workflow' || noun === 'ci' || noun === 'pipeline') {
    if (verb === 'disable') scope.find('audit_tampering', 'high', shown);
    else {
      const name = call.args.map(arg => arg.text).join(' ');
      const deploys = /deploy|release|publish|rollback|promote/u.test(name);
      if (scope.inProduction(call)) scope.find('production_change', 'high', shown);
      else scope.find('deployment', deploys && !scope.inRehearsal(call) ? 'high' : 'medium', shown);
    }
  } else if (noun === 'extension' || noun === 'alias') scope.find('unknown_code', 'high', shown);
  else if (noun === 'codespace' || noun === 'cache') scope.find('deployment', 'medium', shown);
  else if (
    outside.has(noun) ||
    noun === 'mr' ||
    noun === 'label' ||
    noun === 'run' ||
    noun === 'project'
  ) {
    const file = flagValue(call, '-F', '--body-file');
    if (file && file !== '-') assessRead(scope, { ...unknown(), text: file }, call.program);
    if (noun === 'run' && scope.inProduction(call)) scope.find('production_change', 'high', shown);
    if (/\.env|secret/iu.test(display(verb))) scope.find('secret_access', 'high', shown);
  } else scope.find('unknown_code', 'medium', shown);
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

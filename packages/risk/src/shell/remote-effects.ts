import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from '../signals.ts';
import { takesValue } from './call-targets.ts';
import { type Call, describe, type Scope } from './scope.ts';
import type { Value } from './value.ts';

/** What a command of a cloud or infrastructure tool does to the place it acts on. */
export type RemoteEffect =
  | 'read'
  | 'local'
  | 'change'
  | 'destroy'
  | 'secret'
  | 'access'
  | 'credential'
  | 'audit'
  | 'publish'
  | 'export';

const destroyingVerbs = new Set(
  'delete destroy remove rm rb terminate purge drop wipe deregister schedule cancel revoke disable stop reset flush detach abort prune uninstall evict drain decommission nuke unset release down unlink rmi empty'.split(
    ' ',
  ),
);
const readingVerbs = new Set(
  (
    'describe list ls get head lookup search simulate validate estimate preview wait check query scan select help test detect show view read status info logs log tail diff plan ' +
    'print whoami version explain events top history inspect cat find count export-config ping doctor lint template verify watch ps tree dump-config completion docs open config-list batch'
  ).split(' '),
);
const accessWords =
  /(policy|policies|acl|permission|permissions|public-access|iam|rolebinding|role-assignment|grant|firewall|ingress|security-group|login-profile|group-membership|protection|visibility|collaborator|share)/u;

/** The effect that the words of a command spell, for tools without a table of their own. */
export function spelledEffect(words: readonly string[]): RemoteEffect {
  // What is destroyed may be called like a verb that reads: `apps destroy test`.
  const first = words.map(verbOf).find(verb => destroyingVerbs.has(verb) || readingVerbs.has(verb));
  if (first !== undefined && destroyingVerbs.has(first)) return 'destroy';
  for (const word of [...words].reverse()) {
    const verb = verbOf(word);
    if (readingVerbs.has(verb)) return 'read';
    if (destroyingVerbs.has(verb)) return 'destroy';
    if (/^(add|set|put|attach|create|update|modify|authorize|allow)$/u.test(verb)) {
      return accessWords.test(words.join(' ').toLowerCase()) ? 'access' : 'change';
    }
    if (
      /^(deploy|apply|run|start|restart|scale|enable|patch|edit|import|upload|sync|cp|mv|push|promote|rollback|resize|invoke|send|publish|tag|restore|move|rename|upgrade|install|up|launch|replace|register|associate|reboot|submit|execute|trigger|copy)$/u.test(
        verb,
      )
    )
      return 'change';
  }
  return 'change';
}

function verbOf(word: string): string {
  return word.toLowerCase().split(/[-_:]/u)[0] ?? '';
}

/** Options that take a safeguard away, whatever the command. */
function weakens(call: Call): boolean {
  return call.args.some(
    ({ text }, at) =>
      switchesOff(text, call.args[at + 1]?.text ?? '') ||
      /^--(no-[a-z-]{0,40}(protection|backup|backups|logging|encryption|ssl|auth|authenticated)|skip-final-snapshot|force-destroy|allow-unauthenticated|disable-[a-z-]{0,40}protection|publicly-accessible)/u.test(
        text,
      ) ||
      /^--acl=?public/u.test(text) ||
      text === 'public-read' ||
      text === 'public-read-write' ||
      /^(0\.0\.0\.0\/0|::\/0|allUsers|allAuthenticatedUsers)$/u.test(text) ||
      /cidr[a-z-]{0,12}=0\.0\.0\.0\/0/iu.test(text),
  );
}

const safeguards =
  /^--(?:enable-)?[a-z-]{0,40}(?:protection|encryption|logging|audit|auditing|soft-delete|https-only|mfa|waf|firewall)[a-z-]{0,20}(?:=(\w{1,12}))?$/u;

/** `--enable-purge-protection false`, `--default-action Allow`. */
function switchesOff(option: string, next: string): boolean {
  const given = safeguards.exec(option);
  if (given !== null) return /^(?:false|off|no|none|disabled)$/iu.test(given[1] ?? next);
  if (option === '--default-action') return /^allow$/iu.test(next);
  if (/^--(?:source-address-prefix(?:es)?|source-ranges)$/u.test(option))
    return /^(?:internet|any|\*|0\.0\.0\.0\/0)$/iu.test(next);
  return option === '--public-network-access' && /^enabled$/iu.test(next);
}

/** Rights over everything, by the names the vendors give them. */
function grantsAll(call: Call): boolean {
  return call.args.some(({ text }) =>
    /(AdministratorAccess|PowerUserAccess|IAMFullAccess|roles\/(owner|editor)|^(--clusterrole=)?cluster-admin$|^Owner$|"Action"\s?:\s?"\*")/u.test(
      text.slice(0, 4096),
    ),
  );
}

/** Effects that mean the same wherever they happen. */
const simpleEffects: Partial<Readonly<Record<RemoteEffect, readonly [SignalName, RiskLevel]>>> = {
  secret: ['secret_access', 'high'],
  credential: ['new_credential', 'high'],
  audit: ['audit_tampering', 'critical'],
  access: ['access_change', 'high'],
  publish: ['deployment', 'high'],
  export: ['data_leaving', 'high'],
};

/**
 * Turns an effect into findings. A change in production is high, and a loss is critical. For a loss, an unnamed place
 * counts as production.
 */
export function assessRemote(call: Call, effect: RemoteEffect, what: string, scope: Scope): void {
  const production = scope.inProduction(call);
  const rehearsal = scope.inRehearsal(effect === 'export' ? towards(call) : call, true);
  const shown = describe(call, what);
  if (effect === 'read' || effect === 'local') {
    if (effect === 'local') scope.change();
    return;
  }
  if (weakens(call)) scope.find('access_change', 'high', `${shown} without a safeguard`);
  const simple = simpleEffects[effect];
  if (simple) {
    const [signal] = simple;
    const level = effect === 'access' && grantsAll(call) ? 'critical' : simple[1];
    scope.find(signal, effect === 'export' && rehearsal ? 'medium' : level, shown);
    return;
  }
  if (effect === 'destroy') {
    scope.find(
      'destructive_command',
      production ? 'critical' : rehearsal ? 'medium' : 'high',
      shown,
    );
  }
  if (production)
    scope.find('production_change', effect === 'destroy' ? 'critical' : 'high', shown);
  else if (effect === 'change') scope.find('deployment', rehearsal ? 'medium' : 'high', shown);
}

/** What is sent somewhere is judged by where it goes, not by what the files here are called. */
function towards(call: Call): Call {
  const operands = call.args.filter(arg => !arg.text.startsWith('-'));
  const last = operands.at(-1);
  return {
    ...call,
    args: call.args.filter(
      arg => arg === last || !operands.includes(arg) || isOptionValue(call, arg),
    ),
  };
}

function isOptionValue(call: Call, arg: Value): boolean {
  const before = call.args[call.args.indexOf(arg) - 1];
  return before?.text.startsWith('--') === true && !before.text.includes('=');
}

/** The words of a command line that are not options or their values. */
export function commandWords(call: Call, valued: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < call.args.length && words.length < 64; i++) {
    const text = call.args[i]?.text ?? '';
    if (text === '--') break;
    if (!text.startsWith('-')) words.push(text);
    else if (!text.includes('=') && (valued.includes(text) || isReason(text, words.length))) i++;
  }
  return words;
}

/** After the verb, a word after an unknown option is taken for its value: `--message test` is no test. */
function isReason(option: string, words: number): boolean {
  return words > 0 && option.startsWith('--') && takesValue(option, option.slice(2));
}

/** The value of an option in either spelling. */
export function flagValue(call: Call, ...names: readonly string[]): string | undefined {
  for (let i = 0; i < call.args.length; i++) {
    const text = call.args[i]?.text ?? '';
    for (const name of names) {
      if (text === name) return call.args[i + 1]?.text ?? '';
      if (text.startsWith(`${name}=`)) return text.slice(name.length + 1);
    }
  }
  return undefined;
}

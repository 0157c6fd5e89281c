import { isSecretName } from './hosts.ts';
import { parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { unknown, type Value } from './value.ts';

function prints(call: Call, scope: Scope, what: string): Value {
  scope.find('secret_access', 'high', describe(call, what));
  return unknown(['secret']);
}

/** The words of a command line that are not options. */
function words(call: Call): readonly string[] {
  return call.args.filter(arg => !arg.text.startsWith('-')).map(arg => arg.text);
}

/** A program that keeps secrets: some words list or check, some print, the others change. */
function keeper(reads: string, printing: string): Judge {
  const listing = new Set(reads.split(' '));
  const showing = new Set(printing.split(' '));
  return (call, scope) => {
    const given = words(call);
    if (given.some(word => showing.has(word)))
      return prints(call, scope, given.slice(0, 2).join(' '));
    if (given.length === 0 || given.some(word => listing.has(word))) return undefined;
    scope.find('access_change', 'high', describe(call, given.slice(0, 2).join(' ')));
    return undefined;
  };
}

const judgePrintenv: Judge = (call, scope) => {
  const names = words(call);
  if (names.length === 0 && scope.narrowed) return undefined;
  if (names.length === 0) return prints(call, scope, 'prints the whole environment');
  const isSecret = names.some(isSecretName) || call.args.some(arg => arg.origins.has('generated'));
  return isSecret ? prints(call, scope, 'prints a credential from the environment') : undefined;
};

export const secretPrograms: Readonly<Record<string, Judge>> = {
  printenv: judgePrintenv,
  vault: keeper(
    'status list path-help version token-lookup',
    'read get login token unwrap operator write',
  ),
  pass: keeper('ls list find grep', 'show -c insert generate'),
  gopass: keeper('ls list find', 'show cat'),
  bw: keeper('status list-items sync', 'get list export unlock'),
  op: keeper('whoami account vault', 'read get item document signin inject run'),
  lpass: keeper('status ls', 'show export'),
  keyring: keeper('--list-backends', 'get'),
  'secret-tool': keeper('', 'lookup search'),
  doppler: keeper('me configs projects setup', 'secrets run'),
  chamber: keeper('list list-services', 'read export env exec'),
  infisical: keeper('', 'secrets export run'),
  sops: (call, scope) =>
    call.args.some(arg => /^(-d|--decrypt|decrypt|exec-env|exec-file)$/u.test(arg.text))
      ? prints(call, scope, 'decrypts secrets')
      : undefined,
  age: (call, scope) =>
    call.args.some(arg => /^(-d|--decrypt)$/u.test(arg.text))
      ? prints(call, scope, 'decrypts')
      : undefined,
  'ansible-vault': (call, scope) =>
    ['view', 'decrypt', 'edit', 'rekey'].includes(call.args[0]?.text ?? '')
      ? prints(call, scope, 'decrypts secrets')
      : undefined,
  gpg: (call, scope) => {
    const { flags } = parseOptions(call.args, {
      short: 'ruo',
      long: ['recipient', 'output', 'local-user', 'keyserver'],
    });
    const has = (...names: readonly string[]) => names.some(name => flags.has(name));
    if (has('export-secret-keys', 'export-secret-subkeys'))
      return prints(call, scope, 'exports private keys');
    if (has('d', 'decrypt')) return unknown(['encoded', 'secret']);
    if (has('delete-secret-keys', 'delete-keys'))
      scope.find('destructive_command', 'critical', describe(call, 'deletes keys'));
    else if (has('gen-key', 'full-generate-key', 'quick-generate-key'))
      scope.find('new_credential', 'high', describe(call, 'makes a key'));
    else scope.change();
    return undefined;
  },
  security: (call, scope) => {
    const verb = call.args[0]?.text ?? '';
    if (/^(find-(generic|internet)-password|dump-keychain|export)$/u.test(verb))
      return prints(call, scope, verb);
    if (/^(list-keychains|find-identity|find-certificate)$/u.test(verb)) return undefined;
    scope.find('access_change', 'high', describe(call, verb));
    return undefined;
  },
  openssl: (call, scope) => {
    const verb = call.args[0]?.text ?? '';
    const decodes = call.args.some(arg => arg.text === '-d');
    if (/^(enc|base64|aes-|des)/u.test(verb) && decodes)
      return unknown([...(call.stdin?.origins ?? []), 'encoded']);
    if (/^(genrsa|genpkey|gendsa|ecparam)$/u.test(verb))
      scope.find('new_credential', 'high', describe(call, 'makes a key'));
    if (
      /^(rsa|pkey|ec|pkcs12|pkcs8)$/u.test(verb) &&
      !call.args.some(arg => arg.text === '-pubin' || arg.text === '-pubout')
    )
      return prints(call, scope, 'reads a private key');
    return undefined;
  },
  getent: (call, scope) =>
    /^g?shadow$/u.test(call.args[0]?.text ?? '')
      ? prints(call, scope, 'password hashes')
      : undefined,
  certutil: (call, scope) => {
    if (call.args.some(arg => /urlcache|decode/iu.test(arg.text)))
      return unknown(['network', 'encoded']);
    scope.change();
    return undefined;
  },
  htpasswd: (call, scope) => {
    scope.find('new_credential', 'high', describe(call, 'sets a password'));
    return undefined;
  },
  mimikatz: (call, scope) => prints(call, scope, 'takes credentials from memory'),
};

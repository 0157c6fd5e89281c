import { assessRead, assessRemoval, assessWrite, markFilled } from './file-effects.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import type { Call, Scope } from './scope.ts';
import { display, literal, unknown, type Value } from './value.ts';

/** What comes out of an archive comes from where the archive came from. */
function unpack(call: Call, archive: Value | undefined, folder: string, scope: Scope): void {
  const content =
    (archive && archive.text !== '-' ? scope.written(scope.path(archive)) : call.stdin) ??
    unknown();
  if (content.origins.has('network')) markFilled(scope, folder, unknown(['network']));
  const { place } = scope.path(literal(folder));
  if (place === 'system' || place === 'root')
    scope.find('system_file', 'high', `tar unpacks into ${display(folder)}`);
}

/** Archives: what is unpacked lands somewhere, and tar can run programs on the way. */
const judgeTar: Judge = (call, scope) => {
  const [first] = call.args;
  const args =
    first && !first.text.startsWith('-')
      ? [{ ...first, text: `-${first.text}` }, ...call.args.slice(1)]
      : call.args;
  const options = parseOptions(args, {
    short: 'fCXTbI',
    long: [
      'file',
      'directory',
      'exclude',
      'exclude-from',
      'files-from',
      'use-compress-program',
      'checkpoint-action',
      'to-command',
      'rsh-command',
    ],
  });
  for (const name of [
    'checkpoint-action',
    'to-command',
    'use-compress-program',
    'I',
    'rsh-command',
  ]) {
    const code = optionValue(options, name);
    if (code) scope.runner.text(scope, { ...code, text: code.text.replace(/^exec=/u, '') }, null);
  }
  const archive = optionValue(options, 'f', 'file');
  const folder = optionValue(options, 'C', 'directory')?.text ?? '.';
  if (hasOption(options, 'x', 'extract', 'get')) {
    // A command or the output takes what comes out, and no file is written.
    if (!hasOption(options, 'O', 'to-stdout', 'to-command')) scope.change();
    unpack(call, archive, folder, scope);
    return literal('');
  }
  if (hasOption(options, 'remove-files'))
    assessRemoval(scope, options.operands, { by: 'tar --remove-files', recursive: true });
  let isSecret = false;
  if (hasOption(options, 'c', 'r', 'u', 'create')) {
    for (const operand of options.operands)
      if (assessRead(scope, operand, 'tar') || isSecretFolder(operand)) isSecret = true;
    if (isSecret) scope.find('secret_access', 'high', 'tar packs credentials');
    if (archive && archive.text !== '-')
      assessWrite(scope, archive, {
        by: 'tar',
        replaces: true,
        content: unknown(isSecret ? ['secret'] : []),
      });
  }
  return unknown(isSecret ? ['secret'] : []);
};

function isSecretFolder(value: Value): boolean {
  return /(^|\/)\.(ssh|aws|gnupg|kube|azure)\/?$/u.test(value.text);
}

const judgeUnzip: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'dxP' });
  const [archive] = options.operands;
  const content = archive ? scope.written(scope.path(archive)) : undefined;
  if (content?.origins.has('network'))
    markFilled(scope, optionValue(options, 'd')?.text ?? '.', content);
  scope.change();
  return undefined;
};

const judgeZip: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'bntTxi', long: ['unzip-command'] });
  const code = optionValue(options, 'TT', 'unzip-command');
  if (code) scope.runner.text(scope, code, null);
  const isSecret = options.operands
    .slice(1)
    .some(operand => assessRead(scope, operand, 'zip') || isSecretFolder(operand));
  const [archive] = options.operands;
  if (archive)
    assessWrite(scope, archive, {
      by: 'zip',
      replaces: false,
      content: unknown(isSecret ? ['secret'] : []),
    });
  return undefined;
};

export const archivePrograms: Readonly<Record<string, Judge>> = {
  tar: judgeTar,
  gtar: judgeTar,
  bsdtar: judgeTar,
  unzip: judgeUnzip,
  '7z': judgeUnzip,
  zip: judgeZip,
};

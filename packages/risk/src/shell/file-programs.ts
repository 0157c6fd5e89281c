import { archivePrograms } from './archive-programs.ts';
import {
  assessRead,
  assessRemoval,
  assessWrite,
  markCreated,
  markForeign,
} from './file-effects.ts';
import { findPrograms } from './find-programs.ts';
import { isUrl } from './hosts.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import { isOwnPath } from './own-operands.ts';
import { isRebuildable } from './paths.ts';
import { isPolicyPath } from './policy-paths.ts';
import type { Judge } from './run-command.ts';
import type { Call, Scope } from './scope.ts';
import { isDataPath } from './sensitive-paths.ts';
import { display, literal, unknown, type Value } from './value.ts';

/** Switches of Windows look like paths: `del /s /q dist`. */
const judgeDel: Judge = (call, scope) =>
  judgeRemove({ ...call, args: call.args.filter(arg => !/^\/[a-z]$/iu.test(arg.text)) }, scope);

const judgeRemove: Judge = (call, scope) => {
  const options = parseOptions(
    call.args,
    call.program === 'shred' ? { short: 'ns', long: ['iterations', 'size'] } : {},
  );
  assessRemoval(scope, options.operands, {
    by: call.program,
    recursive: hasOption(options, 'r', 'R', 'recursive'),
    shreds: call.program !== 'rm' && call.program !== 'unlink' && call.program !== 'rmdir',
  });
  return literal('');
};

const judgeMakeFilesystem: Judge = (call, scope) => {
  scope.find(
    'destructive_command',
    'critical',
    `${call.program} ${display(call.args.at(-1)?.text ?? '')}`,
  );
  return undefined;
};

/** `cp` and `mv` put the last operand, or the value of `-t`, in the place of whatever was there. */
const judgeCopy: Judge = (call, scope) => {
  const { program } = call;
  const options = parseOptions(call.args, {
    short: 'tSmog',
    long: ['target-directory', 'suffix', 'mode', 'owner', 'group'],
  });
  const folder = optionValue(options, 't', 'target-directory');
  const target = folder ?? options.operands.at(-1);
  const sources = folder ? options.operands : options.operands.slice(0, -1);
  if (target === undefined) return undefined;
  const empties = sources.some(source => scope.path(source).text === '/dev/null');
  const [only] = sources;
  const content =
    only && sources.length === 1 ? (scope.written(scope.path(only)) ?? unknown()) : unknown();
  const keepsOld = hasOption(options, 'n', 'no-clobber', 'b', 'backup');
  if (program === 'mv') judgeMoved(sources, target, scope);
  else for (const source of sources) assessRead(scope, source, program);
  assessWrite(scope, target, {
    by: program,
    replaces: !keepsOld,
    empties,
    ...(program === 'cp' && !empties ? { content } : {}),
  });
  if (program === 'mv') rememberMoved(only, target, content, scope);
  return literal('');
};

function judgeMoved(sources: readonly Value[], target: Value, scope: Scope): void {
  const isGone = scope.path(target).place === 'sink';
  for (const source of sources) {
    const path = scope.path(source);
    const shown = `mv: ${display(path.text)}`;
    if (isPolicyPath(path) || isOwnPath(scope, source))
      scope.find('policy_tampering', 'critical', shown);
    if (isGone) scope.find('destructive_command', 'critical', shown);
    else if (path.place === 'system') scope.find('system_file', 'high', shown);
    else if (
      (path.place === 'outside' || path.place === 'home') &&
      !scope.machine.created.has(path.text)
    )
      scope.find('destructive_command', 'high', `${shown} is moved away`);
    if (path.segments.at(-1) === '.git') scope.find('destructive_command', 'critical', shown);
  }
}

/** What was valuable stays valuable under a name that sounds like build output. */
function rememberMoved(
  source: Value | undefined,
  target: Value,
  content: Value,
  scope: Scope,
): void {
  if (source === undefined) return;
  const from = scope.path(source);
  if (scope.machine.created.has(from.text)) {
    markCreated(scope, target);
    scope.machine.files.set(scope.path(target).text, content);
  } else if (!isRebuildable(from, scope.context.settings.rebuildable)) markForeign(scope, target);
}

const judgeLink: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] });
  const [source, target] = options.operands;
  if (source === undefined) return undefined;
  const name = target ?? literal(source.text.slice(source.text.lastIndexOf('/') + 1));
  const isEmpty = scope.path(source).text === '/dev/null';
  assessWrite(scope, name, {
    by: 'ln',
    replaces: hasOption(options, 'f', 'force'),
    empties: isEmpty,
  });
  markForeign(scope, name);
  return literal('');
};

const judgeTee: Judge = (call, scope) => {
  const options = parseOptions(call.args);
  const content = call.stdin ?? unknown();
  for (const target of options.operands) {
    assessWrite(scope, target, {
      by: 'tee',
      replaces: !hasOption(options, 'a', 'append'),
      content,
    });
  }
  return content;
};

const judgeDd: Judge = (call, scope) => {
  const named = (key: string) => call.args.find(arg => arg.text.startsWith(`${key}=`));
  const source = named('if');
  const target = named('of');
  if (source) assessRead(scope, { ...source, text: source.text.slice(3) }, 'dd');
  if (target === undefined) return call.stdin ?? unknown();
  const value = { ...target, text: target.text.slice(3) };
  const empties = source !== undefined && /^if=\/dev\/(zero|null|u?random)$/u.test(source.text);
  const isOwn = ['temp', 'sink'].includes(scope.path(value).place);
  if (empties && !isOwn && scope.path(value).place !== 'project')
    scope.find('destructive_command', 'critical', `dd: ${display(value.text)}`);
  else {
    // Zeros make a new disk image, but never a database.
    const spoils =
      empties && isDataPath(scope.path(value)) && !/\.(img|qcow2|vmdk)$/u.test(value.text);
    assessWrite(scope, value, {
      by: 'dd',
      replaces: true,
      empties: spoils,
      content: call.stdin ?? unknown(),
    });
  }
  return literal('');
};

const judgeRsync: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'efTBM',
    long: [
      'rsh',
      'exclude',
      'include',
      'filter',
      'exclude-from',
      'files-from',
      'temp-dir',
      'rsync-path',
      'password-file',
      'partial-dir',
      'log-file',
      'backup-dir',
      'bwlimit',
    ],
  });
  const isPreview = hasOption(options, 'n', 'dry-run', 'list-only');
  for (const name of ['e', 'rsh']) {
    const code = optionValue(options, name);
    if (code && !/^ssh(\s|$)/u.test(code.text)) scope.runner.text(scope, code, null);
  }
  const target = options.operands.at(-1);
  if (isPreview || target === undefined) return undefined;
  const deletes =
    [...options.flags].some(flag => flag.startsWith('del')) ||
    options.flags.has('remove-source-files');
  for (const source of options.operands.slice(0, -1)) assessRead(scope, source, 'rsync');
  if (isRemote(target.text)) {
    scope.find(
      'data_leaving',
      scope.inRehearsal({ ...call, args: [target] }) ? 'medium' : 'high',
      `rsync to ${display(target.text)}`,
    );
    if (deletes)
      scope.find('destructive_command', 'critical', `rsync deletes at ${display(target.text)}`);
  } else if (deletes && !isRebuildable(scope.path(target), scope.context.settings.rebuildable)) {
    scope.find('destructive_command', 'critical', `rsync deletes in ${display(target.text)}`);
  } else
    assessWrite(scope, target, { by: 'rsync', replaces: scope.path(target).place !== 'project' });
  return undefined;
};

/** `host:path` or `user@host:path`, but not a Windows drive or a URL of a file. */
export function isRemote(text: string): boolean {
  return /^[^/:]{2,255}:/u.test(text) || isUrl(text);
}

function writesAll(call: Call, scope: Scope, short: string, replaces = false): undefined {
  for (const target of parseOptions(call.args, { short }).operands)
    assessWrite(scope, target, { by: call.program, replaces });
  return undefined;
}

export const filePrograms: Readonly<Record<string, Judge>> = {
  ...findPrograms,
  ...archivePrograms,
  ...Object.fromEntries(
    'rm unlink rmdir shred srm wipe'.split(' ').map(name => [name, judgeRemove]),
  ),
  ...Object.fromEntries('del erase rd'.split(' ').map(name => [name, judgeDel])),
  ...Object.fromEntries(
    'mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mke2fs mkswap wipefs fdisk sfdisk parted gdisk sgdisk blkdiscard hdparm cryptsetup lvremove vgremove pvremove zpool mdadm'
      .split(' ')
      .map(name => [name, judgeMakeFilesystem]),
  ),
  cp: judgeCopy,
  mv: judgeCopy,
  install: judgeCopy,
  ln: judgeLink,
  tee: judgeTee,
  sponge: judgeTee,
  dd: judgeDd,
  gzip: (call, scope) => {
    scope.change();
    return call.args.some(arg => /^-[a-z]{0,4}d/u.test(arg.text))
      ? unknown(['encoded', ...(call.stdin?.origins ?? [])])
      : undefined;
  },
  rsync: judgeRsync,
  truncate: (call, scope) => {
    const options = parseOptions(call.args, { short: 'sro', long: ['size', 'reference'] });
    const empties = !(optionValue(options, 's', 'size')?.text ?? '0').startsWith('+');
    for (const target of options.operands)
      assessWrite(scope, target, { by: 'truncate', replaces: true, empties });
    return undefined;
  },
  fallocate: (call, scope) => writesAll(call, scope, 'lo'),
  touch: (call, scope) => writesAll(call, scope, 'drtA'),
  mkdir: (call, scope) => {
    const options = parseOptions(call.args, { short: 'm' });
    for (const target of options.operands) {
      if (['system', 'root'].includes(scope.path(target).place))
        scope.find('system_file', 'high', `mkdir ${display(target.text)}`);
      if (!hasOption(options, 'p', 'parents')) markCreated(scope, target);
    }
    scope.change();
    return undefined;
  },
  mktemp: call => {
    const isInTemp = !call.args.some(
      arg =>
        arg.text.startsWith('-p') ||
        (!arg.text.startsWith('-') && !arg.text.startsWith('/tmp/') && arg.text.includes('/')),
    );
    return isInTemp ? literal('/tmp/tmp.mktemp') : unknown();
  },
  split: (call, scope) => writesAll(call, scope, 'bnlaC'),
  patch: (_, scope) => {
    scope.change();
    return undefined;
  },
};

import type { RiskLevel } from '@countersign/protocol/value';
import { givesEnvironment, setsSwitch } from '../own/own-switches.ts';
import { isAmongOutputs, makerOf } from './generated-outputs.ts';
import { isProgramOfOwn } from './own-code.ts';
import { assessOwnRead, holdsOwnPath, isOwnPath } from './own-operands.ts';
import { isRebuildable, type Path } from './paths.ts';
import { isPolicyPath } from './policy-paths.ts';
import type { Scope } from './scope.ts';
import { isAuditPath, isDataPath, isSecretPath, runsLater } from './sensitive-paths.ts';
import { display, isKnown, UNKNOWN, type Value, withOrigins } from './value.ts';

/** How a file is written. */
interface Writing {
  readonly by: string;
  /** What the file held before is gone. */
  readonly replaces: boolean;
  /** Nothing comes in its place. */
  readonly empties?: boolean;
  readonly content?: Value | undefined;
}

/** Looks at one file about to be written, and remembers what will be in it. */
export function assessWrite(scope: Scope, target: Value, writing: Writing): void {
  const path = scope.path(target);
  if (path.place === 'sink') return;
  scope.change();
  const shown = `${writing.by}: ${display(path.text)}`;
  if (isPolicyPath(path) || isOwnPath(scope, target)) {
    scope.find('policy_tampering', 'critical', shown);
  } else if (runsLater(path)) {
    const level = /authorized_keys|cron|systemd/u.test(path.text) ? 'critical' : 'high';
    scope.find('persistence', level, shown);
  } else if (isAuditPath(path) && writing.replaces) {
    scope.find('audit_tampering', 'critical', shown);
  }
  if (givesEnvironment(path.text) && setsSwitch(writing.content?.text ?? '', scope.own))
    scope.find('policy_tampering', 'critical', `${shown} sets a switch of the approval system`);
  if (/(^|\/)etc\/hosts$/u.test(path.text) && scope.own.reaches(writing.content?.text ?? ''))
    scope.find(
      'policy_tampering',
      'critical',
      `${shown} gives the approval system another address`,
    );
  if (isProgramOfOwn(scope, path.text, writing.content))
    scope.find(
      'policy_tampering',
      'critical',
      `${shown} becomes a program that reaches the approval system`,
    );
  assessPlace(scope, path, writing, shown);
  if (path.segments.at(-1) === 'package.json' && addsInstallScript(writing.content)) {
    scope.find('persistence', 'high', `${shown} gets an install script`);
  }
  remember(scope, path, writing);
}

function assessDevice(scope: Scope, path: string, shown: string): void {
  if (/^\/dev\/(tcp|udp)\/(?:127\.0\.0\.1|localhost)\//u.test(path)) return;
  const isNetwork = /^\/dev\/(tcp|udp)\//u.test(path);
  scope.find(isNetwork ? 'remote_shell' : 'destructive_command', 'critical', shown);
}

function assessPlace(scope: Scope, path: Path, writing: Writing, shown: string): void {
  const isOwn = scope.machine.created.has(path.text);
  switch (path.place) {
    case 'device':
      assessDevice(scope, path.text, shown);
      return;
    case 'system':
    case 'root':
      scope.find(
        'system_file',
        /sudoers|passwd|shadow/u.test(path.text) ? 'critical' : 'high',
        shown,
      );
      if (writing.empties) scope.find('destructive_command', 'critical', shown);
      return;
    case 'unknown':
      if (writing.empties) scope.find('destructive_command', 'high', shown);
      return;
    case 'outside':
    case 'home':
      if (isOwn) return;
      if (writing.empties || (writing.replaces && isDataPath(path)))
        scope.find('destructive_command', 'critical', shown);
      else if (writing.replaces && !isFolderOfOwn(scope, path))
        scope.find('destructive_command', 'high', shown);
      return;
    default:
      if (!isOwn) assessInProject(scope, path, writing, shown);
  }
}

/** A file of the project itself. */
function assessInProject(scope: Scope, path: Path, writing: Writing, shown: string): void {
  if (isRebuildable(path, scope.context.settings.rebuildable)) return;
  if (writing.replaces && isDataPath(path) && writing.empties)
    scope.find('destructive_command', 'critical', shown);
  else if (writing.empties && !/\.(log|out|txt\.tmp)$/u.test(path.text))
    scope.find('destructive_command', 'high', shown);
}

/** Caches and settings folders of tools, where tools write all day. */
function isFolderOfOwn(scope: Scope, path: Path): boolean {
  if (isRebuildable(path, scope.context.settings.rebuildable)) return true;
  return path.segments.some(segment => ['.cache', '.local', 'Downloads'].includes(segment));
}

function addsInstallScript(content: Value | undefined): boolean {
  return (
    content !== undefined &&
    /"?(pre|post)?(install|prepare)"?\s{0,4}[:=]/u.test(content.text.slice(0, 65_536))
  );
}

function remember(scope: Scope, path: Path, writing: Writing): void {
  if (scope.machine.files.size >= 1000) return;
  // Appending to a file, or editing it in place, does not make it the script's own.
  if (writing.content === undefined) return;
  if (writing.replaces && path.place !== 'unknown') scope.machine.created.add(path.text);
  const before = writing.replaces ? undefined : scope.machine.files.get(path.text);
  const content = before
    ? {
        ...withOrigins(writing.content, ...before.origins),
        text: `${before.text}\n${writing.content.text}`,
      }
    : writing.content;
  scope.machine.files.set(path.text, content);
}

/** Looks at one file about to be read; true if it holds a secret. */
export function assessRead(scope: Scope, source: Value, by: string): boolean {
  assessOwnRead(scope, source, by);
  const path = scope.path(source);
  if (source.text.includes('\n') || source.text.length > 1024) return false;
  if (!isSecretPath(path)) return false;
  scope.find('secret_access', 'high', `${by}: ${display(path.text)}`);
  return true;
}

/** How something is removed. */
interface Removal {
  readonly by: string;
  readonly recursive: boolean;
  /** Nothing can bring it back, not even a copy of the disk. */
  readonly shreds?: boolean;
}

/** Looks at paths about to be removed. Critical, unless every one can be made again. */
export function assessRemoval(scope: Scope, targets: readonly Value[], removal: Removal): void {
  scope.change();
  const paths = targets.slice(0, 64).map(target => scope.path(target));
  for (const target of targets) {
    const path = scope.path(target);
    const shown = `${removal.by}: ${display(path.text === '' ? '.' : path.text)}`;
    if (path.place === 'sink') continue;
    if (isPolicyPath(path) || isOwnPath(scope, target) || holdsOwnPath(scope, target))
      scope.find('policy_tampering', 'critical', shown);
    if (isAuditPath(path)) scope.find('audit_tampering', 'critical', shown);
    if (canBeMadeAgain(scope, target, path)) continue;
    const level = lossLevel(path, target, removal);
    const maker = isForeign(scope, path) || target.glob ? undefined : makerOf(path);
    if (maker === undefined || scope.machine.pending.length >= 1000)
      scope.find('destructive_command', level, shown);
    else if (!isAmongOutputs(path, paths, removal.by)) {
      const { at } = scope.machine;
      scope.machine.pending.push({ maker, path: path.text, level, evidence: shown, at });
    }
  }
}

function isForeign(scope: Scope, path: Path): boolean {
  for (const foreign of scope.machine.foreign)
    if (path.text === foreign || path.text.startsWith(`${foreign}/`)) return true;
  return false;
}

function canBeMadeAgain(scope: Scope, target: Value, path: Path): boolean {
  if (!isKnown(target) || path.turns || isForeign(scope, path)) return false;
  if (!target.glob && scope.machine.created.has(path.text)) return true;
  return isRebuildable(path, scope.context.settings.rebuildable);
}

/** One or a few named files of the project can often be had back from version control, a tree cannot. */
function lossLevel(path: Path, target: Value, removal: Removal): RiskLevel {
  if (removal.recursive || removal.shreds || target.glob || !isKnown(target)) return 'critical';
  if (path.place !== 'project' || isDataPath(path)) return 'critical';
  return 'high';
}

/** Marks a path as leading elsewhere than its name says, so that it no longer counts as rebuildable. */
export function markForeign(scope: Scope, target: Value): void {
  if (scope.machine.foreign.size < 1000) scope.machine.foreign.add(scope.path(target).text);
}

/** Marks a path as made by this script. */
export function markCreated(scope: Scope, target: Value): void {
  if (target.text.includes(UNKNOWN) || scope.machine.created.size >= 1000) return;
  scope.machine.created.add(scope.path(target).text);
}

/** Marks a folder as filled with something, e.g. a downloaded archive. */
export function markFilled(scope: Scope, folder: string, content: Value): void {
  const path = scope.path({ ...content, text: folder });
  if (scope.machine.files.size < 1000) scope.machine.files.set(`${path.text}/**`, content);
}

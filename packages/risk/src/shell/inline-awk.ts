import { assembledIn } from '../own/own-text.ts';
import { assessRead, assessWrite } from './file-effects.ts';
import { optionValue, parseOptions } from './options.ts';
import type { Call, Scope } from './scope.ts';
import { literal, unknown, type Value } from './value.ts';

/** The string literals of an awk program, each with what stands before and after it. */
function strings(program: string): { text: string; before: string; after: string }[] {
  const found: { text: string; before: string; after: string }[] = [];
  for (let i = 0; i < program.length && found.length < 200; i++) {
    if (program.charAt(i) !== '"') continue;
    const start = ++i;
    while (i < program.length && program.charAt(i) !== '"') i += program.charAt(i) === '\\' ? 2 : 1;
    found.push({
      text: program.slice(start, i).replaceAll('\\"', '"'),
      before: program.slice(Math.max(0, start - 40), start - 1).trimEnd(),
      after: program.slice(i + 1, i + 40).trimStart(),
    });
  }
  return found;
}

/** `f = "policy" ".yaml"; print > f`: a name that is put together. */
export function assessAwkNames({ text }: Value, scope: Scope): void {
  if (text.includes('>') && assembledIn(text, scope.own, scope.folders) !== null)
    scope.find('policy_tampering', 'critical', 'awk writes a file of the approval system');
}

/** awk can run commands, read their output and write files: `system`, `getline`, `|`, `>`. */
export function assessAwk(program: Value, scope: Scope): void {
  const { text } = program;
  let runs = 0;
  const held = new Map<string, { readonly content: string; readonly whole: boolean }>();
  for (const { text: content, before, after } of strings(text.slice(0, 65_536))) {
    if (/system\s?\($/u.test(before) || /^\|&?\s?getline/u.test(after) || /\|&?$/u.test(before)) {
      runs++;
      const output = scope.runner.text(scope, literal(content), null);
      if (output.origins.has('network') && /system\s?\(/u.test(text))
        scope.find('remote_code', 'critical', 'awk runs what was downloaded');
    } else if (/(?:^|[^\w])([A-Za-z_]\w{0,40})\s?=$/u.test(before)) {
      const name = /([A-Za-z_]\w{0,40})\s?=$/u.exec(before)?.[1] ?? '';
      held.set(name, { content, whole: /^(?:[;}\n]|$)/u.test(after) });
    } else if (/print[^|]{0,30}>{1,2}$/u.test(before)) {
      assessWrite(scope, literal(content), {
        by: 'awk',
        replaces: true,
        content: unknown(['generated']),
      });
    } else if (/^\/inet/u.test(content)) {
      scope.find('remote_shell', 'critical', 'awk opens a network connection');
    }
  }
  for (const [name, { content, whole }] of held) {
    const uses = new RegExp(
      `system\\s?\\(\\s?${name}\\s?\\)|\\b${name}\\s?\\|&?\\s?getline|\\|&?\\s?${name}\\b`,
      'u',
    );
    if (!uses.test(text)) continue;
    runs++;
    scope.runner.text(scope, literal(content), null);
    if (!whole) scope.find('opaque_payload', 'high', 'awk puts a command together and runs it');
  }
  const calls = text.split('system').length - 1;
  if (calls > 0 && /system\s?\(/u.test(text) && runs < calls)
    scope.find('opaque_payload', 'high', 'awk runs commands made from its input');
  else if (/[|]\s?getline/u.test(text) && runs === 0)
    scope.find('opaque_payload', 'high', 'awk runs commands made from its input');
}

/** sed: files edited in place, and the commands that write files or run programs. True if a secret was read. */
export function assessSed(call: Call, scope: Scope): boolean {
  const options = parseOptions(call.args, {
    short: 'efl',
    long: ['expression', 'file', 'line-length'],
  });
  const given = [...(options.values.get('e') ?? []), ...(options.values.get('expression') ?? [])];
  const hasScript = given.length > 0 || optionValue(options, 'f', 'file') !== undefined;
  const scripts = hasScript ? given : options.operands.slice(0, 1);
  const files = hasScript ? options.operands : options.operands.slice(1);
  // `-i` may carry a suffix, whose letters then look like further options.
  const edits =
    options.flags.has('i') ||
    options.flags.has('in-place') ||
    call.args.some(arg => arg.text.startsWith('--in-place'));
  for (const script of scripts) assessSedScript(script.text, scope);
  let secret = false;
  for (const file of files) {
    if (edits) assessWrite(scope, file, { by: 'sed -i', replaces: false });
    else if (assessRead(scope, file, 'sed')) secret = true;
  }
  if (edits && files.some(file => scope.path(file).place === 'outside'))
    scope.find('destructive_command', 'high', 'sed -i edits files outside the project');
  return secret;
}

function assessSedScript(script: string, scope: Scope): void {
  for (const line of script.slice(0, 65_536).split(/[\n;]/u)) {
    const text = line.trim();
    const runs = /^([0-9]{1,9}|\$|)\s?e(\s(.{1,2000}))?$/u.exec(text);
    if (runs?.[3] !== undefined) scope.runner.text(scope, literal(runs[3]), null);
    else if (runs && text.length > 1)
      scope.find('opaque_payload', 'high', 'sed runs commands made from its input');
    const delimiter = /^s(.)/u.exec(text)?.[1];
    if (delimiter !== undefined && text.split(delimiter).length === 4) {
      const flags = text.split(delimiter)[3] ?? '';
      if (/^[gpiI0-9]{0,6}e/u.test(flags))
        scope.find('opaque_payload', 'high', 'sed runs the replaced text');
      const target = /^[gpiI0-9]{0,6}w\s?(.{1,1000})$/u.exec(flags)?.[1];
      if (target)
        assessWrite(scope, literal(target), {
          by: 'sed w',
          replaces: true,
          content: unknown(['generated']),
        });
    }
    const target = /^([0-9,$]{0,20})w\s(.{1,1000})$/u.exec(text)?.[2];
    if (target)
      assessWrite(scope, literal(target), {
        by: 'sed w',
        replaces: true,
        content: unknown(['generated']),
      });
  }
}

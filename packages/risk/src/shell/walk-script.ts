import {
  type AndOr,
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  type For,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  parse,
  type Statement,
} from 'unbash';
import { mentionIn } from '../own/own-text.ts';
import { assessVariable } from './assess-environment.ts';
import { cmdletJudge, looksLikeCmdlets } from './cmdlet-programs.ts';
import { Expander } from './expand-word.ts';
import { isSecretName } from './hosts.ts';
import { assessPowershell } from './powershell.ts';
import { deliver, redirect } from './redirections.ts';
import { runCommand } from './run-command.ts';
import type { FunctionBody, Runner, Scope } from './scope.ts';
import { display, isKnown, joinValues, literal, unknown, type Value } from './value.ts';

/** Longer than any command a person could approve. */
export const sourceMax = 65_536;

const nothing = literal('');

const expander = new Expander((scope, script) =>
  script ? scope.within(null, () => walkScript(script, scope)) : unknown(),
);

/** Runs nested code for the tables of programs. */
export const runner: Runner = {
  text: (scope, code, stdin) => runText(scope, code, stdin),
  argv: (scope, args, stdin) =>
    scope.nested(unknown(), () => runCommand(scope, args, stdin, new Map())),
};

function runText(scope: Scope, code: Value, stdin: Value | null): Value {
  if (code.origins.has('network')) {
    scope.find('remote_code', 'critical', 'a shell runs what was downloaded');
    return unknown(['network']);
  }
  if (code.origins.has('encoded')) {
    scope.find('remote_code', 'critical', 'a shell runs what was decoded or assembled');
  }
  if (!isKnown(code)) {
    const onlyArguments = code.text.trim() !== unknown().text && !code.origins.has('generated');
    if (!onlyArguments)
      scope.find('opaque_payload', 'high', 'a shell runs text that is not known beforehand');
    if (code.origins.has('listed'))
      scope.find('policy_tampering', 'high', 'a shell runs commands made from a list of files');
  }
  return scope.nested(unknown(), () => {
    const inner = scope.fork();
    inner.stdin = stdin;
    return scope.within(null, () => walkSource(inner, code.text));
  });
}

/** More than any script leaves open at once. */
const openMax = 128;

/**
 * The grammar looks for the end of every `{` and `$[` from where it stands, so that many open ones cost the square of
 * their number. This counts what is open without regard to quotes, before the grammar sees the text.
 */
function opensTooMuch(source: string): boolean {
  let braces = 0;
  let brackets = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '{') braces += 1;
    else if (character === '}' && braces > 0) braces -= 1;
    else if (character === '[' && source.charAt(at - 1) === '$') brackets += 1;
    else if (character === ']' && brackets > 0) brackets -= 1;
    if (braces > openMax || brackets > openMax) return true;
  }
  return false;
}

/** Parses and walks source text; what cannot be parsed or is too long is a finding. */
export function walkSource(scope: Scope, source: string): Value {
  if (source.length > sourceMax) {
    scope.find('unparsable', 'high', `longer than ${sourceMax} characters`);
    return unknown();
  }
  if (opensTooMuch(source)) {
    scope.find('unparsable', 'high', `more than ${openMax} braces or brackets are open at once`);
    return unknown();
  }
  const script = parse(source);
  if (script.errors?.length) assessUnread(scope, source);
  // What no shell reads may be meant for PowerShell, which says more than that it is not shell.
  if (script.errors?.length && looksLikeCmdlets(source)) assessPowershell(scope, literal(source));
  return walkScript(script, scope);
}

/** Text that is no shell grammar is searched for names of ours as it stands. */
function assessUnread(scope: Scope, source: string): void {
  if (mentionIn(source, scope.own, scope.folders)?.protection === 'secret')
    scope.find('policy_tampering', 'critical', 'names a file of the approval system');
}

function walkScript(script: ParsedScript, scope: Scope): Value {
  const error = script.errors?.[0];
  if (error) scope.find('unparsable', 'high', `not shell grammar: ${display(error.message)}`);
  return walkAll(script.commands, scope);
}

function walkAll(statements: readonly Statement[], scope: Scope): Value {
  const outputs: Value[] = [];
  for (const statement of statements) {
    if (!scope.spend()) break;
    const output = walkNode(statement.command, scope);
    if (output.text !== '' || output.origins.size > 0) outputs.push(output);
  }
  return outputs.length === 0 ? nothing : joinValues(outputs, '\n');
}

function walkList(list: CompoundList, scope: Scope): Value {
  return walkAll(list.commands, scope);
}

function walkNode(node: PipelineNode | AndOr | CompoundList, scope: Scope): Value {
  return scope.nested(unknown(), () => {
    switch (node.type) {
      case 'AndOr':
        return walkAndOr(node, scope);
      case 'Pipeline':
        return walkPipeline(node, scope);
      case 'CompoundList':
        return walkList(node, scope);
      default:
        return walkCommandNode(node, scope);
    }
  });
}

/** What stands after `||` may not happen; what stands after `&&` counts as happening. */
function walkAndOr(node: AndOr, scope: Scope): Value {
  const outputs: Value[] = [];
  node.commands.forEach((command, i) => {
    const wasConditional = scope.conditional;
    if (node.operators[i - 1] === '||') scope.conditional = true;
    outputs.push(walkNode(command, scope));
    scope.conditional = wasConditional;
  });
  return joinValues(
    outputs.filter(output => output.text !== ''),
    '\n',
  );
}

function walkPipeline(node: Pipeline, scope: Scope): Value {
  let stream = scope.stdin;
  const isLoneCommand = node.commands.length === 1;
  for (const [i, command] of node.commands.entries()) {
    const inner = isLoneCommand ? scope : scope.fork();
    inner.stdin = stream;
    inner.narrowed = !isLoneCommand && picksOneName(node.commands[i + 1]);
    stream = walkNode(command, inner);
  }
  return stream ?? nothing;
}

/** True for `grep NODE_VERSION`: of a whole environment it lets only that through. */
function picksOneName(next: CommandNode | undefined): boolean {
  if (next?.type !== 'Command' || !/^(e|f)?grep$|^rg$/u.test(next.name?.value ?? '')) return false;
  const [pattern, ...more] = next.args
    .map(arg => (arg.type === 'Word' ? arg.value : ''))
    .filter(text => !/^-[ic]$/u.test(text));
  if (pattern === undefined || more.length > 0) return false;
  return (
    /^\^?[A-Za-z][A-Za-z0-9_]{3,60}=?$/u.test(pattern) &&
    !isSecretName(pattern) &&
    !/key|auth|aws|token|pass|secret|cred/iu.test(pattern)
  );
}

function walkCommandNode(node: CommandNode, scope: Scope): Value {
  switch (node.type) {
    case 'Command':
      return scope.standing(node.pos, node.end, () => walkCommand(node, scope));
    case 'Function': {
      const name = node.name.value;
      if (callsItselfTwice(node.body, name))
        scope.find(
          'destructive_command',
          'critical',
          'a function that starts copies of itself (fork bomb)',
        );
      scope.functions.set(name, node.body);
      return nothing;
    }
    case 'Redirected': {
      const streams = redirect(node.redirects, scope, expander);
      const inner = scope.fork();
      inner.stdin = streams.stdin ?? scope.stdin;
      const output = walkNode(node.command, inner);
      for (const [name, value] of inner.variables) scope.variables.set(name, value);
      scope.cwd = inner.cwd;
      return deliver(scope, streams, output, '>');
    }
    case 'Subshell':
      return walkList(node.body, scope.fork());
    case 'BraceGroup':
      return walkList(node.body, scope);
    case 'If': {
      const clause = walkList(node.clause, scope);
      const branches = [node.then, ...node.elif.flatMap(elif => [elif.clause, elif.then])];
      if (node.else) branches.push(node.else);
      return joinValues([clause, ...walkBranches(branches, scope)], '\n');
    }
    case 'Case':
      expander.text(node.word, scope);
      return joinValues(
        [
          nothing,
          ...walkBranches(
            node.items.map(item => item.body),
            scope,
          ),
        ],
        '\n',
      );
    case 'While':
      return joinValues(walkBranches([node.clause, node.body], scope), '\n');
    case 'For':
    case 'Select':
      return walkFor(node.name.value, node, scope);
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update])
        if (part) expander.visit(part, scope);
      return walkList(node.body, scope);
    case 'Coproc':
      return walkNode(node.body, scope.fork());
    default:
      expander.visit(node, scope);
      return nothing;
  }
}

function walkBranches(branches: readonly CompoundList[], scope: Scope): Value[] {
  const wasConditional = scope.conditional;
  scope.conditional = true;
  const outputs = branches.map(branch => walkList(branch, scope));
  scope.conditional = wasConditional;
  return outputs;
}

/** Few known words are tried one after the other; otherwise the variable is one of them, not known which. */
function walkFor(name: string, node: Pick<For, 'wordlist' | 'body'>, scope: Scope): Value {
  const words = node.wordlist
    ? expander.words(node.wordlist, scope)
    : [...(scope.variables.get('@') ?? [unknown()])];
  if (words.length <= 32) {
    return joinValues([
      nothing,
      ...words.map(word => {
        scope.variables.set(name, [word]);
        return walkList(node.body, scope);
      }),
    ]);
  }
  scope.variables.set(name, [{ ...unknown(words.flatMap(word => [...word.origins])), glob: true }]);
  return walkList(node.body, scope);
}

/** True for `f() { f | f & }`: the fork bomb in any spelling. */
function callsItselfTwice(body: FunctionBody, name: string): boolean {
  let calls = 0;
  const count = (node: PipelineNode | AndOr | CompoundList): void => {
    if (node.type === 'Command' && node.name?.value === name) calls++;
    else if (node.type === 'Pipeline' || node.type === 'AndOr') node.commands.forEach(count);
    else if (node.type === 'CompoundList') for (const s of node.commands) count(s.command);
    else if (node.type === 'BraceGroup' || node.type === 'Subshell') count(node.body);
  };
  count(body);
  return calls >= 2;
}

function walkCommand(node: Command, scope: Scope): Value {
  if (!scope.spend(4)) return unknown();
  const assignments = node.prefix.filter(item => item.type === 'Assignment');
  const env = new Map<string, Value>();
  const words = node.name ? [...expander.word(node.name, scope)] : [];
  // In PowerShell a backslash separates folders and quotes nothing.
  const isCmdlet = cmdletJudge(words[0]?.text.toLowerCase() ?? '') !== undefined;
  for (const arg of node.args) {
    if (isCmdlet && arg.type === 'Word' && /^["']?[^"'$`]{0,1024}["']?$/u.test(arg.text))
      words.push(literal(arg.text.replaceAll(/["']/gu, '')));
    else if (arg.type === 'Word') words.push(...expander.word(arg, scope));
    else words.push(assignmentWord(arg, scope));
  }
  for (const assignment of assignments) {
    const values = assignedValues(assignment, scope);
    if (words.length === 0) {
      scope.assign(assignment.name, appended(scope, assignment, values));
      if (scope.own.steers(assignment.name) || assignment.name === 'PROMPT_COMMAND')
        assessVariable(assignment.name, values[0] ?? nothing, scope);
    } else env.set(assignment.name, values[0] ?? nothing);
  }
  const streams = redirect(node.redirects, scope, expander);
  if (words.length === 0) return deliver(scope, streams, nothing, '>');
  const output = runCommand(scope, words, streams.stdin ?? scope.stdin, env, (body, args) => {
    const inner = scope.fork();
    inner.variables.set('@', args);
    args.forEach((arg, i) => {
      if (i < 32) inner.variables.set(String(i + 1), [arg]);
    });
    inner.stdin = streams.stdin ?? scope.stdin;
    const result = walkNode(body, inner);
    for (const [name, value] of inner.variables) {
      if (!/^[@0-9]/u.test(name)) scope.variables.set(name, value);
    }
    return result;
  });
  return deliver(scope, streams, output, display(words[0]?.text ?? ''));
}

/** `declare x=rm` and its relatives assign as well as being arguments. */
function assignmentWord(assignment: Assignment, scope: Scope): Value {
  const values = assignedValues(assignment, scope);
  scope.assign(assignment.name, appended(scope, assignment, values));
  const value = values[0] ?? nothing;
  return { ...value, text: `${assignment.name}=${value.text}` };
}

function assignedValues(assignment: Assignment, scope: Scope): readonly Value[] {
  const { value } = assignment;
  return value.type === 'ArrayValue'
    ? expander.words(value.elements, scope)
    : [expander.text(value, scope)];
}

function appended(
  scope: Scope,
  assignment: Assignment,
  values: readonly Value[],
): readonly Value[] {
  const before = scope.variables.get(assignment.name) ?? [];
  if (assignment.index) return [...before, ...values].slice(0, 256);
  if (assignment.append !== true) return values;
  if (assignment.value.type === 'ArrayValue') return [...before, ...values].slice(0, 256);
  return [joinValues([before[0] ?? nothing, values[0] ?? nothing])];
}

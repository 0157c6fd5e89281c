import { canonicalCmdlet, judgeCmdletCall } from './cmdlet-programs.ts';
import { assessWrite } from './file-effects.ts';
import { assessCode } from './inline-code.ts';
import { assessOwnMention } from './own-code.ts';
import type { Scope } from './scope.ts';
import type { ScriptNode } from './script-grammars.ts';
import { joinValues, literal, UNKNOWN, unknown, type Value } from './value.ts';
import { runWindowsProgram } from './windows-programs.ts';

const mostCommands = 500;

/** Looks at PowerShell source: its commands by the grammar, and its calls of .NET by their names. */
export function assessPowershell(scope: Scope, code: Value): void {
  const before = scope.machine.changes;
  assessCode(scope, 'powershell', code);
  const text = code.text.slice(0, 65_536);
  // Without a call of .NET the commands alone say whether something changes.
  if (!/::|\.\w{1,60}\s{0,4}\(|&\s{0,4}[{$('"]/u.test(text)) scope.machine.changes = before;
  if (/\$[\w.]{1,60}\.(stop|delete|kill|terminate)\w{0,20}\(/iu.test(text))
    scope.find('destructive_command', 'high', 'powershell stops or deletes an object');
  const tree = scope.context.scripts.powershell(listsClosed(text));
  if (tree === null) {
    scope.find('unparsable', 'high', 'powershell that the grammar cannot read');
    return;
  }
  const walker = new Walker(scope);
  walker.run(tree.root);
  // What the grammar did not understand is read as any shell would read it.
  if (tree.broken) scope.runner.text(scope, code, null);
}

/** A list of bare words, which the grammar reads only where each of them is quoted. */
const bareList = /[\w.*-]{1,80}(?:[ \t]{0,8},[ \t]{0,8}[\w.*-]{1,80}){1,40}/u;
const lists = new RegExp(
  `("[^"\\n]{0,400}"|'[^'\\n]{0,400}')|(?<=\\s)(${bareList.source})|,[ \\t]{1,20}`,
  'gu',
);

/** `a, b` is one list; the grammar wants it written without the space, and its bare words quoted. */
function listsClosed(text: string): string {
  return text.replaceAll(lists, (found, quoted?: string, bare?: string) => {
    if (quoted !== undefined) return found;
    if (bare === undefined || !/[a-z]/iu.test(bare)) return found.replaceAll(/\s/gu, '');
    return bare
      .split(',')
      .map(word => `'${word.trim()}'`)
      .join(',');
  });
}

/** A table, a list or an object that a script writes down itself. */
const madeHere = /^(?:\[[\w.]{1,40}\])?\s{0,4}@[{(]/u;

/** `$a`, `[int]$a` and `$a, $b`: variables of the script alone. */
const ownVariables =
  /^(?:\[[\w.[\]]{1,60}\])?\s{0,4}\$\{?[\w:]{1,80}\}?(?:\s{0,4},\s{0,4}\$\{?[\w:]{1,80}\}?){0,20}$/u;

/** What every session runs first. */
const profilePath = '~/.config/powershell/profile.ps1';

class Walker {
  readonly #scope: Scope;
  readonly #variables = new Map<string, Value>();
  readonly #made = new Set<string>();
  #left = mostCommands;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Runs every command below a node in the order of the text. */
  run(node: ScriptNode, stdin: Value | null = null): Value | null {
    if (node.type === 'command') return this.#command(node, stdin);
    if (node.type === 'pipeline' || node.type === 'pipeline_chain')
      return this.#pipeline(node, stdin);
    if (node.type === 'assignment_expression') return this.#assign(node);
    if (node.type === 'redirection') return this.#redirect(node);
    let output: Value | null = null;
    for (const child of node.children) output = this.run(child, stdin) ?? output;
    return output;
  }

  #pipeline(node: ScriptNode, stdin: Value | null): Value | null {
    let flow = stdin;
    for (const stage of node.children) flow = this.run(stage, flow) ?? this.#valueOf(stage);
    return flow;
  }

  #assign(node: ScriptNode): Value | null {
    const [target, ...rest] = node.children;
    const source = rest.at(-1);
    if (target === undefined || source === undefined) return null;
    const value = this.run(source) ?? this.#valueOf(source);
    const name = target.text.toLowerCase();
    this.#variables.set(name, value);
    if (madeHere.test(source.text)) this.#made.add(name);
    // `$user.Enabled = $false` changes what the variable stands for, unless the script made it itself.
    const owner = /^(\$\w{1,60})[.[]/u.exec(name)?.[1];
    if (!ownVariables.test(name) && !(owner !== undefined && this.#made.has(owner)))
      this.#scope.change();
    return value;
  }

  /** `> file`; what goes to `$null` or into another stream goes nowhere. */
  #redirect(node: ScriptNode): null {
    const operator = node.children.find(({ type }) => type === 'file_redirection_operator');
    const file = node.children.find(({ type }) => type === 'redirected_file_name');
    const named = file?.children.find(({ type }) => type !== 'command_argument_sep');
    if (operator === undefined || named === undefined || /^\$null$/iu.test(named.text)) return null;
    assessWrite(this.#scope, this.#valueOf(named), {
      by: 'powershell',
      replaces: !operator.text.endsWith('>>'),
      content: unknown(),
    });
    return null;
  }

  #command(node: ScriptNode, stdin: Value | null): Value {
    this.#left -= 1;
    if (this.#left < 0) {
      this.#scope.find('unparsable', 'high', 'powershell with more commands than are examined');
      return unknown();
    }
    const invoked = node.children.some(({ type }) => type === 'command_invokation_operator');
    const named = node.children.find(({ type }) => type.startsWith('command_name'));
    const elements = node.children.find(({ type }) => type === 'command_elements');
    const args = (elements?.children ?? []).flatMap(child => this.#argument(child));
    for (const child of elements?.children ?? [])
      if (child.type === 'redirection') this.#redirect(child);
    const name = invoked && named !== undefined ? this.#valueOf(named) : literal(named?.text ?? '');
    if (name.text.includes(UNKNOWN)) {
      const remote = name.origins.has('network');
      this.#scope.find(
        remote ? 'remote_code' : 'opaque_payload',
        remote ? 'critical' : 'high',
        'powershell runs a program not known beforehand',
      );
      return unknown();
    }
    return this.#start(name.text, args, stdin);
  }

  #start(name: string, args: readonly Value[], stdin: Value | null): Value {
    const cmdlet = canonicalCmdlet(name);
    if (cmdlet !== null) return judgeCmdletCall(this.#scope, cmdlet, args, stdin) ?? unknown();
    return runWindowsProgram(this.#scope, name, args, stdin);
  }

  #argument(node: ScriptNode): readonly Value[] {
    if (node.type === 'command_argument_sep') return [];
    if (node.type === 'redirection') return [];
    if (node.type === 'array_literal_expression')
      return node.children.map(child => this.#valueOf(child));
    // A list of bare words is one word of the grammar.
    if (node.type === 'generic_token' && node.text.includes(',') && !/["']/u.test(node.text))
      return node.text.split(',').map(wordOf);
    return [this.#valueOf(node)];
  }

  #valueOf(node: ScriptNode): Value {
    switch (node.type) {
      case 'generic_token':
      case 'command_parameter':
      case 'simple_name':
      case 'command_name':
        return wordOf(node.text);
      case 'variable':
        if (/^\$profile$/iu.test(node.text)) return literal(profilePath);
        if (/^\$(?:true|false)$/iu.test(node.text))
          return literal(node.text.slice(1).toLowerCase());
        return this.#lookUp(node.text);
      case 'additive_expression':
        return joinValues(node.children.map(child => this.#valueOf(child)));
      case 'script_block_expression':
      case 'script_block':
        this.run(node);
        return unknown();
      case 'member_access':
        if (/^\$profile\./iu.test(node.text)) return literal(profilePath);
        return this.#textOf(node);
      default:
        return this.#textOf(node);
    }
  }

  /** A variable that the script set, or one that Windows sets for every process. */
  #lookUp(name: string): Value {
    const lower = name.toLowerCase();
    const usual = usualFolders.get(lower.replace(/^\$env:/u, ''));
    const set = this.#variables.get(lower);
    if (set !== undefined) return set;
    return usual !== undefined && lower.startsWith('$env:') ? literal(usual) : unknown([], [name]);
  }

  #textOf(node: ScriptNode): Value {
    if (/string|integer_literal|real_literal/u.test(node.type)) return this.#quoted(node);
    const [only] = node.children;
    const ran = this.run(node);
    if (ran !== null) return node.type.startsWith('parenthesized') ? ran : unknown(ran.origins);
    if (only !== undefined && node.children.length === 1) return this.#valueOf(only);
    return node.children.length === 0 ? wordOf(node.text) : unknown();
  }

  #quoted(node: ScriptNode): Value {
    const text = node.text.replace(/^(@?["']\r?\n?)|(\r?\n?["']@?)$/gu, '');
    if (!node.text.startsWith('"') && !node.text.startsWith('@"')) return literal(text);
    if (/\$\(/u.test(text)) {
      const ran = this.run(node);
      return unknown(ran?.origins ?? []);
    }
    const parts = text
      .split(/(\$\{?[\w:]{1,60}\}?)/u)
      .map(part =>
        part.startsWith('$') ? this.#lookUp(part.replace(/[{}]/gu, '')) : literal(part),
      );
    return joinValues(parts);
  }
}

/** Folders that Windows names for every process, by a path that stands for the usual one. */
const usualFolders: ReadonlyMap<string, string> = new Map([
  ['temp', '/tmp'],
  ['tmp', '/tmp'],
  ['userprofile', '~'],
  ['home', '~'],
  ['localappdata', '~/AppData/Local'],
  ['appdata', '~/AppData/Roaming'],
  ['windir', 'C:/Windows'],
  ['systemroot', 'C:/Windows'],
  ['cd', '.'],
]);

function wordOf(text: string): Value {
  return { ...literal(text.replaceAll('`', '')), glob: /[*?]/u.test(text) };
}

/** One command that prints, without a second one behind it. */
const onlyShows =
  /^\s{0,20}@?(dir|type|echo|ver|vol|tree|where|findstr|find|more|fc|comp|tasklist|systeminfo|ipconfig|hostname|whoami|driverquery|getmac|nslookup|ping|tracert|netstat|help)(\.exe)?(\s|$)/iu;

/** Looks at the source of a batch file or at a line for `cmd`. */
export function assessCmd(scope: Scope, code: Value): void {
  // What is not known to only show something changes something.
  const shown = /^[^>&|%!^]{0,4096}$/u.test(code.text) && onlyShows.test(code.text);
  if (!shown) scope.change();
  assessOwnMention(scope, 'cmd', code.text);
  const tree = scope.context.scripts.cmd(code.text);
  if (tree === null) {
    scope.find('unparsable', 'high', 'a line for cmd that the grammar cannot read');
    return;
  }
  const variables = new Map<string, string>();
  let left = mostCommands;
  const visit = (node: ScriptNode): void => {
    if (node.type === 'variable_assignment') {
      const [, name, value] = node.children;
      variables.set((name?.text ?? '').toLowerCase(), value?.text ?? '');
    }
    if (node.type === 'cmd' && left > 0) {
      left -= 1;
      runBatchCommand(scope, node, variables);
    }
    for (const child of node.children) visit(child);
  };
  visit(tree.root);
}

/** The words of a command. The grammar takes `%TEMP%\\x.exe` apart. */
function wordsOf(list: ScriptNode | undefined): readonly string[] {
  const words: string[] = [];
  for (const { text } of list?.children ?? []) {
    const before = words.at(-1);
    if (
      before?.endsWith('%') === true &&
      text.startsWith('\\') &&
      list?.text.includes(before + text)
    )
      words[words.length - 1] = before + text;
    else words.push(text);
  }
  return words;
}

function runBatchCommand(
  scope: Scope,
  node: ScriptNode,
  variables: ReadonlyMap<string, string>,
): void {
  const [head, list] = node.children;
  const expanded = (text: string): string =>
    text.replaceAll(
      /%(\w{1,60})%/gu,
      (_, name: string) =>
        variables.get(name.toLowerCase()) ?? usualFolders.get(name.toLowerCase()) ?? UNKNOWN,
    );
  const [first = '', ...others] = wordsOf(list);
  const given = head?.text ?? '';
  // The grammar takes `%TEMP%\\tool.exe` apart where it is the program, too.
  const isCut = given.endsWith('%') && first.startsWith('\\');
  const name = expanded(isCut ? given + first : given);
  const args = (isCut ? others : wordsOf(list)).map(text =>
    wordOf(expanded(text).replace(/^"|"$/gu, '')),
  );
  if (name.includes(UNKNOWN))
    scope.find('opaque_payload', 'high', 'cmd runs a program not known beforehand');
  else runWindowsProgram(scope, name.replace(/^@/u, ''), args, null);
}

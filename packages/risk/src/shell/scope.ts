import type { JsonObject } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import type { CompoundCommand, CompoundList, Redirected } from 'unbash';
import type { Finding } from '../finding.ts';
import { OwnGuard } from '../own/own-guard.ts';
import type { RiskSettings } from '../risk-settings.ts';
import type { SignalName } from '../signals.ts';
import { targetsOf } from './call-targets.ts';
import { namesProduction, namesRehearsal, nameWords } from './environment-names.ts';
import type { Maker, PendingRemoval } from './generated-outputs.ts';
import { type Path, resolvePath } from './paths.ts';
import type { ScriptGrammars } from './script-grammars.ts';
import { display, UNKNOWN, type Value } from './value.ts';

/** What the shell assessment is told about the action around the command. */
export interface ShellContext {
  readonly production: boolean;
  /** The caller states an environment on which no outsider depends. Never outweighs what the command names. */
  readonly rehearsal?: boolean;
  readonly settings: RiskSettings;
  readonly assessSql: (
    sql: string,
    production: boolean,
  ) => { readonly findings: readonly Finding[]; readonly reads_only: boolean };
  /** The grammars of the shells of Windows. */
  readonly scripts: ScriptGrammars;
  /** What a tool would do that code calls by its name; only a caller that judges tools gives it. */
  readonly assessTool?: (
    tool: string,
    parameters: JsonObject,
    production: boolean,
  ) => readonly Finding[];
  /** Where the product keeps its own files; the default names where nothing is said. */
  readonly own?: OwnGuard;
  /** The folders that the action says it runs in, absolute. */
  readonly folders?: readonly string[];
}

const defaultGuard = new OwnGuard();

export type FunctionBody = CompoundCommand | Redirected | CompoundList;

/** One program about to run, after every prefix has been taken off. */
export interface Call {
  /** Base name in lower case, without version and extension. */
  readonly program: string;
  readonly args: readonly Value[];
  readonly stdin: Value | null;
  /** Variables set only for this program. */
  readonly env: ReadonlyMap<string, Value>;
}

/** Runs nested code. The walker provides it, so that the tables do not import the walker. */
export interface Runner {
  /** Shell source, as `sh -c`, `eval` or a pipe into a shell would run it; gives its output. */
  readonly text: (scope: Scope, code: Value, stdin: Value | null) => Value;
  readonly argv: (scope: Scope, args: readonly Value[], stdin: Value | null) => Value;
}

/** A command of the text that is walked. */
export interface CommandPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What all nested shells of one assessment share: they act on one machine. */
interface Machine {
  readonly findings: Finding[];
  readonly seen: Set<string>;
  /** Content of files written by the script, by resolved path. A folder stands for all below it. */
  readonly files: Map<string, Value>;
  /** Paths that the script made into something else than their name says, by link or move. */
  readonly foreign: Set<string>;
  readonly created: Set<string>;
  readonly remotes: Set<string>;
  /** Removals that depend on whether the script makes again what it removed, and what it does make. */
  readonly pending: PendingRemoval[];
  readonly makes: (readonly [Maker, folder: string])[];
  /** Handlers that run at the end, with the shells that set them. */
  readonly traps: { readonly scope: Scope; readonly handler: Value }[];
  /** Work done so far; see `spend`. */
  steps: number;
  depth: number;
  changes: boolean;
  /** Something outside this machine is changed, so that undoing it takes others. */
  changesElsewhere: boolean;
  /** What a command chose for those after it. */
  selects: 'production' | 'rehearsal' | null;
  namesProduction: boolean;
  /** A list of our own files or processes was made, for a later command to use. */
  listsOwn: boolean;
  /** A credential was put into version control. */
  stagesSecret: boolean;
  /** The branch of git that was switched to. */
  branch: string | null;
  /** The text whose commands are walked. Null inside code that a command runs: its places are not those of the text. */
  source: string | null;
  /** The command of that text that runs now. */
  at: CommandPlace | null;
}

/** About a thousand commands, with what it takes to look at each. */
const stepsMax = 10_000;
const depthMax = 12;
const findingsMax = 64;

/** The state of one shell: what it has assigned, defined and written so far, and what was found. */
export class Scope {
  readonly context: ShellContext;
  readonly runner: Runner;
  readonly machine: Machine;
  readonly variables: Map<string, readonly Value[]>;
  readonly functions: Map<string, FunctionBody>;
  readonly aliases: Map<string, string>;
  /** Functions being run, so that one calling itself ends. */
  readonly calling: Set<string>;
  cwd = '.';
  /** Assignments in here may not happen. */
  conditional = false;
  stdin: Value | null = null;
  /** Only a line with a harmless name gets out of the pipe this shell writes to. */
  narrowed = false;

  constructor(context: ShellContext, runner: Runner, parent?: Scope) {
    this.context = context;
    this.runner = runner;
    this.variables = new Map(parent?.variables);
    this.functions = new Map(parent?.functions);
    this.aliases = new Map(parent?.aliases);
    this.calling = new Set(parent?.calling);
    this.cwd = parent?.cwd ?? '.';
    this.conditional = parent?.conditional ?? false;
    this.stdin = parent?.stdin ?? null;
    this.machine = parent?.machine ?? {
      findings: [],
      seen: new Set(),
      files: new Map(),
      foreign: new Set(),
      created: new Set(),
      remotes: new Set(),
      pending: [],
      makes: [],
      traps: [],
      steps: 0,
      depth: 0,
      changes: false,
      changesElsewhere: false,
      selects: null,
      namesProduction: false,
      listsOwn: false,
      stagesSecret: false,
      branch: null,
      source: null,
      at: null,
    };
  }

  get own(): OwnGuard {
    return this.context.own ?? defaultGuard;
  }

  get folders(): readonly string[] {
    return this.context.folders ?? [];
  }

  /** A subshell: sees everything, and what it assigns is forgotten at its end. */
  fork(): Scope {
    return new Scope(this.context, this.runner, this);
  }

  /**
   * Runs code in a separate scope, as it would run later. True if that code touches the approval system. Its other
   * findings do not count.
   */
  reachesOwn(run: (later: Scope) => void): boolean {
    const later = new Scope(this.context, this.runner);
    later.cwd = this.cwd;
    later.machine.steps = this.machine.steps;
    later.machine.depth = this.machine.depth + 1;
    this.nested(undefined, () => run(later));
    this.machine.steps = later.machine.steps;
    return later.machine.findings.some(({ signal }) => signal === 'policy_tampering');
  }

  /** A shell on another machine, of which it is known what depends on it. */
  elsewhere(production: boolean, rehearsal: boolean): Scope {
    return new Scope({ ...this.context, production, rehearsal }, this.runner, this);
  }

  find(signal: SignalName, level: RiskLevel, evidence: string): void {
    this.machine.changes = true;
    const key = `${signal} ${level} ${evidence}`;
    if (this.machine.seen.has(key) || this.machine.findings.length >= findingsMax) return;
    this.machine.seen.add(key);
    const { at } = this.machine;
    this.machine.findings.push({
      signal,
      level,
      evidence,
      ...(at === null ? {} : { at: [{ ...at, evidence }] }),
    });
  }

  /** Runs what stands at a place of the walked text, so that findings know where they stand. */
  standing<T>(start: number, end: number, run: () => T): T {
    const { source, at } = this.machine;
    if (source === null) return run();
    this.machine.at = { text: source, start, end };
    try {
      return run();
    } finally {
      this.machine.at = at;
    }
  }

  /** Runs code whose text is not the text of the call. Its findings have the place of the command that started it. */
  within<T>(source: string | null, run: () => T): T {
    const before = this.machine.source;
    this.machine.source = source;
    try {
      return run();
    } finally {
      this.machine.source = before;
    }
  }

  /** Notes that something is changed without being worth a finding. */
  change(): void {
    this.machine.changes = true;
  }

  /** The same, where others already have what was changed: a push, a request, an issue. */
  changeElsewhere(): void {
    this.change();
    this.machine.changesElsewhere = true;
  }

  /** Counts work. False once there are more steps than the limit. After that, nothing more is read. */
  spend(steps = 1): boolean {
    this.machine.steps += steps;
    if (this.machine.steps <= stepsMax) return true;
    this.find('opaque_payload', 'high', 'more commands than can be looked at');
    return false;
  }

  /** Runs nested code one level deeper; too deep is hiding something. */
  nested<T>(otherwise: T, run: () => T): T {
    if (!this.spend()) return otherwise;
    if (this.machine.depth >= depthMax) {
      this.find('opaque_payload', 'high', 'code nested deeper than can be looked at');
      return otherwise;
    }
    this.machine.depth++;
    try {
      return run();
    } finally {
      this.machine.depth--;
    }
  }

  path(value: Value): Path {
    return resolvePath(value.text, this.cwd);
  }

  /** What the script itself wrote to this path, or to a folder above it. */
  written(path: Path): Value | undefined {
    const whole = this.machine.files.get(path.text);
    if (whole) return whole;
    for (let n = path.segments.length - 1; n >= 0; n--) {
      const prefix = path.segments.slice(0, n).join('/') || '.';
      const folder = this.machine.files.get(
        `${path.text.startsWith('/') ? `/${prefix}` : prefix}/**`,
      );
      if (folder) return folder;
    }
    return undefined;
  }

  /** True if the text names production; remembered, because a later command acts on what this one selects. */
  mentionsProduction(text: string): boolean {
    if (!namesProduction(text, this.context.settings.production_names)) return false;
    this.machine.namesProduction = true;
    return true;
  }

  /** True if the call acts on production: stated, selected before, or named by it. */
  inProduction(call: Call): boolean {
    let named = false;
    for (const [name, value] of call.env) {
      if (isBuildMode(name)) continue;
      if (this.valueNamesProduction(value) || this.nameChoosesProduction(name)) named = true;
    }
    for (const arg of call.args.slice(0, 200)) if (this.valueNamesProduction(arg)) named = true;
    return named || this.context.production || this.machine.selects === 'production';
  }

  /** True if a place that code names is production. */
  namesPlace(place: string, names: readonly string[]): boolean {
    return place.length < 300 && !/\s/u.test(place) && namesProduction(place, names);
  }

  /** True for text that names production, and for a variable named after it: `$PROD_DATABASE_URL` leads there. */
  private valueNamesProduction(value: Value): boolean {
    let named = this.mentionsProduction(value.text);
    for (const name of value.variables) if (this.mentionsProduction(name)) named = true;
    return named;
  }

  /** `PROD=1` and `LIVE_HOST=…` choose production, `LIVE_RELOAD=1` does not. */
  private nameChoosesProduction(name: string): boolean {
    if (isTarget(name)) return this.mentionsProduction(name);
    const words = nameWords(name);
    return words.some(word => /^prod(uction)?$/u.test(word)) && this.mentionsProduction(name);
  }

  /**
   * True if the call names a place on which no outsider depends. Only what it acts on counts, not every word in it,
   * and production named anywhere outweighs it. Tools that act elsewhere (`isRemote`) do not read the variables by
   * which an application chooses its environment.
   */
  inRehearsal(call: Call, isRemote = false): boolean {
    if (this.inProduction(call)) return false;
    if (this.context.rehearsal === true || this.machine.selects === 'rehearsal') return true;
    const named = (value: Value) =>
      namesRehearsal(value.text) || value.variables.some(namesRehearsal);
    const chooses = (name: string) => isTarget(name) && !(isRemote && isApplicationMode(name));
    return (
      targetsOf(call.args).some(named) ||
      [...call.env].some(
        ([name, value]) => chooses(name) && (namesRehearsal(name) || named(value)),
      ) ||
      [...this.variables].some(([name, values]) => chooses(name) && values.some(named))
    );
  }

  /** Notes which context, workspace or project later commands act on. Production, once chosen, stays: one tool's choice undoes no other's. */
  select(texts: readonly string[]): void {
    if (texts.some(text => this.mentionsProduction(text))) this.machine.selects = 'production';
    else if (this.machine.selects !== 'production')
      this.machine.selects = texts.some(namesRehearsal) ? 'rehearsal' : null;
  }

  /** Assigns as the shell would. If the assignment may not happen, both the old and the new value are possible. */
  assign(name: string, values: readonly Value[]): void {
    const before = this.variables.get(name);
    const differs = before !== undefined && before[0]?.text !== values[0]?.text;
    const origins = [...(before ?? []), ...values].flatMap(value => [...value.origins]);
    const unsure: Value = { text: UNKNOWN, origins: new Set(origins), variables: [], glob: true };
    // A value keeps the name under which it went for production's.
    const kept =
      isTarget(name) && namesProduction(name, this.context.settings.production_names)
        ? values.map(value => ({ ...value, variables: [...value.variables, name] }))
        : values;
    this.variables.set(name, this.conditional && differs ? [unsure] : kept);
    if (!isBuildMode(name) && isTarget(name) && values.some(v => this.valueNamesProduction(v))) {
      this.machine.selects = 'production';
    }
  }
}

/** Variables that choose how something is built rather than where it goes. */
function isBuildMode(name: string): boolean {
  return ['NODE_ENV', 'BABEL_ENV', 'MIX_ENV', 'CONFIGURATION', 'BUILD_TYPE'].includes(name);
}

/** Variables by which an application, and no tool that deploys it, chooses where it runs. */
function isApplicationMode(name: string): boolean {
  return /^(NODE|RAILS|RACK|MIX|APP|FLASK|DJANGO|BABEL|)_?(ENV|ENVIRONMENT|STAGE)$/u.test(name);
}

/** Variables that choose where something goes. */
function isTarget(name: string): boolean {
  return /(env|environment|profile|context|cluster|stage|workspace|namespace|project|target|host|kubeconfig|account|region|tier|url)$/iu.test(
    name,
  );
}

/** How a program and an operand are shown to a person. */
export function describe(call: Call, what: string): string {
  return `${display(call.program)}: ${display(what)}`;
}

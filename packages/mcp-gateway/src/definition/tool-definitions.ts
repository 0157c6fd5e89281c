import type { JsonObject } from '@countersign/protocol/json';
import { isObject } from '../message/rpc.ts';
import { definitionForm, readDefinitionForm } from './definition-form.ts';
import { findingsOf, type ToolFinding } from './tool-findings.ts';
import type { DefinitionMode, ToolRecords } from './tool-records.ts';

/**
 * How a definition compares with the one that is recorded. `unknown`: the record could not be read. `unlisted`: the
 * server neither lists the tool nor did so before.
 */
export type Standing = 'known' | 'new' | 'changed' | 'vanished' | 'unlisted' | 'unknown';

interface SeenTool {
  readonly digest: string;
  /** The canonical form of the definition. */
  readonly text: string;
  readonly standing: Standing;
  readonly annotations: JsonObject | null;
  readonly findings: readonly ToolFinding[];
}

/** What is known of the tool that a call names. */
export interface DefinitionOfCall {
  readonly digest: string | null;
  readonly standing: Standing;
  /** What policy is told besides the action. */
  readonly context: JsonObject;
  /** Whether operators must accept the definition before the tool can be used. */
  readonly isWithheld: boolean;
}

/** The house request in which operators decide about what differs. */
interface AskedAbout {
  readonly approval_request_id: string;
  readonly status: string;
}

interface DefinitionsOptions {
  readonly server: string;
  /** The setting of this gateway. Policy can only be stricter. */
  readonly mode: DefinitionMode;
  /** Without a record every definition counts as known. */
  readonly records: ToolRecords | null;
  readonly log: (words: string) => void;
}

const definitionMember = 'countersign/definition';
const vanishedMember = 'countersign/vanished';

/** The definitions of the tools of one server, as the client was shown them. */
export class ToolDefinitions {
  readonly #options: DefinitionsOptions;
  readonly #seen = new Map<string, SeenTool>();
  /** The names of the listing that is under way. */
  #listing = new Set<string>();
  #vanished: ReadonlySet<string> = new Set();
  #mode: DefinitionMode;
  #asked: AskedAbout | null = null;
  #isComplete = false;
  #isStale = false;

  constructor(options: DefinitionsOptions) {
    this.#options = options;
    this.#mode = options.mode;
  }

  /** Whether the tools have to be listed before a call can be judged. */
  get isUnknown(): boolean {
    return !this.#isComplete || this.#isStale;
  }

  /** Whether a tool that the server lists is kept from the client. */
  get hasWithheld(): boolean {
    return this.#mode === 'withhold' && [...this.#seen.keys()].some(name => this.#differs(name));
  }

  /** The request in which operators decide about what differs; null where there is none. */
  get asked(): AskedAbout | null {
    return this.#asked;
  }

  /** The server says that its tools have changed. */
  expectChange(): void {
    this.#isStale = true;
  }

  /**
   * Takes in one page of a list of tools. Returns the result that the client is shown where it has to differ, and null
   * where the server's own bytes are passed on.
   */
  async observe(params: JsonObject, result: unknown): Promise<JsonObject | null> {
    if (!isObject(result) || !Array.isArray(result['tools'])) return null;
    if (params['cursor'] === undefined) this.#listing = new Set();
    const tools = result['tools'].filter(isObject);
    const page = tools.flatMap(tool => this.#see(tool) ?? []);
    const isLast = result['nextCursor'] === undefined;
    if (isLast) this.#endListing();
    await this.#compare({ names: isLast ? [...this.#seen.keys()] : page, isComplete: isLast });
    switch (this.#mode) {
      case 'allow':
        return null;
      case 'mark':
        return this.#marked(result, tools, isLast);
      case 'withhold':
        return this.#withheld(result, tools);
    }
  }

  /** Compares the listed tools again, because operators may have accepted them. True if a tool has become usable. */
  async refresh(called?: string): Promise<boolean> {
    const before = [...this.#seen.keys()].filter(name => this.#differs(name));
    await this.#compare({ names: [...this.#seen.keys()], isComplete: this.#isComplete, called });
    return before.some(name => !this.#differs(name));
  }

  /** The schema of the arguments of a tool, as the server listed it last. */
  schemaOf(tool: string): JsonObject | null {
    const seen = this.#seen.get(tool);
    const schema = seen === undefined ? undefined : readDefinitionForm(seen.text)?.['inputSchema'];
    return schema !== undefined && isObject(schema) ? schema : null;
  }

  of(tool: string): DefinitionOfCall {
    const seen = this.#seen.get(tool);
    const standing = seen?.standing ?? (this.#vanished.has(tool) ? 'vanished' : 'unlisted');
    const context: JsonObject = {
      mcp: {
        server: this.#options.server,
        definition: standing,
        findings: [...(seen?.findings ?? [])],
      },
      ...(seen?.annotations == null ? {} : { tool_annotations: seen.annotations }),
    };
    const isWithheld = this.#mode === 'withhold' && standing !== 'known';
    return { digest: seen?.digest ?? null, standing, context, isWithheld };
  }

  /** Takes in one definition, and answers the name of its tool. */
  #see(tool: JsonObject): string | null {
    const { name, annotations } = tool;
    if (typeof name !== 'string') return null;
    const { digest, text, isReadable } = definitionForm(tool);
    const before = this.#seen.get(name);
    // A server that lists a name twice in one listing shows one definition and runs another.
    const isTwice = this.#listing.has(name) && before?.digest !== digest;
    this.#listing.add(name);
    this.#seen.set(name, {
      digest,
      text,
      standing: this.#options.records === null ? 'known' : 'unknown',
      annotations: annotations !== undefined && isObject(annotations) ? annotations : null,
      findings: [
        ...findingsOf(tool),
        ...(isReadable ? [] : (['unreadable_definition'] as const)),
        ...(isTwice ? (['shadowed_name'] as const) : []),
      ],
    });
    return name;
  }

  #endListing(): void {
    this.#isComplete = true;
    this.#isStale = false;
    for (const name of this.#seen.keys()) {
      if (!this.#listing.has(name)) this.#seen.delete(name);
    }
  }

  async #compare(listed: {
    readonly names: readonly string[];
    readonly isComplete: boolean;
    readonly called?: string | undefined;
  }): Promise<void> {
    const { records, mode } = this.#options;
    if (records === null) return;
    const { isComplete, called } = listed;
    const tools = new Map(
      listed.names.flatMap(name => {
        const seen = this.#seen.get(name);
        return seen === undefined ? [] : [[name, seen] as const];
      }),
    );
    const compared = await records.compare({ mode, isComplete, tools, called });
    if (compared === null) {
      // A definition that could not be compared is compared at the next call.
      this.#isStale = true;
      return;
    }
    this.#mode = compared.mode;
    for (const { name, definition_digest, standing, is_shadowed } of compared.tools) {
      const seen = this.#seen.get(name);
      if (seen?.digest !== definition_digest) continue;
      this.#settle(name, seen, { standing, is_shadowed });
    }
    if (!isComplete) return;
    this.#asked = compared.house_request;
    this.#vanished = new Set(compared.vanished);
    for (const name of this.#vanished) this.#tell(name, 'has vanished');
  }

  #settle(
    name: string,
    seen: SeenTool,
    { standing, is_shadowed }: { readonly standing: Standing; readonly is_shadowed: boolean },
  ): void {
    const isAdded = is_shadowed && !seen.findings.includes('shadowed_name');
    const findings = isAdded ? [...seen.findings, 'shadowed_name' as const] : seen.findings;
    this.#seen.set(name, { ...seen, standing, findings });
    if (standing !== 'known') this.#tell(name, `is ${standing}`);
    for (const finding of findings) this.#tell(name, `has the finding ${finding}`);
  }

  readonly #told = new Set<string>();

  /** Each fact once: a server that lists its tools often fills no log. */
  #tell(name: string, words: string): void {
    const { server, log } = this.#options;
    const line = `${server}: the tool ${JSON.stringify(name)} ${words}`;
    if (this.#told.has(line)) return;
    if (this.#told.size > 10_000) this.#told.clear();
    this.#told.add(line);
    log(line);
  }

  #withheld(result: JsonObject, tools: readonly JsonObject[]): JsonObject | null {
    const shown = tools.filter(({ name }) => !this.#differs(name));
    return shown.length === tools.length ? null : { ...result, tools: shown };
  }

  #marked(result: JsonObject, tools: readonly JsonObject[], isLast: boolean): JsonObject | null {
    // Whether a tool has vanished is known on the last page.
    const gone = isLast ? [...this.#vanished] : [];
    if (gone.length === 0 && !tools.some(({ name }) => this.#differs(name))) return null;
    const marked = tools.map(tool => {
      const { name, _meta: meta } = tool;
      if (!this.#differs(name)) return tool;
      const more = meta !== undefined && isObject(meta) ? meta : {};
      const standing = this.#seen.get(String(name))?.standing ?? 'new';
      return { ...tool, _meta: { ...more, [definitionMember]: standing } };
    });
    if (gone.length === 0) return { ...result, tools: marked };
    const { _meta: meta } = result;
    const more = meta !== undefined && isObject(meta) ? meta : {};
    return { ...result, tools: marked, _meta: { ...more, [vanishedMember]: gone } };
  }

  #differs(name: unknown): boolean {
    const seen = typeof name === 'string' ? this.#seen.get(name) : undefined;
    return seen?.standing !== 'known';
  }
}

import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { isObject } from '../message/rpc.ts';
import { findingsOf, type ToolFinding } from './tool-findings.ts';
import type { Pin, ToolPins } from './tool-pins.ts';

/** How a definition compares with the one that was recorded. */
type Standing = 'known' | 'new' | 'changed' | 'vanished' | 'unlisted';

/** What happens to a tool whose definition is new, changed or gone. */
export type DefinitionMode = 'allow' | 'mark' | 'withhold';

interface SeenTool {
  readonly digest: string;
  readonly definition: string;
  readonly standing: Standing;
  readonly annotations: JsonObject | null;
  readonly findings: readonly ToolFinding[];
}

/** What is known of the tool that a call names. */
export interface DefinitionOfCall {
  readonly digest: string | null;
  /** What policy is told besides the action. */
  readonly context: JsonObject;
  /** The change that has to be accepted before the tool can be used; null where none has to be. */
  readonly change: DefinitionChange | null;
}

/** What an operator accepts. */
export interface DefinitionChange {
  readonly tool: string;
  readonly before: string | null;
  /** Null where the server lists the tool no more. */
  readonly after: string | null;
  readonly digest: string | null;
}

interface DefinitionsOptions {
  readonly server: string;
  readonly mode: DefinitionMode;
  /** Without pins every definition counts as known. */
  readonly pins: ToolPins | null;
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
  #isComplete = false;
  #isStale = false;

  constructor(options: DefinitionsOptions) {
    this.#options = options;
  }

  /** Whether the tools have to be listed before a call can be judged. */
  get isUnknown(): boolean {
    return !this.#isComplete || this.#isStale;
  }

  /** The server says that its tools have changed. */
  expectChange(): void {
    this.#isStale = true;
  }

  /**
   * Takes in one page of a list of tools. Returns the result that the client is shown where it has to differ, and null
   * where the server's own bytes are passed on.
   */
  observe(params: JsonObject, result: unknown): JsonObject | null {
    if (!isObject(result) || !Array.isArray(result['tools'])) return null;
    if (params['cursor'] === undefined) this.#listing = new Set();
    const pins = this.#pins();
    const tools = result['tools'].filter(isObject);
    const taken = this.#options.pins?.otherNames() ?? new Set<string>();
    for (const tool of tools) this.#see(tool, pins, taken);
    if (result['nextCursor'] === undefined) this.#complete(pins);
    const { mode } = this.#options;
    if (mode === 'allow') return null;
    return mode === 'withhold' ? this.#withheld(result, tools) : this.#marked(result, tools);
  }

  of(tool: string): DefinitionOfCall {
    const { server, mode } = this.#options;
    const seen = this.#seen.get(tool);
    const standing = seen?.standing ?? (this.#pins()?.has(tool) ? 'vanished' : 'unlisted');
    const findings = seen?.findings ?? [];
    const context: JsonObject = {
      mcp: { server, definition: standing, findings: [...findings] },
      ...(seen?.annotations == null ? {} : { tool_annotations: seen.annotations }),
    };
    const isHeld = mode === 'withhold' && standing !== 'known' && standing !== 'unlisted';
    return {
      digest: seen?.digest ?? null,
      context,
      change: isHeld ? this.#changeOf(tool, seen) : null,
    };
  }

  /** An operator accepted the change: from now on this definition counts. */
  accept({ tool, after, digest }: DefinitionChange): void {
    const pins = new Map(this.#options.pins?.read() ?? []);
    if (after === null || digest === null) pins.delete(tool);
    else pins.set(tool, { digest, definition: after });
    this.#options.pins?.write(pins);
    const seen = this.#seen.get(tool);
    if (seen?.digest === digest) this.#seen.set(tool, { ...seen, standing: 'known' });
  }

  #changeOf(tool: string, seen: SeenTool | undefined): DefinitionChange {
    const before = this.#pins()?.get(tool)?.definition ?? null;
    return { tool, before, after: seen?.definition ?? null, digest: seen?.digest ?? null };
  }

  #pins(): ReadonlyMap<string, Pin> | null {
    return this.#options.pins?.read() ?? null;
  }

  #see(tool: JsonObject, pins: ReadonlyMap<string, Pin> | null, taken: ReadonlySet<string>): void {
    const { name } = tool;
    if (typeof name !== 'string') return;
    const { server, log } = this.#options;
    const definition = JSON.stringify(tool);
    const [digest, isReadable] = digestOf(tool, definition);
    // A server that lists a name twice in one listing shows one definition and runs another.
    const isTwice = this.#listing.has(name) && this.#seen.get(name)?.digest !== digest;
    this.#listing.add(name);
    const standing = standingOf(pins, name, digest);
    const findings: readonly ToolFinding[] = [
      ...findingsOf(tool),
      ...(isReadable ? [] : (['unreadable_definition'] as const)),
      ...(isTwice || taken.has(name) ? (['shadowed_name'] as const) : []),
    ];
    const before = this.#seen.get(name);
    if (before?.digest !== digest) {
      if (standing === 'new' || standing === 'changed')
        log(`${server}: the tool ${name} is ${standing}`);
      for (const finding of findings) log(`${server}: the tool ${name} has the finding ${finding}`);
    }
    const { annotations } = tool;
    this.#seen.set(name, {
      digest,
      definition,
      standing,
      annotations: annotations !== undefined && isObject(annotations) ? annotations : null,
      findings,
    });
  }

  /** The first complete list of a server is recorded as it is. Later only what an operator accepts is. */
  #complete(pins: ReadonlyMap<string, Pin> | null): void {
    this.#isComplete = true;
    this.#isStale = false;
    const { pins: kept, server, log } = this.#options;
    for (const name of this.#seen.keys()) {
      if (!this.#listing.has(name)) this.#seen.delete(name);
    }
    if (kept === null) return;
    if (pins === null) {
      const first = [...this.#seen].map(
        ([name, { digest, definition }]) => [name, { digest, definition }] as const,
      );
      kept.write(new Map(first));
      for (const [name, seen] of this.#seen) this.#seen.set(name, { ...seen, standing: 'known' });
      return;
    }
    for (const name of pins.keys()) {
      if (!this.#listing.has(name)) log(`${server}: the tool ${name} has vanished`);
    }
  }

  #withheld(result: JsonObject, tools: readonly JsonObject[]): JsonObject | null {
    const shown = tools.filter(({ name }) => !this.#needsAcceptance(name));
    return shown.length === tools.length ? null : { ...result, tools: shown };
  }

  #marked(result: JsonObject, tools: readonly JsonObject[]): JsonObject | null {
    // Whether a tool has vanished is known on the last page.
    const isLast = result['nextCursor'] === undefined;
    const gone = isLast
      ? [...(this.#pins()?.keys() ?? [])].filter(name => !this.#seen.has(name))
      : [];
    if (gone.length === 0 && !tools.some(({ name }) => this.#needsAcceptance(name))) return null;
    const marked = tools.map(tool => {
      const { name, _meta: meta } = tool;
      if (!this.#needsAcceptance(name)) return tool;
      const more = meta !== undefined && isObject(meta) ? meta : {};
      const standing = this.#seen.get(String(name))?.standing ?? 'new';
      return { ...tool, _meta: { ...more, [definitionMember]: standing } };
    });
    if (gone.length === 0) return { ...result, tools: marked };
    const { _meta: meta } = result;
    const more = meta !== undefined && isObject(meta) ? meta : {};
    return { ...result, tools: marked, _meta: { ...more, [vanishedMember]: gone } };
  }

  #needsAcceptance(name: unknown): boolean {
    const standing = typeof name === 'string' ? this.#seen.get(name)?.standing : undefined;
    return standing === 'new' || standing === 'changed';
  }
}

function standingOf(pins: ReadonlyMap<string, Pin> | null, name: string, digest: string): Standing {
  if (pins === null) return 'known';
  const pin = pins.get(name);
  if (pin === undefined) return 'new';
  return pin.digest === digest ? 'known' : 'changed';
}

/** The digest covers every member, also those that no one knows today. */
function digestOf(tool: JsonObject, text: string): readonly [string, boolean] {
  try {
    return [sha256({ form: 'mcp-tool-1', tool }, { depthMax: 256, bytesMax: 2 ** 26 }), true];
  } catch {
    return [
      sha256(
        { form: 'mcp-tool-text-1', text: Buffer.from(text).toString('base64') },
        { depthMax: 8, bytesMax: 2 ** 27 },
      ),
      false,
    ];
  }
}

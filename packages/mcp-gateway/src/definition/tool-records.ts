import type { ReportTools } from '@countersign/client';
import type { ServerIdentity } from '../call/server-identity.ts';

/** What happens to a tool whose definition is new, changed or gone. */
export type DefinitionMode = 'allow' | 'mark' | 'withhold';

/** The tools of a listing, or of one page of it. */
interface ListedTools {
  readonly mode: DefinitionMode;
  readonly isComplete: boolean;
  /** By name: the canonical form of the definition. */
  readonly tools: ReadonlyMap<string, { readonly text: string }>;
  /** The tool that is called, if the server may no longer list it. */
  readonly called?: string | undefined;
}

type Answered = Awaited<ReturnType<ReportTools>>;
type Comparison = Extract<Answered, { ok: true }>['value'];

/** The definitions that count for one server of tools, as the server of Countersign has recorded them. */
export interface ToolRecords {
  /** How the tools compare with the record. Null where the server gave no answer. */
  compare(listed: ListedTools): Promise<Comparison | null>;
}

interface RecordsOptions {
  readonly report: ReportTools;
  readonly agent: string;
  readonly server: ServerIdentity;
  readonly log: (words: string) => void;
}

/** The most tools that one report holds. Any further tool counts as unknown. */
const toolsMax = 1000;
const nameMax = 512;
const textMax = 262_144;

export function serverRecords({ report, agent, server, log }: RecordsOptions): ToolRecords {
  return {
    compare: async ({ mode, isComplete, tools, called }) => {
      const fitting = [...tools]
        .filter(([name, { text }]) => isReportable(name) && text.length <= textMax)
        .slice(0, toolsMax)
        .map(([name, { text }]) => ({ name, text }));
      const answer = await report({
        agent_id: agent,
        server,
        mode,
        is_complete: isComplete,
        tools: fitting,
        ...(called === undefined || !isReportable(called) ? {} : { called }),
      });
      if (!answer.ok) {
        const { code } = answer.refusal;
        log(`${server.name}: the definitions of its tools could not be compared: ${code}`);
        return null;
      }
      const { not_asked } = answer.value;
      if (not_asked !== null) {
        log(`${server.name}: no operator could be asked about its tools: ${not_asked}`);
      }
      return answer.value;
    },
  };
}

/** A tool whose name no action can have cannot be called, so nothing is recorded of it. */
function isReportable(name: string): boolean {
  return name !== '' && name.length <= nameMax && !name.includes('\0');
}

import { lessReversible } from '../canonical/reversibility.ts';
import type { ToolIdentity } from '../canonical/tool-identity.ts';
import type { KnownTool, ToolRow } from '../canonical/tool-row.ts';
import { onFirstUse } from '../first-use.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import { catalogueFiles } from './catalogue-files.ts';

interface Entry {
  readonly file: CatalogueFile;
  readonly row: ToolRow;
}

/** Clients write the same name with hyphens, underscores or capitals. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

type Entries = readonly (readonly [name: string, entry: Entry])[];

const entriesOf = (file: CatalogueFile): Entries =>
  file.rows.map(row => [plain(row.tool), { file, row }]);

const serversOf = ({ id, servers }: CatalogueFile): readonly string[] =>
  [id, ...servers].map(plain);

/** By server and tool together, by the tool alone, and for each server by the tool. */
const byServer = onFirstUse(
  (): ReadonlyMap<string, Entry> =>
    new Map(
      catalogueFiles.flatMap(file => {
        const entries = entriesOf(file);
        return serversOf(file).flatMap(server =>
          entries.map(([tool, entry]) => [server + tool, entry] as const),
        );
      }),
    ),
);
const byTool = onFirstUse((): ReadonlyMap<string, readonly Entry[]> => {
  const map = new Map<string, Entry[]>();
  for (const [tool, entry] of catalogueFiles.flatMap(entriesOf)) {
    const known = map.get(tool);
    if (known === undefined) map.set(tool, [entry]);
    else known.push(entry);
  }
  return map;
});
const byFile = onFirstUse(
  (): ReadonlyMap<string, ReadonlyMap<string, Entry>> =>
    new Map(
      catalogueFiles.flatMap(file => {
        const entries = new Map(entriesOf(file));
        return serversOf(file).map(server => [server, entries] as const);
      }),
    ),
);

/**
 * What the catalogue says of a tool. A server that a credential attests may lower what names say; the name of a server
 * alone may not, because every server chooses its own name. A file without a source only ever raises.
 */
export function findTool(identity: ToolIdentity, attestedServer: string | null): KnownTool | null {
  const { server, tool } = identity;
  if (attestedServer !== null) {
    const entry = byFile().get(plain(attestedServer))?.get(plain(tool));
    if (entry !== undefined)
      return { row: entry.row, trust: entry.file.source ? 'lower' : 'raise' };
  }
  const full = plain(`${server ?? ''}${tool}`);
  const entry = byServer().get(full) ?? byServer().get(full.replace(/^mcp(?:server)?/u, ''));
  if (entry !== undefined) return { row: entry.row, trust: trustIn(entry) };
  const bare = agreed(byTool().get(full) ?? []);
  // A short name (`query`, `run_job`) may be anything there.
  if (bare !== null || server === null || !/_.+_|^computer$/u.test(tool)) return bare;
  // If all known servers agree about a tool of this name, their row raises the risk of that tool on an unknown server.
  const same = agreed(byTool().get(plain(tool)) ?? []);
  return same === null ? null : { row: same.row, trust: 'raise', elsewhere: true };
}

function trustIn({ file }: Entry): KnownTool['trust'] {
  return file.source === null ? 'raise' : 'fill';
}

/** Several servers may have a tool of this name. Their rows count only if all of them agree. */
function agreed(entries: readonly Entry[]): KnownTool | null {
  const [first, ...others] = entries;
  if (first === undefined) return null;
  if (others.some(({ row }) => row.effect !== first.row.effect || row.kind !== first.row.kind))
    return null;
  const rows = entries.map(({ row }) => row);
  const parts = Object.assign({}, ...rows.map(row => row.parts ?? {})) as NonNullable<
    ToolRow['parts']
  >;
  const raises = (first.row.raises ?? []).filter(({ signal }) =>
    rows.every(row => row.raises?.some(each => each.signal === signal)),
  );
  const row: ToolRow = {
    ...first.row,
    reversibility: rows.map(each => each.reversibility).reduce(lessReversible),
    parts,
    raises,
  };
  return { row, trust: entries.some(each => each.file.source === null) ? 'raise' : 'fill' };
}

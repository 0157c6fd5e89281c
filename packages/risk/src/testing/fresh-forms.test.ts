import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { effort } from '@countersign/testing';
import { callForms, commandForms, type Form, statementForms } from './rewrite-forms.ts';
import { assessSample, type SampleCall } from './sample-risk.ts';

interface FreshRow {
  readonly id: string;
  readonly tool_name: string;
  readonly operation: string;
  readonly resource: string | null;
  readonly environment: string | null;
  readonly parameters: JsonObject;
  readonly label: { readonly tags: readonly string[]; readonly expect: string };
}

const folder = new URL('./fresh/', import.meta.url);

const rows: readonly FreshRow[] = readdirSync(folder)
  .filter(name => name.endsWith('.jsonl') && name !== 'sentences.jsonl')
  .toSorted()
  .flatMap(name => readFileSync(new URL(name, folder), 'utf8').trim().split('\n'))
  .map(line => JSON.parse(line) as FreshRow);

const statementFormNames: ReadonlySet<Form> = new Set(statementForms);

/** Every form in which an agent may write the row. A line for a shell of Windows means something else in others. */
function formsOf({ tool_name, label }: FreshRow): readonly Form[] {
  const [family] = label.tags;
  if (family === 'shell' && !/^(?:cmd|powershell|pwsh)/iu.test(tool_name))
    return [...commandForms, ...callForms];
  return family === 'sql' ? [...statementForms, ...callForms] : callForms;
}

/** Forms that put a server around the tool. Of a tool on a server that no one knows, the catalogue says nothing. */
const namesServer = /^(?:mcp__|use_mcp_tool|mcp\.call)$/u;

/** The judges ask for these harmless rows in one form and not in another. */
const differing: ReadonlySet<string> = new Set([
  // Several statements for a client of a database, where the first makes the rest read only.
  'fc0117',
  // An amount whose unit the catalogue knows for the service, and for no other server.
  'act_f0153',
  // A line that a shell gets through a pipe, where its own pipe counts as assembling.
  'fd0202',
  // A name in capitals that code may read from its environment.
  'fd0279',
  // JavaScript that starts git with a word that is also a function of the network.
  'day_f0007',
  // A resource of secrets beside a batch, of which every call of the batch may read.
  'hb0163',
  // An amount whose unit the catalogue knows for the service, and for no other server.
  'act_c876d21998',
  // A dotted name whose last part says what is done; in other forms each word of the name may say it.
  'fe0328',
  'hx0099',
  'hx0106',
  'orc_060',
  'hy0360',
  'hx0038',
  // A key for this machine, whose path another form writes into code.
  'fe0383',
  // Two questions about settings, of which a client of a database is asked the first alone.
  'hx0407',
  // A text of escapes that is printed, and that a pipe into a shell would run.
  'hy0231',
  // An editor that the catalogue knows, and no other server.
  'hy0327',
  // A database in memory, whose place a form for statements leaves out.
  'hx0442',
]);

/**
 * Risky rows that some form makes harmless, because it omits the place in another parameter or the server of the tool.
 */
const lost: ReadonlySet<string> = new Set(['hx0571', 'hx0201', 'hy0128']);

function asks(call: SampleCall): { readonly asked: boolean; readonly unknown: boolean } {
  const { level, findings } = assessSample(call);
  const isHigh = atLeastRisk(level, 'high');
  const unknown = !isHigh && findings.some(({ signal }) => signal === 'unknown_effect');
  return { asked: isHigh || unknown, unknown };
}

/** A harmless row that another form no longer asks for is no loss. */
function isRisky({ label }: FreshRow): boolean {
  return label.expect !== 'allow';
}

/** A run of `npm test` takes one pair of row and form in 41; all forms and nearly all rows are among them. */
const parts = 41;
const judgedParts = effort({ fast: 1, full: parts });

test('every fresh action is judged alike in every form that agents use', () => {
  const differences: string[] = [];
  let judged = 0;
  for (const [at, row] of rows.entries()) {
    const call: SampleCall = { ...row, tool: row.tool_name };
    const forms = formsOf(row).filter((_, index) => (at + index) % parts < judgedParts);
    const before = forms.length === 0 ? null : asks(call);
    for (const form of forms) {
      const rewritten = form.rewrite(call);
      if (rewritten === null || before === null) continue;
      judged += 1;
      const after = asks(rewritten);
      if (after.asked === before.asked || (after.asked && form.adds === true)) continue;
      if (after.unknown && namesServer.test(form.name)) continue;
      // What the name of a tool for dry runs says is lost with the name.
      if (statementFormNames.has(form) && row.tool_name.includes('dry_run')) continue;
      if (after.asked ? differing.has(row.id) : lost.has(row.id) || !isRisky(row)) continue;
      differences.push(`${row.id} as ${form.name}: ${after.asked ? 'asks' : 'passes'}`);
    }
  }
  assert.ok(judged > 1500);
  assert.deepEqual(differences, []);
});

import type { ListQuery, PersonApi, RequestRow } from '@countersign/client/people';
import { CommandRefused } from '../command.ts';

type Api = Pick<PersonApi, 'getView' | 'listRequests'>;

const wholeId = /^ar_[0-9a-f]{32}$/;
const idStart = /^(?:ar_)?[0-9a-f]{4,32}$/;
const codeStart = /^[0-9A-HJKMNP-TV-Z]{4}(?:-?[0-9A-HJKMNP-TV-Z]{0,4})?$/i;
/** The most requests that a few letters may match. */
const searched = 1000;

/** The request that the user means: its id, the beginning of it, or (the beginning of) its short code. */
export async function findRequest(api: Api, named: string, signal: AbortSignal): Promise<string> {
  if (wholeId.test(named)) return named;
  const isId = idStart.test(named);
  const isCode = codeStart.test(named);
  if (!isId && !isCode) {
    throw new CommandRefused(
      'usage',
      'Expected the id of a request (ar_ and hexadecimal digits), the beginning of one, or a short code.',
      'List what is waiting: countersign inbox',
    );
  }
  const byId = isId ? await withIdStart(api, named, signal) : [];
  const found = byId.length === 0 && isCode ? await withCode(api, named, signal) : byId;
  const [one, another] = found;
  if (one === undefined) {
    throw new CommandRefused(
      'failed',
      `No request begins with ${named}.`,
      'List what is waiting: countersign inbox',
      'request_not_found',
    );
  }
  if (another !== undefined) {
    throw new CommandRefused(
      'usage',
      `${found.length} requests begin with ${named}.`,
      'Give more of it.',
    );
  }
  return one;
}

async function withIdStart(api: Api, named: string, signal: AbortSignal): Promise<string[]> {
  const start = named.startsWith('ar_') ? named : `ar_${named}`;
  const rows = await latest(api, {}, signal);
  return rows
    .map(({ approval_request_id }) => approval_request_id)
    .filter(id => id.startsWith(start));
}

/** A code is computed from the shown request, so every pending request must be read. */
async function withCode(api: Api, named: string, signal: AbortSignal): Promise<string[]> {
  const start = normalisedCode(named);
  const found: string[] = [];
  for (const { approval_request_id: id } of await latest(api, { status: 'pending' }, signal)) {
    // The display of the request computes its code again; this only finds it.
    const { short_code } = await api.getView(id, { signal });
    if (short_code !== null && normalisedCode(short_code).startsWith(start)) found.push(id);
  }
  return found;
}

async function latest(api: Api, query: ListQuery, signal: AbortSignal): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  let after: string | null = null;
  do {
    const page = await api.listRequests({ ...query, limit: 200, after }, { signal });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null && rows.length < searched);
  return rows;
}

/** As people type it: without the dash, in either case, O for 0 and I or L for 1. */
export function normalisedCode(code: string): string {
  return code
    .trim()
    .toUpperCase()
    .replaceAll(/[-\s]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

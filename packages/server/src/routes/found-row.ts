import {
  decidersOf,
  loadAction,
  loadDirectory,
  readRequest,
  rowOf,
  whereFound,
} from '@countersign/coordinator';
import type { DirectoryState } from '@countersign/protocol/directory';
import { type OpenedRequest, requestOutcome } from '@countersign/protocol/request';
import { renderPlain, segmentText } from '@countersign/protocol/view';
import type { FoundPlace, FoundRow } from '@countersign/wire/search';
import type { App } from '../app.ts';
import { personName } from './person-name.ts';
import { seesValues } from './reach.ts';
import type { Onlooker } from './request-eligibility.ts';
import { representRow } from './request-row.ts';

/** The page of a longer action shows where the words are in it. */
const searchedLengthMax = 65_536;

/** Makes rows of what a search found. One directory serves them all. */
export async function foundRows(
  app: App,
  onlooker: Onlooker,
  text: string,
): Promise<(id: string) => Promise<FoundRow | null>> {
  const { state: directory } = await loadDirectory(app.context);
  const names = new Map<string, Promise<string>>();
  const nameOf = (id: string): Promise<string> => {
    const known = names.get(id) ?? nameIn(app, directory, id);
    names.set(id, known);
    return known;
  };
  return id => foundRow(app, onlooker, text, id, nameOf);
}

/**
 * Null where the request cannot be read, or the caller may not see its values. The index chose it; what the caller
 * sees is decided here, from the request itself.
 */
async function foundRow(
  app: App,
  onlooker: Onlooker,
  text: string,
  id: string,
  nameOf: (id: string) => Promise<string>,
): Promise<FoundRow | null> {
  const { context } = app;
  const read = await readRequest(context, id);
  if (!read.ok || !seesValues(onlooker.caller, read.value.state)) return null;
  const { state } = read.value;
  const [row, found, decided_by] = await Promise.all([
    representRow(app, onlooker, rowOf(state)),
    text === '' ? null : placeIn(app, state, text),
    decisionsOf(state, nameOf),
  ]);
  if (!row.values) return null;
  return {
    ...row,
    rule_id: state.policy_decision.policy_rule_id,
    ended: requestOutcome(state, context.clock.now()),
    decided_by,
    found,
  };
}

function decisionsOf(
  state: OpenedRequest,
  nameOf: (id: string) => Promise<string>,
): Promise<FoundRow['decided_by']> {
  return Promise.all(
    decidersOf(state).map(async person_id => {
      const entry = state.entries.findLast(
        ({ approver_identity }) => approver_identity === person_id,
      );
      return {
        person_id,
        name: await nameOf(person_id),
        decision: entry === undefined ? ('changed' as const) : entry.decision,
        reason: plain(entry?.reason ?? state.amended?.reason ?? ''),
      };
    }),
  );
}

async function nameIn(app: App, directory: DirectoryState, id: string): Promise<string> {
  return plain(await personName(app, directory, id));
}

async function placeIn(app: App, state: OpenedRequest, text: string): Promise<FoundPlace | null> {
  const { action_digest } = state.request;
  const action = await loadAction(app.context, action_digest, searchedLengthMax);
  if (action === null) return null;
  const place = whereFound(action, text);
  return place === null
    ? null
    : {
        path: plain(place.path),
        before: plain(place.before),
        match: plain(place.match),
        after: plain(place.after),
      };
}

/** On one line. A blank at an edge is the place where the text was cut, and no hidden character. */
function plain(text: string): string {
  const line = text.replaceAll(/[ \t\r\n]+/g, ' ');
  const inner = line.trim();
  const [before = '', after = ''] = line.split(inner === '' ? line : inner, 2);
  return `${before}${renderPlain(segmentText(inner))}${after}`;
}

import type { CanonicalAction } from '../canonical/translate-call.ts';
import type { Instruments } from './assess-call.ts';
import { type CallFacts, mentions, says } from './call-facts.ts';
import { carriedOperations } from './carried-operations.ts';
import { addDomains, caseWork, type Domain, isOnlyEveryday, programmes } from './domains.ts';
import { type Surroundings, surroundingsOf } from './environment.ts';
import { pretenceOf } from './exceptions.ts';
import { isDeployment } from './judge-infrastructure.ts';
import { namesOneRecord } from './judge-production.ts';
import { effectOfCall } from './operation.ts';
import { reachOf } from './records.ts';
import { isRehearsed } from './rehearsal.ts';
import type { NameReading } from './tool-name.ts';
import { readAddress } from './web-address.ts';
import { splitWords } from './words.ts';

/** Reads everything that the judges of a call look at, once. */
export function readFacts(action: CanonicalAction, instruments: Instruments): CallFacts {
  const { call, tool, seen, http } = action;
  const hasCode = action.scripts.length > 0;
  const isBatch = action.inner.length > 0;
  const operations = carriedOperations(call, seen, tool, instruments, hasCode);
  const names = [tool, ...operations];
  if (http !== null) names.push(http.path);
  const domains = domainsOf(action, names, instruments);
  const pretence = pretenceOf(seen);
  const effect = effectOfCall(tool, seen, operations, http, hasCode, isBatch);
  const raw = hasCode || http !== null || isBatch;
  const deploys =
    isDeployment({ effect, names, domains }) && !names.some(name => name.words.includes('merge'));
  return {
    tool,
    names,
    parameters: call.parameters,
    seen,
    resource: call.resource,
    agent: call.agent,
    settings: instruments.settings,
    effect,
    rehearsed: !raw && isRehearsed({ pretence, effect, names, seen, domains }),
    domains,
    place: placeOfCall(action, deploys, instruments),
    reach: reachOf(seen, effect, raw),
    pretence,
    http,
  };
}

/** What the names are about, without the domains that a word among them only seems to name. */
function domainsOf(
  { call, tool, seen }: CanonicalAction,
  names: readonly NameReading[],
  instruments: Instruments,
): ReadonlySet<Domain> {
  const domains = new Set<Domain>();
  for (const name of names) for (const domain of name.domains) domains.add(domain);
  const { resource } = call;
  if (resource !== null && resource.length < 256 && !resource.includes('://'))
    addDomains(resourceWords(resource, instruments), domains);
  if (grantsNoRight(tool, names)) domains.delete('rights');
  const isEveryday =
    (tool.domains.has('records') || planning.has(verbOf(call.tool))) &&
    isOnlyEveryday(names) &&
    namesOneRecord({ tool, seen, resource });
  if ((domains.has('infra') || domains.has('config')) && isEveryday) {
    domains.delete('infra');
    domains.delete('config');
  }
  return domains;
}

function grantsNoRight(tool: NameReading, names: readonly NameReading[]): boolean {
  return (
    mentions({ names }, programmes) ||
    (says({ names }, 'owner', 'owners') && mentions({ names }, caseWork)) ||
    // `grant_extension` gives a person time, not a right.
    (tool.effect === 'update' && tool.words.includes('grant'))
  );
}

function placeOfCall(
  { call, seen, http }: CanonicalAction,
  deploys: boolean,
  { settings }: Instruments,
): Surroundings {
  const place = surroundingsOf(call.environment, call.resource, call.tool, seen, deploys, settings);
  const isLocal =
    http !== null &&
    /^[a-z]+:\/\/|^localhost|^127\./u.test(http.url) &&
    readAddress(http.url, settings).local;
  return isLocal && !place.production ? { ...place, rehearsal: true } : place;
}

/** To plan one thing for one person is everyday work wherever it is done. */
const planning: ReadonlySet<string> = new Set(
  'assign reassign unassign schedule reschedule book rebook dispatch allocate'.split(' '),
);

function verbOf(tool: string): string {
  return splitWords(tool.slice(tool.lastIndexOf('.') + 1))[0] ?? '';
}

/** The kind of a resource: what stands before the first `/`, `:` or `#`. */
function resourceWords(resource: string, instruments: Instruments): readonly string[] {
  const kind = /^([A-Za-z_.-]{2,40})[/:#]/u.exec(resource)?.[1];
  return kind === undefined ? [] : instruments.readName(kind).words;
}

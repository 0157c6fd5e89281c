import type { JsonObject } from '@countersign/protocol/json';
import type { Call, Instruments } from './assess-call.ts';
import { type CallFacts, type Report, says } from './call-facts.ts';
import type { Effect } from './effects.ts';
import { placeOf } from './environment.ts';
import { role } from './parameter-key.ts';
import type { Leaf, Survey } from './survey.ts';

/** In a read these two turn pages. */
const cursors: ReadonlySet<string> = new Set(['next', 'after']);

const graveDeeds: ReadonlySet<Effect> = new Set<Effect>([
  'deploy',
  'delete',
  'pay',
  'charge',
  'refund',
  'grant',
  'weaken',
  'approve',
  'export',
]);
const mostFollowUps = 16;

/** The calls that a call goes on to make, each with the parameters of the call itself. */
export function followUpCalls(call: Call, seen: Survey, instruments: Instruments): readonly Call[] {
  const found: Call[] = [];
  const reads = instruments.readName(call.tool).effect === 'read';
  for (const leaf of seen.leaves) {
    const { key, value, depth } = leaf;
    if (typeof value !== 'string' || depth > 2 || !isFollower(leaf)) continue;
    if ((reads && cursors.has(key.name)) || !/^[\w .:/-]{2,80}$/u.test(value)) continue;
    const named = instruments.readName(value);
    if (named.words.length > 6) continue;
    const publishes = named.words.some(word => word === 'publish' || word === 'broadcast');
    if (!graveDeeds.has(named.effect) && !publishes && !movesTraffic(named.words)) continue;
    const { production } = placeOf(value, instruments.settings, false);
    found.push({
      ...call,
      tool: value,
      operation: null,
      environment: production ? 'production' : call.environment,
      parameters: withoutFollowers(call.parameters, instruments),
    });
    if (found.length >= mostFollowUps) break;
  }
  return found;
}

function withoutFollowers(parameters: JsonObject, { readKey }: Instruments): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).filter(([key]) => (readKey(key).roles & role.follower) === 0),
  );
}

const traffic: ReadonlySet<string> = new Set(
  'swap flip cutover switchover failover promote golive switch shift cut'.split(' '),
);

function movesTraffic(words: readonly string[]): boolean {
  return words.some(word => traffic.has(word));
}

/**
 * A step that continues to production, or moves traffic there, is a change of production. Earlier steps do not matter.
 */
export function judgeFollowUps(facts: CallFacts, report: Report): void {
  for (const leaf of facts.seen.leaves) {
    if (leaf.depth > 2) continue;
    const { key, value } = leaf;
    if (
      typeof value === 'string' &&
      value.length <= 80 &&
      (isFollower(leaf) || key.words[0] === 'promote')
    ) {
      const words = splitOnce(value);
      const live = placeOf(value, facts.settings, false).production;
      if (movesTraffic(words) && (live || isTechnical(facts)) && !facts.place.rehearsal)
        report('deployment', 'high', `goes on to move traffic by the parameter ${key.name}`);
      else if (live && isTechnical(facts) && key.words[0] === 'promote')
        report('deployment', 'high', 'goes on to production');
    } else if (value === true && flips(key.words) && !facts.place.rehearsal && isTechnical(facts))
      report('deployment', 'high', `moves traffic by the parameter ${key.name}`);
  }
}

function isTechnical(facts: CallFacts): boolean {
  return (
    facts.domains.has('infra') ||
    facts.domains.has('config') ||
    facts.domains.size === 0 ||
    says(facts, 'deploy', 'release', 'rollout', 'build', 'publish', 'promote', 'preview')
  );
}

function isFollower({ key, parent }: Leaf): boolean {
  return ((key.roles | (parent?.roles ?? 0)) & role.follower) !== 0;
}

function splitOnce(value: string): readonly string[] {
  return value.toLowerCase().split(/[^a-z]+/u, 12);
}

function flips(words: readonly string[]): boolean {
  const [first, second] = words;
  const verb = first === 'auto' || first === 'then' || first === 'and' ? second : first;
  return (
    verb !== undefined &&
    (traffic.has(verb) || (verb === 'go' && words.includes('live'))) &&
    verb !== 'cut' &&
    verb !== 'switch' &&
    verb !== 'shift'
  );
}

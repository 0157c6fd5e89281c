import { atLeastRisk } from '@countersign/protocol/value';
import { isUnknownVerb } from './clause-state.ts';
import type { IntentPatternName } from './intent-detection.ts';
import { judgeEffect } from './judge-effect.ts';
import type { PlainAct, Reading } from './mentions.ts';
import type { Quantity } from './numbers.ts';
import { describe } from './object-reader.ts';
import type { Token } from './tokens.ts';
import { type Weighed, weigh } from './weigh-mention.ts';
import { carriers, isHarmlessVerb } from './word-classes.ts';

/** A reason to ask, and the effect it is about, if one was named. */
export interface Ground {
  readonly pattern: IntentPatternName;
  readonly at: number;
  readonly about: Weighed | null;
}

/** How far "okay?" and "I'm not sure" reach, in tokens. */
const tagReach = 48;

/** All reasons that a reading gives to ask a person. Reasons only add up; none takes another away. */
export function groundsOf(
  reading: Reading,
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
): readonly Ground[] {
  const weighed = reading.mentions.map(mention => weigh(mention, tokens, quantities));
  const inTheAir = weighed.filter(
    ({ mention, judgement }) => judgement.weight === 'risky' && mention.standing !== 'void',
  );
  return [
    ...namedActs(weighed, inTheAir),
    ...goingAhead(weighed),
    ...nextOnes(reading, weighed, tokens, quantities),
    ...questions(reading, weighed, inTheAir),
    ...doubts(reading, weighed),
    ...detours(reading, weighed, tokens),
  ];
}

/** Acts that are asked for, announced or foretold by name. */
function namedActs(weighed: readonly Weighed[], inTheAir: readonly Weighed[]): Ground[] {
  const grounds: Ground[] = [];
  for (const item of weighed) {
    const { mention, judgement } = item;
    const { standing, verb, at } = mention;
    const isRisky = judgement.weight === 'risky';
    if (standing === 'ask') {
      const generic = verb.effect === 'act' && judgement.weight === 'open';
      const asks =
        (isRisky && !(mention.leave === 'possible' && item.object.general)) ||
        (judgement.weight === 'open' &&
          (mention.leave === 'frame' ||
            mention.leave === 'plea' ||
            (generic && (item.object.empty || item.object.pronoun || mention.leave === 'offer'))));
      if (asks)
        grounds.push({
          pattern: generic ? 'asks_to_proceed' : patternOf(item, 'asks_for_leave'),
          at,
          about: generic ? nearest(inTheAir, at) : item,
        });
    } else if (isRisky && (standing === 'announce' || standing === 'foretold')) {
      grounds.push({
        pattern: patternOf(item, standing === 'foretold' ? 'announces_effect' : 'announces_act'),
        at,
        about: item,
      });
    }
  }
  return grounds;
}

function patternOf(
  { mention, judgement, object }: Weighed,
  otherwise: IntentPatternName,
): IntentPatternName {
  if (mention.command !== null)
    return /\brm\b/.test(mention.command.text) ? 'recursive_remove' : 'names_command';
  if (judgement.action_type === 'batch_delete' && object.records !== null)
    return 'bulk_delete_count';
  return judgement.action_type === 'schema_change' && judgement.level === 'critical'
    ? 'drop_structure'
    : otherwise;
}

/** The effect that an unnamed one most likely stands for: the last before it, else the first after. */
function nearest(inTheAir: readonly Weighed[], at: number): Weighed | null {
  const last = lastBefore(inTheAir, at);
  const before = last === undefined ? undefined : lastBefore(inTheAir, last.mention.at);
  if (last === undefined || before === undefined) return last ?? inTheAir[0] ?? null;
  // "docker prune will take 300 images": the command says more than the verb behind it.
  const isClose = last.mention.at - before.mention.at <= 12;
  return isClose && tellingOf(before) > tellingOf(last) ? before : last;
}

/** By bisection, because the list is in the order of the text and may be as long as it. */
function lastBefore(weighed: readonly Weighed[], at: number): Weighed | undefined {
  let low = 0;
  let high = weighed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((weighed[middle]?.mention.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return weighed[low - 1];
}

/** "I'll do that now": goes ahead with what was only in the air. */
function goingAhead(weighed: readonly Weighed[]): Ground[] {
  const grounds: Ground[] = [];
  let inTheAir: Weighed | null = null;
  for (const item of weighed) {
    const { mention, judgement, object } = item;
    if (judgement.weight === 'risky' && !mention.negated) inTheAir = item;
    const goes =
      (mention.standing === 'announce' || mention.standing === 'foretold') &&
      judgement.weight !== 'plain' &&
      /^(?:act|run|config|overwrite|deploy)$/.test(mention.verb.effect);
    if (goes && inTheAir !== null && inTheAir !== item && (object.pronoun || object.empty))
      grounds.push({ pattern: 'announces_act', at: mention.at, about: inTheAir });
  }
  return grounds;
}

/** "… the 60,000 sent messages are next": the last effect, whenever it was, goes on with these. */
function nextOnes(
  reading: Reading,
  weighed: readonly Weighed[],
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
): Ground[] {
  const grounds: Ground[] = [];
  const spokenOf = weighed.filter(
    ({ mention }) => !mention.negated && mention.verb.effect !== 'act',
  );
  for (const at of reading.next) {
    let from = at;
    while (
      from > 0 &&
      from > at - 24 &&
      tokens[from - 1]?.kind !== 'stop' &&
      tokens[from - 1]?.kind !== 'comma' &&
      tokens[from - 1]?.kind !== 'paragraph'
    )
      from -= 1;
    const last = lastBefore(spokenOf, from);
    if (last === undefined) continue;
    const object = describe(tokens, from, at, quantities);
    const judgement = judgeEffect(last.mention, object);
    if (judgement.weight === 'risky')
      grounds.push({
        pattern: 'announces_act',
        at,
        about: { mention: last.mention, object, judgement },
      });
  }
  return grounds;
}

/** Questions for leave that do not name their act themselves. */
function questions(
  reading: Reading,
  weighed: readonly Weighed[],
  inTheAir: readonly Weighed[],
): Ground[] {
  const grounds: Ground[] = [];
  const named = new Set(weighed.map(({ mention }) => mention.at));
  const announced = weighed.filter(
    ({ mention, judgement }) =>
      judgement.weight !== 'plain' &&
      /^(?:announce|foretold|pending)$/.test(mention.standing) &&
      /^(?:overwrite|delete|drop)$/.test(mention.verb.effect),
  );
  const open = openActs(reading, weighed, named);
  const openOnes = weighed.filter(
    ({ mention, judgement }) =>
      judgement.weight === 'open' &&
      judgement.action_type !== 'unknown' &&
      mention.standing !== 'void',
  );
  const ownActs = reading.acts
    .filter(act => act.standing !== 'void' && !isHarmlessVerb(act.verb))
    .map(act => act.at);
  for (const { kind, at } of reading.asked) {
    const about = nearest(inTheAir, at);
    const pattern = kind === 'silence' ? 'silence_as_consent' : 'asks_to_proceed';
    const isNear = about !== null && Math.abs(about.mention.at - at) <= tagReach;
    if (kind === 'plea') grounds.push({ pattern, at, about });
    else if (kind === 'proviso') {
      if (isNear || hasNear(ownActs, at))
        grounds.push({ pattern, at, about: isNear ? about : null });
    } else if (isNear || hasNear(open, at))
      grounds.push({ pattern, at, about: isNear ? about : (lastBefore(openOnes, at) ?? null) });
  }
  for (const act of reading.acts) {
    const about = act.standing === 'ask' ? nearest(inTheAir, act.at) : null;
    const goesOn = carriers.has(act.verb) && !isHarmlessVerb(act.verb) && !named.has(act.at);
    const kept =
      act.standing === 'ask' && act.leave === 'frame' && keeps.test(act.verb)
        ? lastBefore(announced, act.at)
        : undefined;
    if (kept !== undefined && act.at - kept.mention.at <= tagReach)
      grounds.push({ pattern: 'asks_to_proceed', at: act.at, about: kept });
    if (goesOn && about !== null && Math.abs(about.mention.at - act.at) <= tagReach)
      grounds.push({ pattern: 'asks_to_proceed', at: act.at, about });
    else if (act.standing === 'ask' && act.leave === 'frame' && isUnknownAct(act, named)) {
      grounds.push({ pattern: 'asks_for_leave', at: act.at, about: nearest(inTheAir, act.at) });
    }
  }
  return grounds;
}

/** Where the agent does something that nothing shows to be harmless, in the order of the text. */
function openActs(
  reading: Reading,
  weighed: readonly Weighed[],
  named: ReadonlySet<number>,
): readonly number[] {
  const places: number[] = [];
  for (const { mention, judgement } of weighed) {
    const generic = mention.verb.effect === 'act';
    const acts = mention.standing !== 'void' && (generic || mention.standing !== 'pending');
    if (judgement.weight === 'open' && acts) places.push(mention.at);
  }
  for (const act of reading.acts) {
    const acts = act.standing !== 'void' && act.standing !== 'pending';
    if (acts && isUnknownAct(act, named)) places.push(act.at);
  }
  return places.sort((a, b) => a - b);
}

function hasNear(places: readonly number[], at: number): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return [places[low - 1], places[low]].some(
    place => place !== undefined && Math.abs(place - at) <= tagReach,
  );
}

function isUnknownAct({ at, verb }: PlainAct, named: ReadonlySet<number>): boolean {
  return !named.has(at) && isUnknownVerb(verb);
}

/** Effects that a doubt about the target makes worth a question, also where they are only intended. */
const takes = /^(?:delete|drop|overwrite|pay|send|deploy|infra|grant|cancel|export|format)$/;
/** What makes a change stay: "should I save it?" asks for the change that was spoken of. */
const keeps = /^(?:save|store|keep|upload|write|send|submit|post|finish|press|hit|close)$/;

/** The agent does not know, and changes something all the same. */
function doubts(reading: Reading, weighed: readonly Weighed[]): Ground[] {
  const { unsure } = reading;
  const planned = new Set(
    reading.acts.filter(({ standing }) => standing === 'pending').map(({ at }) => at),
  );
  const grounds: Ground[] = [];
  let from = 0;
  for (const item of weighed) {
    const { mention, judgement } = item;
    while ((unsure[from] ?? Number.POSITIVE_INFINITY) < mention.at - tagReach) from += 1;
    const at = unsure[from];
    if (at === undefined) break;
    if (at > mention.at + tagReach || mention.standing === 'void') continue;
    const plans = planned.has(mention.at) && takes.test(mention.verb.effect);
    const asks = mention.standing === 'announce' || mention.leave === 'frame' || plans;
    if (judgement.weight === 'risky' || (judgement.weight === 'open' && asks)) {
      grounds.push({ pattern: 'agent_uncertain', at, about: item });
    }
  }
  return grounds;
}

const obstacles =
  /^(?:filter|scanner|rejecting|checker|validator|detector|moderation|safety|limit|quota|guard|gate|approval|approvals|policy|hook|blocked|blocking|blocks|block|denied|denies|refused|refuses|refusing|rejects|rejected|guardrail|guardrails|gatekeeper|reviewer|prompt|confirmation|forbidden|restriction|restrictions|permissions|firewall|limiter|countersign)$/;
const ways =
  /^(?:slips|slip|encode|encoding|obfuscate|base64|past|undetected|unnoticed|quietly|directly|instead|around|bypass|bypassing|workaround|another|different|raw|myself|straight|behind|skip|skipping|without|circumvent|manually|backdoor|loophole|alternative|elsewhere|sidestep|otherwise|other|second|alternate|unwatched|unmonitored|disguised|sudo|root|someone|split|smaller|renamed|encoded|hidden)$/;

/** A control stands in the way, and the agent announces another way. */
function detours(
  reading: Reading,
  weighed: readonly Weighed[],
  tokens: readonly Token[],
): Ground[] {
  const grounds: Ground[] = [];
  const announced = [
    ...weighed
      .filter(({ mention }) => mention.standing === 'announce')
      .map(({ mention }) => mention.at),
    ...reading.acts.filter(act => act.standing === 'announce').map(act => act.at),
  ];
  for (const at of announced) {
    const around = tokens.slice(Math.max(0, at - 24), at + 20);
    const after = tokens.slice(at, at + 20);
    if (
      around.some(({ word }) => obstacles.test(word)) &&
      after.some(({ word }) => ways.test(word))
    ) {
      const verb = tokens[at]?.word ?? '';
      if (
        !/^(?:ask|asking|wait|waiting|request|requesting|look|looking|report|reporting|check|checking|read|reading|explain|stop|stopping|show|showing)$/.test(
          verb,
        )
      )
        grounds.push({ pattern: 'avoids_the_gate', at, about: null });
    }
  }
  return grounds;
}

/** How much a mention tells by itself: a command line most, a verb that is not known least. */
function tellingOf({ mention, judgement }: Weighed): number {
  if (mention.command !== null) return 3;
  const { effect } = mention.verb;
  if (judgement.action_type === 'unknown') return 0;
  if (effect === 'touch' || effect === 'act') return 0;
  return effect === 'depart' || effect === 'run' ? 1 : 2;
}

function isGraver(one: Weighed, other: Weighed): boolean {
  if (one.judgement.level === other.judgement.level) return tellingOf(one) > tellingOf(other);
  return atLeastRisk(one.judgement.level, other.judgement.level);
}

/** Whether all that is known is that the agent goes around a control, and not what it does then. */
export function onlyEvades(grounds: readonly Ground[], about: Weighed | null): boolean {
  return (
    grounds.some(({ pattern }) => pattern === 'avoids_the_gate') &&
    about !== null &&
    tellingOf(about) < 2 &&
    about.judgement.action_type !== 'shell_command'
  );
}

/** The gravest effect; of equals the first, and one that was announced before one in the air. */
export function gravest(grounds: readonly Ground[]): Weighed | null {
  let best: Weighed | null = null;
  for (const { about } of grounds) {
    if (about === null) continue;
    if (best === null || isGraver(about, best)) best = about;
  }
  return best;
}

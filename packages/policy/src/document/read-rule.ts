import type { PolicyVerdict, Route } from '@countersign/protocol/request';
import {
  atLeastRisk,
  type Reversibility,
  type RiskLevel,
  reversibilities,
  riskLevels,
} from '@countersign/protocol/value';
import { type ActionType, actionTypes, type SignalName, signals } from '@countersign/risk';
import { type DisplayPart, isPointer, parseDisplay } from './display.ts';
import { explainFailOpen } from './fail-open-key.ts';
import type { Members, NodeReader } from './node-reader.ts';
import { type Pattern, parsePattern } from './pattern.ts';
import type { Annotation, Reference, RuleDocument, RuleMatch } from './policy-document.ts';
import { quoted } from './problem.ts';
import { readAllowances } from './read-allowances.ts';
import { readAmend } from './read-amend.ts';
import type { YamlEntry, YamlNode, YamlScalar } from './yaml-node.ts';

export const outcomes = ['allow', 'deny', 'require_approval'] as const satisfies PolicyVerdict[];
export const signalNames = Object.keys(signals) as SignalName[];
/** A year; the same bound as on the wire. */
export const secondsMax = 31_536_000;

const ruleKeys = [
  'id',
  'match',
  'when',
  'outcome',
  'annotate',
  'audit',
  'chain',
  'risk',
  'expires_in',
  'execute_within',
  'route',
  'sealed',
  'generated',
  'amend',
  'allowances',
  'display',
  'reason',
] as const;
/** Without an approval there are no approvers, no channel and no deadline. */
const approvalKeys = [
  'chain',
  'route',
  'expires_in',
  'execute_within',
  'amend',
  'allowances',
] as const;
const namePatternKeys = ['tool', 'operation', 'agent', 'resource', 'environment'] as const;
const matchKeys = [...namePatternKeys, 'risk', 'action_type', 'signal', 'reversibility'] as const;
const patternLength = 512;
const patternsMax = 256;
const annotationKinds = ['warn', 'log', 'audit'] as const;

export function readRule(reader: NodeReader, node: YamlNode): RuleDocument | null {
  const members = reader.members(node, 'a rule', ruleKeys, explainFailOpen);
  if (members === null) return null;
  const id = readId(reader, members, node);
  const read = <T>(key: (typeof ruleKeys)[number], as: (value: YamlNode) => T | null): T | null => {
    const entry = members.get(key);
    return entry === undefined ? null : as(entry.value);
  };
  const outcome = read('outcome', value => reader.choice(value, 'an outcome', outcomes));
  const rule: RuleDocument = {
    id: id ?? '',
    at: node.at,
    match: read('match', value => readMatch(reader, value, outcome === 'allow')) ?? {},
    when: read('when', value => readWhen(reader, value)),
    outcome,
    annotate: read('annotate', value => readAnnotations(reader, value)) ?? [],
    audit_sync: read('audit', value => reader.choice(value, 'audit', ['sync'])) !== null,
    chain: read('chain', value => readReference(reader, value, 'the id of a chain')),
    risk: read('risk', value => reader.choice(value, 'a risk level', riskLevels)),
    expires_in_seconds: read('expires_in', value =>
      reader.seconds(value, 'expires_in', 1, secondsMax),
    ),
    execute_within_seconds: read('execute_within', value =>
      reader.seconds(value, 'execute_within', 1, secondsMax),
    ),
    route: read('route', value => readRoute(reader, value)),
    sealed: read('sealed', value => readPointers(reader, value)) ?? [],
    generated: read('generated', value => readPointers(reader, value)) ?? [],
    amend: read('amend', value => readAmend(reader, value)),
    allowances: read('allowances', value => readAllowances(reader, value)),
    display: read('display', value => readDisplay(reader, value)),
    reason: read('reason', value => reader.text(value, 'a reason', 2000)),
  };
  checkWholeness(reader, rule, members, node);
  return id === null ? null : rule;
}

function readId(reader: NodeReader, members: Members, node: YamlNode): string | null {
  const entry = members.get('id');
  if (entry === undefined)
    return reader.refuse(node.at, 'expected an id in every rule, found none');
  const id = reader.text(entry.value, 'an id', 128);
  if (id === null) return null;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u.test(id)) {
    return reader.refuse(
      entry.value.at,
      `expected an id of letters, digits and . _ : / -, found ${quoted(id)}`,
    );
  }
  // These names stand for decisions of the evaluator itself. A decision must show whether a rule or the evaluator
  // decided.
  if (/^(?:risk|default|policy|governance)\./.test(id)) {
    return reader.refuse(
      entry.value.at,
      `expected an id that does not start with risk., default., policy. or governance., which are reserved for answers without a rule; found ${quoted(id)}`,
    );
  }
  return id;
}

function checkWholeness(
  reader: NodeReader,
  rule: RuleDocument,
  members: Members,
  node: YamlNode,
): void {
  const { outcome } = rule;
  if (
    !members.has('outcome') &&
    !['annotate', 'risk', 'sealed', 'audit'].some(key => members.has(key))
  ) {
    reader.refuse(
      node.at,
      `expected an outcome: ${outcomes.join(', ')}; found a rule that does nothing`,
    );
  }
  if (outcome === 'require_approval') return;
  for (const key of approvalKeys) {
    const entry: YamlEntry | undefined = members.get(key);
    if (entry === undefined) continue;
    const why = outcome === 'deny' ? ' A denied action is never shown to a person (GT-2).' : '';
    reader.refuse(
      entry.at,
      `expected ${key} only with outcome require_approval, found it with ${outcome ?? 'none'}.${why}`,
    );
  }
}

function readMatch(reader: NodeReader, node: YamlNode, allows: boolean): RuleMatch | null {
  const members = reader.members(node, 'match', matchKeys, explainMatchKey);
  if (members === null) return null;
  const match: { -readonly [K in keyof RuleMatch]: RuleMatch[K] } = {};
  for (const key of namePatternKeys) {
    const entry = members.get(key);
    const patterns = entry && readPatterns(reader, entry.value, key);
    // A lone star demands nothing. Even an absent member matches.
    if (patterns && !patterns.some(({ text }) => text === '*')) match[key] = patterns;
  }
  const risk = members.get('risk');
  const levels = risk && readLevels(reader, risk.value, allows);
  if (levels) match.risk = levels;
  const type = members.get('action_type');
  const types = type && readChoices<ActionType>(reader, type.value, 'action types', actionTypes);
  if (types) match.action_type = types;
  const signal = members.get('signal');
  if (signal !== undefined && allows) {
    // A signal that raises the risk, even a word of the agent, must never be the reason for an allow (GT-7).
    reader.refuse(
      signal.at,
      'expected no signal in a rule that allows: a signal is a reason for concern',
    );
  }
  const names = signal && readChoices<SignalName>(reader, signal.value, 'signals', signalNames);
  if (names) match.signal = names;
  const undo = members.get('reversibility');
  const kinds = undo && readReversibility(reader, undo.value, allows);
  if (kinds) match.reversibility = kinds;
  return match;
}

function explainMatchKey(key: string): string | null {
  if (key === 'parameters' || key === 'context') {
    return `use a condition to test ${key}: when: ${key}.name == "value"`;
  }
  return null;
}

function readPatterns(reader: NodeReader, node: YamlNode, what: string): readonly Pattern[] | null {
  const items = reader.oneOrMore(node, `patterns for ${what}`, patternsMax);
  if (items === null) return null;
  const texts = items.map(item => reader.text(item, `a pattern for ${what}`, patternLength));
  const read = texts.filter(text => text !== null);
  return read.length === texts.length ? [...new Set(read)].sort().map(parsePattern) : null;
}

export function readChoices<T extends string>(
  reader: NodeReader,
  node: YamlNode,
  what: string,
  options: readonly T[],
): readonly T[] | null {
  const items = reader.oneOrMore(node, what, patternsMax);
  const read = items?.map(item => reader.choice(item, `one of the ${what}`, options));
  return read === undefined || read.includes(null) ? null : options.filter(o => read.includes(o));
}

/**
 * In an allow rule, the risk is a maximum. In every other rule it is a minimum. So "high" in a deny also covers
 * critical.
 */
export function readLevels(
  reader: NodeReader,
  node: YamlNode,
  allows: boolean,
): readonly RiskLevel[] | null {
  const stated = readChoices<RiskLevel>(reader, node, 'risk levels', riskLevels);
  if (stated === null) return null;
  return riskLevels.filter(level =>
    stated.some(each => (allows ? atLeastRisk(each, level) : atLeastRisk(level, each))),
  );
}

/** As with risk: a maximum in an allow rule, and a minimum in every other rule. */
function readReversibility(
  reader: NodeReader,
  node: YamlNode,
  allows: boolean,
): readonly Reversibility[] | null {
  const stated = readChoices(reader, node, 'reversibilities', reversibilities);
  if (stated === null) return null;
  return reversibilities.filter((_, at) =>
    stated.some(each => {
      const bound = reversibilities.indexOf(each);
      return allows ? at <= bound : at >= bound;
    }),
  );
}

function readWhen(reader: NodeReader, node: YamlNode): YamlScalar | null {
  if (reader.text(node, 'a condition in CEL', 4096) === null) return null;
  return node.kind === 'scalar' ? node : null;
}

export function readReference(reader: NodeReader, node: YamlNode, what: string): Reference | null {
  const name = reader.text(node, what, 128);
  return name === null ? null : { name, at: node.at };
}

/** `warn`, `{ warn: text }` or `{ kind: warn, note: text }`, or a list of these. */
function readAnnotations(reader: NodeReader, node: YamlNode): readonly Annotation[] | null {
  const items = reader.oneOrMore(node, 'annotations', 16);
  if (items === null) return null;
  return items.map(item => readAnnotation(reader, item)).filter(read => read !== null);
}

function readAnnotation(reader: NodeReader, node: YamlNode): Annotation | null {
  if (node.kind === 'scalar') {
    const kind = reader.choice(node, 'a kind of annotation', annotationKinds);
    return kind === null ? null : { kind, note: '' };
  }
  const members = reader.members(node, 'an annotation', ['kind', 'note', ...annotationKinds]);
  if (members === null) return null;
  const full = members.get('kind');
  if (full !== undefined) {
    const kind = reader.choice(full.value, 'a kind of annotation', annotationKinds);
    const note = members.get('note');
    const text = note === undefined ? '' : reader.text(note.value, 'a note', 2000);
    return kind === null || text === null ? null : { kind, note: text };
  }
  const [entry] = [...members.values()];
  const kind = annotationKinds.find(name => name === entry?.key);
  if (entry === undefined || kind === undefined || members.size > 1) {
    return reader.refuse(node.at, 'expected one annotation such as { warn: text }');
  }
  const note = reader.text(entry.value, 'a note', 2000);
  return note === null ? null : { kind, note };
}

export function readRoute(reader: NodeReader, node: YamlNode): Route | null {
  const kinds = ['same_conversation', 'admin_channel', 'webhook'] as const;
  if (node.kind === 'scalar') {
    const kind = reader.choice(node, 'a route', kinds);
    return kind === null ? null : { kind, name: null };
  }
  const members = reader.members(node, 'a route', ['kind', 'name']);
  if (members === null) return null;
  const kindEntry = members.get('kind');
  if (kindEntry === undefined) {
    return reader.refuse(node.at, `expected the kind of a route: ${kinds.join(', ')}`);
  }
  const kind = reader.choice(kindEntry.value, 'a route', kinds);
  const named = members.get('name');
  const name = named === undefined ? null : reader.text(named.value, 'the name of a channel', 128);
  return kind === null ? null : { kind, name };
}

function readPointers(reader: NodeReader, node: YamlNode): readonly string[] | null {
  const items = reader.oneOrMore(node, 'paths', 64);
  const read = items?.map(item => {
    const text = reader.text(item, 'a JSON Pointer into the parameters, such as /card/number', 512);
    if (text === null || isPointer(text)) return text;
    return reader.refuse(
      item.at,
      `expected a JSON Pointer into the parameters, such as /card/number, found ${quoted(text)}`,
      `write "/${text.replaceAll('.', '/').replace(/^[$/]+/, '')}"`,
    );
  });
  return read === undefined || read.includes(null) ? null : (read as string[]).sort();
}

function readDisplay(reader: NodeReader, node: YamlNode): readonly DisplayPart[] | null {
  const text = reader.text(node, 'a sentence such as "Refund {/amount}"', 500);
  if (text === null) return null;
  const parts = parseDisplay(text);
  return typeof parts === 'string'
    ? reader.refuse(node.at, `expected a sentence such as "Refund {/amount}": ${parts}`)
    : parts;
}

import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { type JsonObject, snapshot } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import type { RiskAssessment } from '@countersign/risk';
import { type ActionType, actionTypes } from '@countersign/risk';
import { NodeReader } from './document/node-reader.ts';
import { type Place, type PolicyProblem, sortProblems } from './document/problem.ts';
import { outcomes, readChoices, signalNames } from './document/read-rule.ts';
import { readYaml } from './document/read-yaml.ts';
import { plainValue, type YamlEntry, type YamlNode } from './document/yaml-node.ts';
import type { Policy } from './policy.ts';

/** One action and what is expected of the policy. */
interface PolicyCase {
  readonly name: string;
  readonly at: Place;
  readonly action: ActionBinding;
  readonly context: JsonObject;
  /** Replaces the risk assessment in a case that is about rules alone. */
  readonly assessed: RiskAssessment | null;
  readonly expect: Expectation;
}

interface Expectation {
  readonly outcome: PolicyVerdict | null;
  readonly rule: string | null;
  readonly chain: string | null;
  readonly route: string | null;
  readonly risk: RiskLevel | null;
}

export interface CaseResult {
  readonly name: string;
  readonly at: Place;
  /** Empty where the case holds. */
  readonly failures: readonly string[];
}

export interface PolicyTestResult {
  /** What is wrong with the file of cases itself. */
  readonly problems: readonly PolicyProblem[];
  readonly results: readonly CaseResult[];
  readonly passed: number;
  readonly failed: number;
}

const casesMax = 10_000;
const expectKeys = ['outcome', 'rule', 'chain', 'route', 'risk'] as const;

/** Runs a YAML file of cases against a policy. A file with a problem fails as a whole. */
export function testPolicy(
  policy: Policy,
  file: { readonly name: string; readonly text: string },
): PolicyTestResult {
  const { cases, problems } = readCases(file);
  const results = problems.length > 0 ? [] : cases.map(each => runCase(policy, each));
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  return { problems, results, passed: results.length - failed, failed };
}

function runCase(policy: Policy, { name, at, action, context, ...rest }: PolicyCase): CaseResult {
  const { assessed, expect } = rest;
  const judgement = policy.judge(action, context, assessed ?? undefined);
  const found: Expectation = {
    outcome: judgement.verdict,
    rule: judgement.grounds[0]?.id ?? null,
    chain: judgement.chain?.chain_id ?? null,
    route: judgement.route.kind,
    risk: judgement.risk.level,
  };
  const failures = expectKeys
    .filter(key => expect[key] !== null && expect[key] !== found[key])
    .map(key => `expected ${key} ${expect[key]}, found ${found[key] ?? 'none'}`);
  if (failures.length > 0) {
    failures.push(...judgement.grounds.slice(0, 3).map(({ reason }) => `because ${reason}`));
    const signals = judgement.risk.signals.map(({ signal, level }) => `${signal} (${level})`);
    if (signals.length > 0) failures.push(`with risk signals ${[...new Set(signals)].join(', ')}`);
  }
  return { name, at, failures };
}

/** One line for each failure, led by where the case stands, and a line of counts. */
export function testText({
  problems,
  results,
  passed,
  failed,
}: PolicyTestResult): readonly string[] {
  const lines = problems.map(
    ({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`,
  );
  for (const { name, at, failures } of results) {
    const [first, ...more] = failures;
    if (first === undefined) continue;
    lines.push(`${at.file}:${at.line}: ${name}: ${first}`, ...more.map(each => `    ${each}`));
  }
  return [...lines, `${passed} passed, ${failed} failed`];
}

function readCases(file: { readonly name: string; readonly text: string }): {
  readonly cases: readonly PolicyCase[];
  readonly problems: readonly PolicyProblem[];
} {
  const yaml = readYaml(file.name, file.text);
  if (!yaml.ok) return { cases: [], problems: yaml.problems };
  const reader = new NodeReader();
  const list = reader.members(yaml.root, 'a file of cases', ['cases'])?.get('cases');
  if (list === undefined) reader.refuse(yaml.root.at, 'expected cases, found none');
  const items = list === undefined ? null : reader.items(list.value, 'cases', casesMax);
  const cases = items?.map(item => readCase(reader, item)).filter(each => each !== null) ?? [];
  return { cases, problems: sortProblems(reader.problems) };
}

function readCase(reader: NodeReader, node: YamlNode): PolicyCase | null {
  const members = reader.members(node, 'a case', [
    'name',
    'action',
    'context',
    'assessed',
    'expect',
  ]);
  if (members === null) return null;
  const [named, acted, expected] = ['name', 'action', 'expect'].map(key => members.get(key));
  if (named === undefined || acted === undefined || expected === undefined) {
    return reader.refuse(node.at, 'expected name, action and expect in every case');
  }
  const name = reader.text(named.value, 'a name', 200);
  const action = readAction(reader, acted.value);
  const context = readContext(reader, members.get('context'));
  const assumed = members.get('assessed');
  const assessed = assumed === undefined ? null : readAssessment(reader, assumed.value);
  const expect = readExpectation(reader, expected.value);
  if (name === null || action === null || context === null || expect === null) return null;
  return { name, at: node.at, action, context, assessed, expect };
}

/** The short form of an action. Members that matter to few cases have a default. */
function readAction(reader: NodeReader, node: YamlNode): ActionBinding | null {
  const keys = ['tool', 'tool_version', 'operation', 'agent', 'subject', 'resource', 'parameters'];
  const members = reader.members(node, 'an action', keys);
  if (members === null) return null;
  const value = (key: string, otherwise: unknown) => {
    const entry = members.get(key);
    return entry === undefined ? otherwise : plainValue(entry.value);
  };
  try {
    return parseActionBinding({
      schema_version: '1.0',
      operation: value('operation', 'tool.invoke'),
      agent_id: value('agent', 'agent'),
      subject_id: value('subject', null),
      target: {
        tool_name: value('tool', undefined) ?? null,
        tool_schema_version: value('tool_version', '1'),
        resource: value('resource', null),
      },
      parameters: value('parameters', {}),
    });
  } catch (error) {
    const why = error instanceof ProtocolError ? error.message : 'it cannot be read';
    return reader.refuse(node.at, `expected an action: ${why}`);
  }
}

function readContext(reader: NodeReader, entry: YamlEntry | undefined): JsonObject | null {
  if (entry === undefined) return {};
  if (entry.value.kind !== 'map')
    return reader.refuse(entry.value.at, 'expected context as a mapping');
  try {
    return snapshot(plainValue(entry.value)) as JsonObject;
  } catch {
    return reader.refuse(entry.value.at, 'expected a context of plain values');
  }
}

function readAssessment(reader: NodeReader, node: YamlNode): RiskAssessment | null {
  const keys = ['level', 'signals', 'action_type', 'production', 'reads_only'];
  const members = reader.members(node, 'assessed', keys);
  const [level, signal, type, production, reads] = keys.map(key => members?.get(key));
  if (level === undefined) return reader.refuse(node.at, 'expected the level of an assessment');
  const read = reader.choice(level.value, 'a risk level', riskLevels);
  const names = signal ? readChoices(reader, signal.value, 'signals', signalNames) : [];
  const action_type = type
    ? reader.choice<ActionType>(type.value, 'an action type', actionTypes)
    : null;
  if (read === null || names === null) return null;
  return {
    level: read,
    findings: names.map(name => ({ signal: name, level: read, evidence: 'assumed by the case' })),
    action_type,
    production: production ? reader.flag(production.value, 'production') === true : false,
    reads_only: reads ? reader.flag(reads.value, 'reads_only') === true : false,
  };
}

function readExpectation(reader: NodeReader, node: YamlNode): Expectation | null {
  const members = reader.members(node, 'expect', expectKeys);
  if (members === null) return null;
  if (members.size === 0) {
    return reader.refuse(node.at, `expected at least one of ${expectKeys.join(', ')}`);
  }
  const read = <T>(
    key: (typeof expectKeys)[number],
    as: (value: YamlNode) => T | null,
  ): T | null => {
    const entry = members.get(key);
    return entry === undefined ? null : as(entry.value);
  };
  return {
    outcome: read('outcome', value => reader.choice(value, 'an outcome', outcomes)),
    rule: read('rule', value => reader.text(value, 'the id of a rule', 128)),
    chain: read('chain', value => reader.text(value, 'the id of a chain', 128)),
    route: read('route', value =>
      reader.choice(value, 'a route', ['same_conversation', 'admin_channel', 'webhook']),
    ),
    risk: read('risk', value => reader.choice(value, 'a risk level', riskLevels)),
  };
}

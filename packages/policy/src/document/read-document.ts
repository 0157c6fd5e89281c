import type { PolicyVerdict } from '@countersign/protocol/request';
import { explainFailOpen } from './fail-open-key.ts';
import type { NodeReader } from './node-reader.ts';
import { definitionModes, type Mode, modes, type PolicyDocument } from './policy-document.ts';
import type { PolicyFile } from './policy-file.ts';
import { readChain } from './read-chain.ts';
import { readGovernance } from './read-governance.ts';
import { readRetention } from './read-retention.ts';
import { outcomes, readReference, readRule, secondsMax } from './read-rule.ts';
import { readChainByRisk, readFatigue, readRisk, readRouteOf } from './read-settings.ts';
import { readTool } from './read-tool.ts';
import { readYaml } from './read-yaml.ts';
import type { YamlEntry, YamlNode } from './yaml-node.ts';

/**
 * A user may ask for actions, so a user must not choose who decides or what is recorded. A user document contains only
 * rules.
 */
const userKeys = ['version', 'mode', 'default', 'rules'] as const;
const documentKeys = [
  ...userKeys,
  'chains',
  'default_chain',
  'chain_by_risk',
  'routes',
  'risk',
  'fatigue',
  'cooldown',
  'governance',
  'tool_definitions',
] as const;
/**
 * Only the operator knows what a tool does and what may be kept. A system layer is written before there is an operator.
 */
const operatorKeys = [...documentKeys, 'tools', 'retention'] as const;
const rulesMax = 20_000;

/** Reads one file. Null if the file could not be read at all. The reader then holds the problems. */
export function readDocument(reader: NodeReader, file: PolicyFile): PolicyDocument | null {
  const yaml = readYaml(file.name, file.text);
  if (!yaml.ok) {
    reader.problems.push(...yaml.problems);
    return null;
  }
  const { root } = yaml;
  const members = reader.members(root, 'the document', keysOf(file), key => explainKey(key, file));
  if (members === null) return null;
  const read = <T>(
    key: (typeof operatorKeys)[number],
    as: (value: YamlNode) => T | null,
  ): T | null => {
    const entry = members.get(key);
    return entry === undefined ? null : as(entry.value);
  };
  const list = <T>(
    key: 'rules' | 'chains' | 'routes' | 'tools',
    max: number,
    as: (item: YamlNode) => T | null,
  ): readonly T[] =>
    read(key, value => reader.items(value, key, max))
      ?.map(as)
      .filter(item => item !== null) ?? [];

  const version = read('version', value => reader.text(value, 'a version', 64));
  if (!members.has('version')) reader.refuse(root.at, 'expected a version, found none');
  const mode: Mode = read('mode', value => reader.choice(value, 'a mode', modes)) ?? 'enforce';
  return {
    file: file.name,
    at: root.at,
    layer: file.layer,
    states: new Set(members.keys()),
    version: version ?? '',
    mode,
    default: readDefault(reader, members.get('default'), mode),
    rules: list('rules', rulesMax, item => readRule(reader, item)),
    chains: list('chains', 256, item => readChain(reader, item)),
    default_chain: read('default_chain', value =>
      readReference(reader, value, 'the id of the default chain'),
    ),
    chain_by_risk: read('chain_by_risk', value => readChainByRisk(reader, value)),
    routes: list('routes', 256, item => readRouteOf(reader, item)),
    tools: list('tools', 2000, item => readTool(reader, item)),
    risk: read('risk', value => readRisk(reader, value)) ?? {},
    fatigue: read('fatigue', value => readFatigue(reader, value)),
    cooldown_seconds: read('cooldown', value => reader.seconds(value, 'cooldown', 0, secondsMax)),
    tool_definitions: read('tool_definitions', value =>
      reader.choice(value, 'what happens to changed tools', definitionModes),
    ),
    governance: read('governance', value => readGovernance(reader, value)),
    retention: read('retention', value => readRetention(reader, value)),
  };
}

function keysOf({ layer }: PolicyFile): readonly string[] {
  if (layer === 'user') return userKeys;
  return layer === 'operator' ? operatorKeys : documentKeys;
}

function explainKey(key: string, { layer }: PolicyFile): string | null {
  if (layer === 'user' && (documentKeys as readonly string[]).includes(key)) {
    return 'a document of the user layer may contain only rules; the operator and system layers say who decides';
  }
  if (key === 'tools' && layer !== 'operator')
    return 'only a document of the operator layer may declare tools';
  if (key === 'retention' && layer !== 'operator')
    return 'only a document of the operator layer says what is kept';
  if (key === 'layer')
    return 'a document cannot name its own layer; the operator sets the layer when loading it';
  return explainFailOpen(key);
}

function readDefault(
  reader: NodeReader,
  entry: YamlEntry | undefined,
  mode: Mode,
): PolicyVerdict | null {
  if (entry === undefined) return null;
  const verdict = reader.choice(entry.value, 'a default', outcomes);
  if (verdict !== 'allow' || mode === 'observe') return verdict;
  return reader.refuse(
    entry.value.at,
    'expected default: deny or require_approval, found allow; an action that no rule covers must not run without approval (GT-1)',
    'write "require_approval", and add rules that allow known actions',
  );
}

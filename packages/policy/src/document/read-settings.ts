import { riskLevels } from '@countersign/protocol/value';
import { actionTypes, defaultRiskSettings, type RiskSettings } from '@countersign/risk';
import type { NodeReader } from './node-reader.ts';
import type { PolicyDocument, RouteDocument } from './policy-document.ts';
import { readChoices, readLevels, readReference, readRoute, secondsMax } from './read-rule.ts';
import type { YamlNode } from './yaml-node.ts';

const limits = ['records_max', 'amount_max', 'refund_max', 'recipients_max'] as const;
const lists = ['rebuildable', 'production_names', 'internal_domains'] as const;

export function readRisk(reader: NodeReader, node: YamlNode): Partial<RiskSettings> {
  const members = reader.members(node, 'risk', Object.keys(defaultRiskSettings));
  const risk: { -readonly [K in keyof RiskSettings]?: RiskSettings[K] } = {};
  for (const key of limits) {
    const entry = members?.get(key);
    const limit = entry && reader.number(entry.value, key, 0, 1e12, false);
    if (typeof limit === 'number') risk[key] = limit;
  }
  for (const key of lists) {
    const entry = members?.get(key);
    const items = entry && reader.items(entry.value, `entries of ${key}`, 1000);
    const texts = items?.map(item => reader.text(item, `an entry of ${key}`, 512));
    if (texts?.every(text => text !== null)) risk[key] = [...new Set(texts)].sort();
  }
  return risk;
}

export function readChainByRisk(
  reader: NodeReader,
  node: YamlNode,
): PolicyDocument['chain_by_risk'] {
  const members = reader.members(node, 'chain_by_risk', riskLevels);
  if (members === null) return null;
  const [low, medium, high, critical] = riskLevels.map(level => {
    const entry = members.get(level);
    return entry === undefined
      ? reader.refuse(node.at, `expected a chain for every risk level, found none for ${level}`)
      : readReference(reader, entry.value, `the id of the chain for ${level} risk`);
  });
  return low && medium && high && critical ? { low, medium, high, critical } : null;
}

export function readRouteOf(reader: NodeReader, node: YamlNode): RouteDocument | null {
  const members = reader.members(node, 'an entry of routes', ['action_type', 'risk', 'route']);
  if (members === null) return null;
  const route = members.get('route');
  const type = members.get('action_type');
  const risk = members.get('risk');
  if (route === undefined) return reader.refuse(node.at, 'expected a route, found none');
  if (type === undefined && risk === undefined) {
    return reader.refuse(
      node.at,
      'expected action_type or risk, to say which requests take the route',
    );
  }
  const read = readRoute(reader, route.value);
  const types = type ? readChoices(reader, type.value, 'action types', actionTypes) : null;
  const levels = risk ? readLevels(reader, risk.value, false) : null;
  return read === null ? null : { at: node.at, action_type: types, risk: levels, route: read };
}

export function readFatigue(reader: NodeReader, node: YamlNode): PolicyDocument['fatigue'] {
  const members = reader.members(node, 'fatigue', ['requests', 'window']);
  const requests = members?.get('requests');
  const window = members?.get('window');
  if (members === null) return null;
  if (requests === undefined || window === undefined) {
    return reader.refuse(node.at, 'expected fatigue: { requests: 20, window: 10m }');
  }
  const count = reader.number(requests.value, 'requests', 1, 10_000);
  const seconds = reader.seconds(window.value, 'window', 1, secondsMax);
  return count === null || seconds === null ? null : { requests: count, window_seconds: seconds };
}

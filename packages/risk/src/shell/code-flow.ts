import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from '../signals.ts';
import { hostOf, isLocalHost, isMetadataHost, isUrl } from './hosts.ts';
import type { Scope } from './scope.ts';

/** Functions that run text as code, by the last part of their name. */
export const evaluating: ReadonlySet<string> = new Set(
  'instance_eval class_eval runinthiscontext runinnewcontext vm.runinthiscontext loadstring create_function scriptblock::create importscripts'.split(
    ' ',
  ),
);

/** What stands in the code, without its order. */
export interface Seen {
  readonly names: readonly string[];
  readonly strings: readonly string[];
  readonly shells: readonly string[];
}

/** What the code does, as far as its names tell. */
interface Flow {
  readonly runs: boolean;
  readonly evaluates: boolean;
  readonly fetches: boolean;
  readonly loads: boolean;
  readonly revives: boolean;
  readonly decodes: boolean;
  readonly connects: boolean;
  readonly sends: boolean;
}

/** What is risky about the code as a whole, from what it does together. */
export function assessFlow(scope: Scope, by: string, flow: Flow, seen: Seen): void {
  for (const { when, signal, level, says } of flowRules)
    if (when(flow, seen)) scope.find(signal, level, `${by} ${says}`);
  for (const text of seen.strings)
    if (isMetadataAddress(text))
      scope.find('secret_access', 'critical', `${by}: credentials from the cloud metadata service`);
}

interface FlowRule {
  readonly when: (flow: Flow, seen: Seen) => boolean;
  readonly signal: SignalName;
  readonly level: RiskLevel;
  readonly says: string;
}

/** What comes together in the code. Every row that applies is found. */
const flowRules: readonly FlowRule[] = [
  {
    when: (flow, seen) => flow.connects && hasShell(flow, seen),
    signal: 'remote_shell',
    level: 'critical',
    says: 'connects a shell to the network',
  },
  {
    when: (flow, seen) => flow.connects && !hasShell(flow, seen),
    signal: 'data_leaving',
    level: 'high',
    says: 'opens a connection',
  },
  {
    when: flow => flow.fetches && (executes(flow) || flow.loads || flow.revives),
    signal: 'remote_code',
    level: 'critical',
    says: 'runs what it downloads',
  },
  {
    when: flow => flow.decodes && executes(flow),
    signal: 'remote_code',
    level: 'critical',
    says: 'runs what it decodes',
  },
  {
    when: ({ decodes, evaluates, runs }, { names }) =>
      evaluates && !decodes && !runs && names.some(name => evaluating.has(name) || name === 'eval'),
    signal: 'opaque_payload',
    level: 'high',
    says: 'runs text as code',
  },
  {
    when: ({ sends }, seen) => sends && !staysLocal(seen),
    signal: 'data_leaving',
    level: 'high',
    says: 'sends data',
  },
];

function executes({ runs, evaluates }: Flow): boolean {
  return runs || evaluates;
}

function hasShell({ runs }: Flow, { names, strings }: Seen): boolean {
  return (
    runs ||
    names.some(name => /dup2|pty/u.test(name)) ||
    strings.some(text => /^\/bin\/(ba|z|da)?sh\b|^cmd(\.exe)?$/u.test(text))
  );
}

function staysLocal({ strings }: Seen): boolean {
  const addresses = strings.filter(isUrl);
  return addresses.length > 0 && addresses.every(url => isLocalHost(hostOf(url)));
}

function isMetadataAddress(text: string): boolean {
  if (text.length >= 2048) return false;
  return (isUrl(text) || /^[0-9.xa-f:]{6,40}$/iu.test(text)) && isMetadataHost(hostOf(text));
}

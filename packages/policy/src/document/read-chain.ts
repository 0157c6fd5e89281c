import {
  Chain,
  findStageNobodyCanComplete,
  type Parties,
  type Stage,
} from '@countersign/protocol/chain';
import { PersonAssurance, ServiceAssurance } from '@countersign/protocol/value';
import { allowanceChainOf } from '../allowance-chain.ts';
import { explainFailOpen } from './fail-open-key.ts';
import type { NodeReader } from './node-reader.ts';
import type { ChainDocument } from './policy-document.ts';
import { quoted } from './problem.ts';
import { nodeAt, plainValue, type YamlMap, type YamlNode } from './yaml-node.ts';

const stageKeys = [
  'name',
  'approvers',
  'approver_kinds',
  'quorum',
  'min_assurance',
  'min_service_assurance',
  'separation',
  'required',
  'read',
  'escalation',
] as const;

/** Reads a chain. The schema of the wire checks its values, so the two forms cannot disagree. */
export function readChain(reader: NodeReader, node: YamlNode): ChainDocument | null {
  const members = reader.members(
    node,
    'a chain',
    ['id', 'version', 'stages', 'break_glass'],
    explainFailOpen,
  );
  if (members === null || node.kind !== 'map') return null;
  const problemsBefore = reader.problems.length;
  const id = members.get('id');
  const chainId = id && reader.text(id.value, 'the id of a chain', 128);
  if (id === undefined) reader.refuse(node.at, 'expected an id in every chain, found none');
  if (id !== undefined && allowanceChainOf(chainId ?? '') !== null) {
    reader.refuse(id.value.at, 'expected another id: chains of allowances follow from the others');
  }
  const stated = members.get('version');
  const version = stated === undefined ? '1' : reader.text(stated.value, 'a version', 64);
  const stages = members.get('stages');
  if (stages === undefined) {
    reader.refuse(node.at, 'expected the stages of the chain, found none');
  }
  const items = stages && reader.items(stages.value, 'stages', 32);
  if (items?.length === 0)
    reader.refuse(node.at, 'expected at least one required stage, found none (CH-6)');
  const plain = (items ?? []).map(stage => readStage(reader, stage));
  const glass = members.get('break_glass');
  if (glass) reader.members(glass.value, 'break_glass', ['roles'], explainFailOpen);
  if (!chainId) return null;
  const faulty: ChainDocument = { at: node.at, id: chainId, chain: null };
  if (reader.problems.length > problemsBefore) return faulty;

  const parsed = Chain.safeParse({
    chain_id: chainId,
    version,
    stages: plain,
    ...(glass === undefined ? {} : { break_glass: plainValue(glass.value) }),
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const at = nodeAt(node, issue.path).at;
      const where = issue.path.slice(2).map(String).join('.');
      reader.refuse(at, `chain ${quoted(chainId)}: ${where && `${where}: `}${issue.message}`);
    }
    return faulty;
  }
  checkPeople(reader, parsed.data, node);
  return { ...faulty, chain: parsed.data };
}

/** Checks a stage and answers its wire form. */
function readStage(reader: NodeReader, node: YamlNode): unknown {
  const members = reader.members(node, 'a stage', stageKeys, explainStageKey);
  const minimum = members?.get('min_assurance');
  if (minimum?.value.kind === 'scalar') {
    if (minimum.value.value === 'client_asserted') {
      reader.refuse(
        minimum.value.at,
        'expected min_assurance of at least conversation, found client_asserted, which does not identify a person (ID-1)',
        'write "session" for a person who signed in',
      );
    } else {
      reader.choice(
        minimum.value,
        'min_assurance',
        PersonAssurance.options.filter(option => option !== 'client_asserted'),
      );
    }
  }
  const service = members?.get('min_service_assurance');
  if (service) reader.choice(service.value, 'min_service_assurance', ServiceAssurance.options);
  const separation = members?.get('separation');
  if (separation) {
    reader.choice(separation.value, 'separation', ['other_person', 'self_confirm']);
  }
  const required = members?.get('required');
  if (required) reader.flag(required.value, 'required');
  const read = members?.get('read');
  if (read) reader.choice(read.value, 'read', ['every_row']);
  const quorum = members?.get('quorum');
  if (quorum) reader.number(quorum.value, 'quorum', 1, 100);
  const approvers = members?.get('approvers');
  if (approvers) reader.members(approvers.value, 'approvers', ['identities', 'roles']);
  const escalation = members?.get('escalation');
  if (!escalation) return plainValue(node);
  const steps = reader.items(escalation.value, 'steps of an escalation', 4) ?? [];
  if (escalation.value.kind === 'list' && steps.length === 0) {
    reader.refuse(escalation.value.at, 'expected at least one step in escalation, found none');
  }
  const joining = steps.map(step => readEscalationStep(reader, step));
  return { ...(plainValue(node) as object), escalation: joining };
}

/** `{ after: 5m, approvers: { roles: [on_call] } }`: who joins the stage, and how long after it was first asked (ES-1). */
function readEscalationStep(reader: NodeReader, node: YamlNode): unknown {
  const members = reader.members(node, 'a step of an escalation', ['after', 'approvers']);
  if (members === null) return null;
  const after = members.get('after');
  const approvers = members.get('approvers');
  if (after === undefined) reader.refuse(node.at, 'expected after in every step, found none');
  if (approvers === undefined) {
    reader.refuse(node.at, 'expected the approvers of the step, found none');
  }
  if (approvers) reader.members(approvers.value, 'approvers', ['identities', 'roles']);
  return {
    after_seconds: after && reader.seconds(after.value, 'after', 1, 2_592_000),
    approvers: approvers && plainValue(approvers.value),
  };
}

function explainStageKey(key: string): string | null {
  if (key === 'roles' || key === 'identities') return `write approvers: { ${key}: [...] }`;
  return explainFailOpen(key);
}

const noParties: Parties = { requester: null, subject: null, agent_owner: null };

/**
 * Stages that list people by name, and no roles, can be counted now: a person decides once in a request, so two
 * stages that depend on the same single person can never both be completed (CH-6). Who holds a role is only known
 * when a request is opened (ID-11).
 */
function checkPeople(reader: NodeReader, chain: Chain, node: YamlMap): void {
  const byName = chain.stages.filter(({ approvers }) => approvers.roles.length === 0);
  const isService = (identity: string) =>
    byName.some(
      ({ approver_kinds, approvers }) =>
        !approver_kinds.includes('human') && approvers.identities.includes(identity),
    );
  const identities = new Set(byName.flatMap(({ approvers }) => approvers.identities));
  const directory = [...identities].map(identity =>
    isService(identity)
      ? { kind: 'service' as const, identity, roles: [], assurance: 'mtls' as const }
      : { kind: 'human' as const, identity, roles: [], assurance: 'webauthn' as const },
  );
  const stage = findStageNobodyCanComplete({ ...chain, stages: byName }, noParties, directory);
  if (stage === null) return;
  const place = chain.stages.indexOf(stage as Stage);
  reader.refuse(
    nodeAt(node, ['stages', place, 'approvers', 'identities']).at,
    `chain ${quoted(chain.chain_id)}: too few people remain for stage ${quoted(stage.name)}: each person decides only one stage, so name more people (CH-6)`,
  );
}

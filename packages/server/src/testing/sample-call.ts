import { randomUUID } from 'node:crypto';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import type { RequestRepresentation } from '@countersign/wire/requests';
import type { StartedServer } from './started-server.ts';

type Headers = Readonly<Record<string, string>>;

/** A transfer of money, different from every other one. */
export function sampleAction(agentId = 'billing-bot'): Record<string, unknown> {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: agentId,
    subject_id: null,
    target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
    parameters: { amount: 4200, currency: 'USD', note: randomUUID() },
  };
}

export async function propose(
  server: Pick<StartedServer, 'call'>,
  headers: Headers,
  action: Record<string, unknown>,
  scope: { readonly session_id?: string } = {},
): Promise<RequestRepresentation> {
  const body = { action, audience: 'billing-executor', scope };
  const asked = await server.call('POST', '/v1/requests', { headers, body });
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
  return asked.body;
}

/** What a person without a passkey sends to decide the first stage. */
export async function entryFor(
  server: Pick<StartedServer, 'call'>,
  headers: Headers,
  approvalRequestId: string,
  decision: 'allow' | 'deny',
  stage_index = 0,
): Promise<Record<string, unknown>> {
  const path = `/v1/requests/${approvalRequestId}/view`;
  const view = await server.call('GET', path, { headers });
  const { input_digest, view_digest } = view.body as { input_digest: string; view_digest: string };
  return {
    chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
    stage_index,
    decision,
    reason_code: 'reviewed',
    reason: decision === 'deny' ? 'not this time' : '',
    summary: null,
    input_digest,
    view_digest,
    assertion: null,
  };
}

export async function decide(
  server: Pick<StartedServer, 'call'>,
  headers: Headers,
  approvalRequestId: string,
  decision: 'allow' | 'deny',
  change: { readonly reason_code?: string; readonly reason?: string } = {},
): Promise<RequestRepresentation> {
  const entry = await entryFor(server, headers, approvalRequestId, decision);
  const body = { ...entry, ...change };
  const path = `/v1/requests/${approvalRequestId}/entries`;
  const decided = await server.call('POST', path, { headers, body });
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
  return decided.body;
}

export async function grantOf(
  server: Pick<StartedServer, 'call'>,
  headers: Headers,
  approvalRequestId: string,
): Promise<string> {
  const path = `/v1/requests/${approvalRequestId}/grant`;
  const granted = await server.call('GET', path, { headers });
  return (granted.body as { grant: string }).grant;
}

import type { ActionBinding } from '@countersign/protocol/action';
import { sampleAction } from '../../packages/coordinator/src/testing/sample-ports.ts';

const bytesPerAction = 1024;

/** Different for each number, so that no bytes are shared between requests. */
export function kilobyteAction(agent_id: string, number: number): ActionBinding {
  const parameters = { amount: 4200, currency: 'USD', invoice: `${agent_id}/${number}`, memo: '' };
  const size = JSON.stringify(sampleAction({ agent_id, parameters })).length;
  const memo = 'x'.repeat(bytesPerAction - size);
  return sampleAction({ agent_id, parameters: { ...parameters, memo } });
}

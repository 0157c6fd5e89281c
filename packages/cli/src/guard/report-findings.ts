import { hostname } from 'node:os';
import type { CommandIo } from '../command.ts';
import type { GuardFinding } from './examine-guard.ts';
import { readSetup } from './guard-setup.ts';

const wordsMax = 400;

/**
 * Reports the findings to each server, so that people see them under Agents. An unreachable server receives no report.
 */
export async function reportFindings(
  io: CommandIo,
  findings: readonly GuardFinding[],
): Promise<void> {
  await Promise.all(
    findings.map(async ({ agent, state, why, proof, version }) => {
      const setup = readSetup(io, agent);
      if (setup === null) return;
      const report = {
        agent_id: setup.agent,
        agent,
        agent_version: version,
        machine: hostname().slice(0, 200) || 'unknown',
        state,
        why: why.slice(0, 16).map(text => text.slice(0, wordsMax)),
        proof,
      };
      await fetch(`${setup.url}/v1/guards/report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${setup.key}` },
        body: JSON.stringify(report),
        signal: AbortSignal.any([io.signal, AbortSignal.timeout(10_000)]),
      }).catch(() => undefined);
    }),
  );
}

import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { Contract } from './contract.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';

export const contracts: readonly Contract[] = [
  claudeCode,
  codex,
  gemini,
  copilot,
  opencode,
  cursor,
  pi,
];

/** The contract of an agent; null where this version of it is not known. */
export function findContract(agent: string, version: string): Contract | null {
  return contracts.find(each => each.agent === agent && each.version === version) ?? null;
}

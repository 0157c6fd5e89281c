import type { Output } from '../command.ts';
import { bold, dim, green, red, text, yellow } from '../terminal/styled-text.ts';
import type { GuardFinding } from './examine-guard.ts';

const shown = {
  guarded: [green('✓'), 'guarded'],
  guarded_with_a_gap: [yellow('!'), 'guarded, with a gap'],
  not_guarded: [red('✗'), 'not guarded'],
} as const;

/** One line for each agent, and why. */
export function tellFindings(out: Output, findings: readonly GuardFinding[]): void {
  for (const { agent, state, why, proof } of findings) {
    const [mark, words] = shown[state];
    const by =
      proof === 'canary' ? 'a canary call of the agent was refused' : 'read from its settings';
    out.line(
      text`${mark} ${bold(agent)}: ${words}${state === 'not_guarded' ? '' : dim(` (${by})`)}`,
    );
    for (const reason of why)
      out.line(dim(`  ${state === 'not_guarded' ? 'because ' : ''}${reason}`));
  }
}

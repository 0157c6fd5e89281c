import { type KeyReading, role } from '../action/parameter-key.ts';

const taskKeys: ReadonlySet<string> = new Set(
  'task tasks instruction instructions goal objective assignment request work problem_statement briefing directive'.split(
    ' ',
  ),
);

/** Whether a parameter holds words for another agent. */
export function isTask(key: KeyReading): boolean {
  return (key.roles & role.prose) !== 0 || taskKeys.has(key.name);
}

/** What happened in histories, counted. Plain data, so that workers can send it home. */
export interface Tally {
  histories: number;
  commands: number;
  commits: number;
  crashes: number;
  faults: Record<string, number>;
  refusals: Record<string, number>;
  answers: Record<string, number>;
}

export function emptyTally(): Tally {
  return {
    histories: 0,
    commands: 0,
    commits: 0,
    crashes: 0,
    faults: {},
    refusals: {},
    answers: {},
  };
}

export function count(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

export function addTally(sum: Tally, part: Tally): void {
  sum.histories += part.histories;
  sum.commands += part.commands;
  sum.commits += part.commits;
  sum.crashes += part.crashes;
  for (const key of ['faults', 'refusals', 'answers'] as const) {
    for (const [name, number] of Object.entries(part[key])) count(sum[key], name, number);
  }
}

/** One result of a check. `wrong` must be repaired. A `warning` names a promise that this configuration does not keep. */
export interface Finding {
  readonly check: string;
  readonly level: 'fine' | 'warning' | 'wrong';
  readonly found: string;
  /** What to do, where something is to be done. */
  readonly mend: string | null;
}

export function fine(check: string, found: string): Finding {
  return { check, level: 'fine', found, mend: null };
}

export function warning(check: string, found: string, mend: string): Finding {
  return { check, level: 'warning', found, mend };
}

export function wrong(check: string, found: string, mend: string): Finding {
  return { check, level: 'wrong', found, mend };
}

/** Every check ends in findings. A check that throws is reported as wrong, and the other checks still run. */
export async function examined(
  check: string,
  mend: string,
  look: () => Promise<Finding[]> | Finding[],
): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [wrong(check, error instanceof Error ? error.message : 'it failed', mend)];
  }
}

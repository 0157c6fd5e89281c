/** CPU time of one operation as a multiple of the calibration loop, by the name of the operation. */
export type Ratios = Readonly<Record<string, number>>;

/** What is still taken for the noise of a shared machine. */
const tolerance = 1.15;

interface Compared {
  readonly name: string;
  readonly measured: number;
  /** Null for an operation that has no recorded number yet. */
  readonly recorded: number | null;
  readonly isSlower: boolean;
}

/** Each measured operation beside its recorded number, in the order of the measurement. */
export function compareRecorded(measured: Ratios, recorded: Ratios): readonly Compared[] {
  return Object.entries(measured).map(([name, value]) => {
    const known = recorded[name] ?? null;
    return {
      name,
      measured: value,
      recorded: known,
      isSlower: known !== null && value > known * tolerance,
    };
  });
}

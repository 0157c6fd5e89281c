export const budgetSeconds: number;
export interface CpuTime {
  readonly seconds: number;
  readonly own: number;
  /** Whether the children are in it. */
  readonly whole: boolean;
}
export function readCpuTime(): CpuTime;
export function measureMachine(): number;
export function slownessOf(measuredSeconds: number): number;
export function judgeCpuTime(run: { readonly usedSeconds: number; readonly slowness: number }): {
  readonly within: boolean;
  readonly told: string;
};

export const budgetSeconds: number;
export interface CpuTime {
  readonly seconds: number;
  readonly own: number;
  /** Whether the children are in it. */
  readonly whole: boolean;
}
export function readCpuTime(): CpuTime;
/** CPU seconds of what this process has started with a program of this name, and of what that started in turn. */
export function readCpuTimeOf(name: string): number;
export function measureMachine(): number;
export function slownessOf(measuredSeconds: number): number;
export function judgeCpuTime(run: { readonly usedSeconds: number; readonly slowness: number }): {
  readonly within: boolean;
  readonly told: string;
};

export type { RiskOfAction } from './assess-command.ts';
export type { Command } from './command.ts';
export { type EnvironmentChoice, inheritedNames } from './environment.ts';
export type { OutputStream } from './run-process.ts';
export { type ShellOptions, shellExecute } from './shell-execute.ts';
export type { ShellCompleted, ShellRefused, ShellResult } from './shell-result.ts';

export { type CommandIo, type CommandModule, CommandRefused } from './command.ts';
export { type ExitName, exitCodes, exitNames } from './exit-codes.ts';
export { buildProgram, runProgram } from './program.ts';
export { safeText } from './terminal/safe-text.ts';

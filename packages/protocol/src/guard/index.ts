export { decideGuard, type GuardCommand, pauseSeconds } from './decide-guard.ts';
export { GuardEvent, GuardReport, parseGuardEvent } from './guard-event.ts';
export { absentGuard, evolveGuard, type GuardState, type Pause, pauseAt } from './guard-state.ts';

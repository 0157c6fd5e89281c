/**
 * What the process ends with, for scripts that look at nothing else. One table: `--help` prints it, the documentation
 * is tested against it, and a command names its ends by these words.
 */
export const exitCodes = {
  ok: { status: 0, means: 'success' },
  failed: { status: 1, means: 'failure, or a verification failed' },
  usage: { status: 2, means: 'the command line is not valid' },
  denied: { status: 3, means: 'a person or a policy said no' },
  pending: { status: 4, means: 'still pending, or no decision in the given time' },
  not_permitted: { status: 5, means: 'not signed in, or not permitted' },
  unreachable: { status: 6, means: 'the server cannot be reached' },
  lapsed: { status: 7, means: 'expired, revoked or no longer current' },
  unknown_outcome: { status: 8, means: 'it may have run; the outcome is unknown' },
  not_trusted: {
    status: 9,
    means: 'verify: the bundle is consistent, but no trusted keys were named',
  },
  not_run: { status: 125, means: 'exec: the command was not run' },
  interrupted: { status: 130, means: 'interrupted' },
} as const;

export type ExitName = keyof typeof exitCodes;

export const exitNames = Object.keys(exitCodes) as readonly ExitName[];

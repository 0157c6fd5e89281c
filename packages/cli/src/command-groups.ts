import type { CommandModule } from './command.ts';

/** A command before it is loaded: enough to list it, and the way to the rest. */
interface CommandEntry {
  readonly name: string;
  /** The same words as in its module, to which a test holds it. */
  readonly summary: string;
  load(): Promise<CommandModule>;
}

/**
 * Every command, in the order in which help and the overview show them. Only the one that is asked for is loaded, so
 * that a command that needs much costs nothing to the others.
 */
export const commandGroups: readonly {
  readonly heading: string;
  readonly commands: readonly CommandEntry[];
}[] = [
  {
    heading: 'First steps:',
    commands: [
      {
        name: 'demo',
        summary: 'play one approval from start to end, in a few seconds',
        load: async () => (await import('./commands/demo.ts')).demoCommand,
      },
      {
        name: 'init',
        summary: 'write a starter policy',
        load: async () => (await import('./commands/init.ts')).initCommand,
      },
      {
        name: 'serve',
        summary: 'start the server and the inbox',
        load: async () => (await import('./commands/serve.ts')).serveCommand,
      },
    ],
  },
  {
    heading: 'Decide:',
    commands: [
      {
        name: 'inbox',
        summary: 'list the requests that wait for a decision, read and decide them',
        load: async () => (await import('./commands/inbox.ts')).inboxCommand,
      },
      {
        name: 'search',
        summary: 'find requests by the words in their values',
        load: async () => (await import('./commands/search.ts')).searchCommand,
      },
      {
        name: 'show',
        summary: 'show a request: what will run, why it was stopped, who decides',
        load: async () => (await import('./commands/show.ts')).showCommand,
      },
      {
        name: 'approve',
        summary: 'show a request in full, and approve it with its short code',
        load: async () => (await import('./commands/approve.ts')).approveCommand,
      },
      {
        name: 'reject',
        summary: 'reject a request; the agent reads your reason',
        load: async () => (await import('./commands/reject.ts')).rejectCommand,
      },
      {
        name: 'amend',
        summary: 'change the values of a pending action; you approve the changed one after',
        load: async () => (await import('./commands/amend.ts')).amendCommand,
      },
      {
        name: 'ask',
        summary: 'ask the agent a question about its request; the request stays open',
        load: async () => (await import('./commands/ask.ts')).askCommand,
      },
      {
        name: 'answer',
        summary: 'answer a question of a reviewer, as the agent',
        load: async () => (await import('./commands/answer.ts')).answerCommand,
      },
      {
        name: 'cancel',
        summary: 'withdraw a pending request',
        load: async () => (await import('./commands/cancel.ts')).cancelCommand,
      },
      {
        name: 'hold',
        summary: 'list the halted conversations, read what an agent wrote, and answer',
        load: async () => (await import('./commands/hold.ts')).holdCommand,
      },
      {
        name: 'review',
        summary: 'list and close reviews of releases by one person',
        load: async () => (await import('./commands/review.ts')).reviewCommand,
      },
      {
        name: 'lift-rejection',
        summary: 'let an action be asked again that was rejected for good',
        load: async () => (await import('./commands/lift-rejection.ts')).liftRejectionCommand,
      },
      {
        name: 'wait',
        summary: 'wait until a request is decided; the exit code tells the outcome',
        load: async () => (await import('./commands/wait.ts')).waitCommand,
      },
    ],
  },
  {
    heading: 'Run:',
    commands: [
      {
        name: 'exec',
        summary: 'run a command exactly as it was approved',
        load: async () => (await import('./commands/exec.ts')).execCommand,
      },
      {
        name: 'mcp',
        summary: 'put an MCP server behind the gate',
        load: async () => (await import('./commands/mcp.ts')).mcpCommand,
      },
      {
        name: 'guard',
        summary: 'put a coding agent behind the gate',
        load: async () => (await import('./commands/guard.ts')).guardCommand,
      },
    ],
  },
  {
    heading: 'Rules and evidence:',
    commands: [
      {
        name: 'policy',
        summary: 'check, test, explain, replay and change policies',
        load: async () => (await import('./commands/policy.ts')).policyCommand,
      },
      {
        name: 'insights',
        summary: 'show the outcome of actions, and how long decisions took',
        load: async () => (await import('./commands/insights.ts')).insightsCommand,
      },
      {
        name: 'log',
        summary: 'check that the log continues what this machine last saw',
        load: async () => (await import('./commands/log.ts')).logCommand,
      },
      {
        name: 'bundle',
        summary: 'export the evidence of a request for offline verification',
        load: async () => (await import('./commands/bundle.ts')).bundleCommand,
      },
      {
        name: 'verify',
        summary: 'verify an exported bundle, offline',
        load: async () => (await import('./commands/verify.ts')).verifyCommand,
      },
    ],
  },
  {
    heading: 'People and keys:',
    commands: [
      {
        name: 'sign-in',
        summary: 'sign this terminal in, through the browser',
        load: async () => (await import('./commands/sign-in.ts')).signInCommand,
      },
      {
        name: 'sign-out',
        summary: 'sign this terminal out',
        load: async () => (await import('./commands/sign-out.ts')).signOutCommand,
      },
      {
        name: 'whoami',
        summary: 'show who is signed in at this terminal',
        load: async () => (await import('./commands/whoami.ts')).whoamiCommand,
      },
      {
        name: 'people',
        summary: 'manage people and their roles',
        load: async () => (await import('./commands/people.ts')).peopleCommand,
      },
      {
        name: 'delegation',
        summary: 'list and end delegations',
        load: async () => (await import('./commands/delegation.ts')).delegationCommand,
      },
      {
        name: 'keys',
        summary: 'manage API keys and signing keys',
        load: async () => (await import('./commands/keys.ts')).keysCommand,
      },
    ],
  },
  {
    heading: 'Operate:',
    commands: [
      {
        name: 'lock',
        summary: 'stop an agent, a person, a key or everything, at once',
        load: async () => (await import('./commands/lock.ts')).lockCommand,
      },
      {
        name: 'unlock',
        summary: 'lift a lock: where to do it, or at the console of the server',
        load: async () => (await import('./commands/unlock.ts')).unlockCommand,
      },
      {
        name: 'allowance',
        summary: 'list, show, suspend and revoke allowances',
        load: async () => (await import('./commands/allowance.ts')).allowanceCommand,
      },
      {
        name: 'doctor',
        summary: 'check everything that a server depends on',
        load: async () => (await import('./commands/doctor.ts')).doctorCommand,
      },
      {
        name: 'backup',
        summary: 'copy the store, while the server runs',
        load: async () => (await import('./commands/backup.ts')).backupCommand,
      },
      {
        name: 'restore',
        summary: 'restore a backup and start a new epoch',
        load: async () => (await import('./commands/restore.ts')).restoreCommand,
      },
      {
        name: 'repair-clock',
        summary: 'repair a store that has recorded a time in the future',
        load: async () => (await import('./commands/repair-clock.ts')).repairClockCommand,
      },
      {
        name: 'new-epoch',
        summary: 'start a new epoch after a restore, or out of a dead end',
        load: async () => (await import('./commands/new-epoch.ts')).newEpochCommand,
      },
      {
        name: 'dead-letters',
        summary: 'undelivered messages',
        load: async () => (await import('./commands/dead-letters.ts')).deadLettersCommand,
      },
      {
        name: 'completion',
        summary: 'print a completion script for your shell',
        load: async () => (await import('./commands/completion.ts')).completionCommand,
      },
    ],
  },
];

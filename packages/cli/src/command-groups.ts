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
        summary: 'the whole story, here, in a few seconds',
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
        summary: 'what waits for a decision; choose one to read and decide it',
        load: async () => (await import('./commands/inbox.ts')).inboxCommand,
      },
      {
        name: 'show',
        summary: 'show a request: what will run, why it was stopped, who decides',
        load: async () => (await import('./commands/show.ts')).showCommand,
      },
      {
        name: 'approve',
        summary: 'show a request whole, and approve it with its short code',
        load: async () => (await import('./commands/approve.ts')).approveCommand,
      },
      {
        name: 'reject',
        summary: 'reject a request, with a reason that the agent is told',
        load: async () => (await import('./commands/reject.ts')).rejectCommand,
      },
      {
        name: 'cancel',
        summary: 'withdraw a pending request',
        load: async () => (await import('./commands/cancel.ts')).cancelCommand,
      },
      {
        name: 'wait',
        summary: 'wait until a request is decided; the exit code says how',
        load: async () => (await import('./commands/wait.ts')).waitCommand,
      },
    ],
  },
  {
    heading: 'Run:',
    commands: [
      {
        name: 'exec',
        summary: 'run a command exactly as it is approved',
        load: async () => (await import('./commands/exec.ts')).execCommand,
      },
    ],
  },
  {
    heading: 'Rules and evidence:',
    commands: [
      {
        name: 'policy',
        summary: 'check, test, explain and replay policies',
        load: async () => (await import('./commands/policy.ts')).policyCommand,
      },
      {
        name: 'log',
        summary: 'check that the log goes on from what this machine last saw',
        load: async () => (await import('./commands/log.ts')).logCommand,
      },
      {
        name: 'bundle',
        summary: 'export the evidence of a request, to be verified offline',
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
        summary: 'end the sign-in of this terminal',
        load: async () => (await import('./commands/sign-out.ts')).signOutCommand,
      },
      {
        name: 'whoami',
        summary: 'who is signed in here',
        load: async () => (await import('./commands/whoami.ts')).whoamiCommand,
      },
      {
        name: 'people',
        summary: 'who decides, and with which roles',
        load: async () => (await import('./commands/people.ts')).peopleCommand,
      },
      {
        name: 'keys',
        summary: 'API keys of agents, and signing keys',
        load: async () => (await import('./commands/keys.ts')).keysCommand,
      },
    ],
  },
  {
    heading: 'Operate:',
    commands: [
      {
        name: 'doctor',
        summary: 'look at everything a server rests on',
        load: async () => (await import('./commands/doctor.ts')).doctorCommand,
      },
      {
        name: 'backup',
        summary: 'copy the store, while the server runs',
        load: async () => (await import('./commands/backup.ts')).backupCommand,
      },
      {
        name: 'restore',
        summary: 'put a backup back, and begin a new epoch',
        load: async () => (await import('./commands/restore.ts')).restoreCommand,
      },
      {
        name: 'new-epoch',
        summary: 'after data were put back: void what is open',
        load: async () => (await import('./commands/new-epoch.ts')).newEpochCommand,
      },
      {
        name: 'dead-letters',
        summary: 'what could not be delivered',
        load: async () => (await import('./commands/dead-letters.ts')).deadLettersCommand,
      },
      {
        name: 'completion',
        summary: 'completion for your shell',
        load: async () => (await import('./commands/completion.ts')).completionCommand,
      },
    ],
  },
];

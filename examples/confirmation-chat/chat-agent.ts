import type { Gate } from '@countersign/client';

/** What an agent can do in the chat: speak, and speak where it needs leave to go on. */
interface Stage {
  readonly gate: Gate;
  readonly sessionId: string;
  say(text: string): void;
  /** Shows what it says and waits for the person: true after Proceed, and false otherwise. */
  askLeave(text: string): Promise<boolean>;
}

export type Agent = (stage: Stage) => Promise<void>;

const cleanUp = {
  target: { tool_name: 'delete_snapshots', resource: 'backups-eu' },
  parameters: { bucket: 'backups-eu', older_than_days: 90, count: 41 },
};

/** Finds snapshots, says that it is about to delete them, and, after a Proceed, asks for the deletion itself. */
export const storageAgent: Agent = async ({ gate, sessionId, say, askLeave }) => {
  say(
    'I looked at backups-eu. 41 nightly snapshots are older than 90 days, together 1.9 TB. The last one that was restored is from April.',
  );
  const goesOn = await askLeave(
    'I am about to delete all 41 old snapshots from backups-eu. This cannot be undone. Should I go ahead?',
  );
  if (!goesOn) {
    say('I stop here. The snapshots stay as they are.');
    return;
  }
  const ticket = await gate.request(cleanUp, { scope: { session_id: sessionId } });
  say(
    ticket.outcome === 'pending'
      ? 'I asked for the deletion. It waits in the inbox for an approval of its own.'
      : 'The deletion needs no further approval.',
  );
};

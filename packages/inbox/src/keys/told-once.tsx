import type { RegisteredCredential } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CopyLine } from '../evidence/copy-line.tsx';

/** A secret, this once, and how to use it. */
export function ToldOnce({
  made,
  onClose,
}: {
  readonly made: RegisteredCredential;
  onClose(): void;
}): ReactNode {
  const { secret, credential } = made;
  const [agent = 'billing-agent'] = credential.agent_ids;
  const asks = credential.verbs.includes('propose');
  return (
    <Dialog title="The new key, shown once" open onClose={onClose}>
      <p className="mt-1 text-text-2">
        Copy it now. The server keeps only its digest and cannot show the key again.
      </p>
      <div className="mt-4">
        {secret === null ? (
          <p>The key was shown before. Rotate it to get a new one.</p>
        ) : (
          <CopyLine text={secret} label="key" />
        )}
      </div>
      {asks && (
        <>
          <h3 className="label mt-4">In the agent</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line can be scrolled with the keyboard */}
          <pre className="snippet mt-1" tabIndex={0}>
            {snippet(agent)}
          </pre>
        </>
      )}
      <div className="mt-6 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function snippet(agent: string): string {
  return `import { connect } from '@countersign/client';

const gate = await connect({
  url: '${location.origin}',
  key: process.env.COUNTERSIGN_KEY,
  agent: ${JSON.stringify(agent)},
});
const refund = gate.tool('refund', refundCustomer);
await refund({ charge: 'ch_1', amount: 4200 });`;
}

import { type ReactNode, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { keysText } from '../language/english/keys.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** What follows from it. */
  readonly about: string;
  readonly act: string;
  onAct(reason: string): Promise<void>;
  onClose(): void;
}

/** Asks the reason for an act that cannot be undone. The reason goes into the log. */
export function ReasonDialog({ title, about, act, onAct, onClose }: ReasonDialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const ask = useAsk();
  const id = useId();
  const run = (): void => {
    const words = reason.trim();
    setMissing(words === '');
    if (words === '') return;
    ask.run(async () => {
      await onAct(words);
      onClose();
    });
  };
  return (
    <Dialog title={title} open onClose={onClose}>
      <p className="mt-1 text-text-2">{about}</p>
      <label className="label mt-4" htmlFor={id}>
        {keysText.reasonInLog}
      </label>
      <textarea
        id={id}
        className="field"
        rows={2}
        maxLength={1000}
        value={reason}
        aria-invalid={missing}
        onChange={event => setReason(event.target.value)}
      />
      {missing && (
        <p role="alert" className="mt-1 text-danger">
          {keysText.writeReason}
        </p>
      )}
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{keysText.back}</Button>
        <Button kind="danger" busy={ask.busy} onClick={run}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}

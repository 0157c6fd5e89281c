import type { GuardFacts } from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Words } from '../facts/pieces.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { guardsText } from '../language/english/guards.ts';
import { fill } from '../language/fill.ts';
import { answerWithPasskey } from '../way-in/passkey.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { agentTitle } from './guard-words.ts';

export interface WantedPause {
  readonly minutes: number;
  readonly reason: string;
}

interface PauseDialogProps {
  readonly guard: GuardFacts;
  /** What the terminal asked for. */
  readonly wanted: WantedPause;
  onPaused(guard: GuardFacts): void;
  onClose(): void;
}

const minutesMax = 60;

/** A pause takes a passkey, so that an agent that runs as the person cannot make one. */
export function PauseDialog({ guard, wanted, onPaused, onClose }: PauseDialogProps): ReactNode {
  const [minutes, setMinutes] = useState(String(wanted.minutes));
  const [reason, setReason] = useState(wanted.reason);
  const [fault, setFault] = useState<string | null>(null);
  const ask = useAsk();
  const id = useId();
  const run = (): void => {
    const count = Number(minutes);
    const found =
      !Number.isInteger(count) || count < 1 || count > minutesMax
        ? guardsText.wholeNumber(minutesMax)
        : reason.trim() === ''
          ? guardsText.writeReason
          : null;
    setFault(found);
    if (found !== null) return;
    ask.run(async () => {
      const start = await api.pauseOptions(guard.agent_id);
      const passkey = await answerWithPasskey(start);
      const pause = { reason: reason.trim(), seconds: count * 60, passkey };
      onPaused(await api.pauseGuard(guard.agent_id, pause));
    });
  };
  return (
    <Dialog title={guardsText.pauseGuardOf(agentTitle(guard))} open onClose={onClose}>
      <p className="mt-1 text-text-2">
        {fill(guardsText.pauseAbout, { agent: <Words text={guard.agent_id} /> })}
      </p>
      <label className="label mt-4" htmlFor={`${id}-minutes`}>
        {guardsText.minutesAtMost(minutesMax)}
      </label>
      <input
        id={`${id}-minutes`}
        className="field guard-minutes"
        inputMode="numeric"
        value={minutes}
        onChange={event => setMinutes(event.target.value)}
      />
      <label className="label mt-4" htmlFor={`${id}-reason`}>
        {guardsText.reasonInLog}
      </label>
      <textarea
        id={`${id}-reason`}
        className="field"
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
      {fault !== null && (
        <p role="alert" className="mt-1 text-danger">
          {fault}
        </p>
      )}
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{guardsText.back}</Button>
        <Button kind="primary" icon="passkey" busy={ask.busy} onClick={run}>
          {guardsText.pauseWithPasskey}
        </Button>
      </div>
    </Dialog>
  );
}

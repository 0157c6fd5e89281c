import type { Eligibility } from '@countersign/client/people';
import type { BreakGlassCause } from '@countersign/protocol/chain';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { WayForm } from '../decision/other-ways.tsx';
import type { Decision } from '../decision/use-decision.ts';
import { WayBar } from '../decision/way-bar.tsx';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { releaseText } from '../language/english/release.ts';
import './release.css';

const reasonLengthMax = 2000;
const causes: readonly (readonly [BreakGlassCause, string])[] = [
  ['outage', releaseText.outage],
  ['data_loss', releaseText.dataLoss],
  ['attack', releaseText.attack],
  ['safety', releaseText.safety],
];

interface ReleaseFormProps extends WayForm {
  readonly decision: Decision;
  readonly told: NonNullable<Eligibility['release']>['told'];
  readonly allSeen: boolean;
}

/** The bar while one person releases the action alone: why, in words, and who hears of it at once (BG-1, BG-3). */
export function ReleaseForm(props: ReleaseFormProps): ReactNode {
  const { decision, told, allSeen, time, timeWords, onBack } = props;
  const [cause, setCause] = useState<BreakGlassCause | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = { title: useId(), problem: useId() };
  const busy = decision.state.phase === 'passkey' || decision.state.phase === 'sending';
  const submit = (): void => {
    if (!allSeen) {
      setProblem(releaseText.notSeen);
      return;
    }
    if (cause === null || reason.trim() === '') {
      setProblem(releaseText.reasonMissing);
      field.current?.focus();
      return;
    }
    decision.release({ cause, reason: reason.trim() });
  };
  return (
    <form
      className="release-form"
      aria-labelledby={ids.title}
      onSubmit={event => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <div className="why-not">
        <h2 id={ids.title}>
          <Icon name="bolt" /> {releaseText.title}
        </h2>
        <p>{releaseText.about}</p>
        <fieldset className="picks">
          <legend className="visually-hidden">{releaseText.causes}</legend>
          {causes.map(([each, words]) => (
            <label key={each} className="pick">
              <input
                type="radio"
                name={ids.title}
                checked={cause === each}
                onChange={() => {
                  setCause(each);
                  setProblem(null);
                }}
              />
              {words}
            </label>
          ))}
        </fieldset>
        <textarea
          ref={field}
          className="field"
          aria-label={releaseText.reason}
          aria-invalid={problem !== null}
          aria-describedby={ids.problem}
          maxLength={reasonLengthMax}
          value={reason}
          onChange={event => {
            setReason(event.target.value);
            setProblem(null);
          }}
        />
        <p id={ids.problem} role="alert" className="text-danger">
          {problem}
        </p>
        <p>
          {told.length === 0 ? (
            releaseText.noOneElse
          ) : (
            <Words
              text={releaseText.told(
                told.map(({ person_id, name }) => name ?? person_id).join(', '),
              )}
            />
          )}{' '}
          {releaseText.notYours}
        </p>
      </div>
      <WayBar
        time={time}
        timeWords={timeWords}
        onBack={onBack}
        busy={busy}
        back={releaseText.back}
        send={busy ? releaseText.busy : releaseText.act}
        icon="passkey"
      />
    </form>
  );
}

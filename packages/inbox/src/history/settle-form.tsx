import { type ReactNode, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { historyText } from '../language/english/history.ts';
import { useAsk } from '../way-in/use-ask.ts';

const reasonMax = 2000;

interface SettleFormProps {
  readonly title: string;
  readonly about: string;
  /** What is chosen besides the reason; none where there is only one thing to do. */
  readonly choices?: readonly { readonly name: string; readonly label: string }[];
  readonly act: string;
  onSettle(reason: string, choice: string | null): Promise<void>;
}

/** Something that a person settles, with a reason that goes into the log. */
export function SettleForm({
  title,
  about,
  choices = [],
  act,
  onSettle,
}: SettleFormProps): ReactNode {
  const [choice, setChoice] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const ask = useAsk();
  const id = useId();
  const submit = (): void => {
    const words = reason.trim();
    const unchosen = choices.length > 0 && choice === null;
    setMissing(unchosen ? historyText.chooseOutcome : words === '' ? historyText.writeHow : null);
    if (!unchosen && words !== '') ask.run(() => onSettle(words, choice));
  };
  return (
    <section className="settle" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>
        <Icon name="warning" />
        {title}
      </h2>
      <p>{about}</p>
      {choices.length > 0 && (
        <div className="picks" role="radiogroup" aria-label={historyText.outcome}>
          {choices.map(({ name, label }) => (
            <label key={name} className="pick settle-pick">
              <input
                type="radio"
                name={`${id}choice`}
                checked={choice === name}
                onChange={() => setChoice(name)}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      <label className="label mt-3" htmlFor={`${id}reason`}>
        {historyText.reasonInLog}
      </label>
      <textarea
        id={`${id}reason`}
        className="field"
        rows={2}
        maxLength={reasonMax}
        value={reason}
        aria-invalid={missing !== null}
        {...(missing === null ? {} : { 'aria-describedby': `${id}missing` })}
        onChange={event => setReason(event.target.value)}
      />
      {missing !== null && (
        <p id={`${id}missing`} role="alert" className="settle-missing">
          {missing}
        </p>
      )}
      {ask.problem !== null && (
        <Notice kind="danger" alert>
          <b>{explainProblem(ask.problem).title}</b>
          <p>{explainProblem(ask.problem).remedy}</p>
        </Notice>
      )}
      <div className="mt-3 flex justify-end">
        <Button small busy={ask.busy} onClick={submit}>
          {act}
        </Button>
      </div>
    </section>
  );
}

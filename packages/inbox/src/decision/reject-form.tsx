import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';

const picks: readonly { readonly code: string; readonly words: string }[] = [
  { code: 'wrong_target', words: 'Wrong target' },
  { code: 'too_broad', words: 'Too broad' },
  { code: 'not_now', words: 'Not now' },
  { code: 'not_needed', words: 'Not needed' },
  { code: 'looks_manipulated', words: 'Looks manipulated' },
];

const reasonLengthMax = 2000;

interface RejectFormProps {
  readonly agent: string;
  readonly time: ReactNode;
  readonly timeWords: string;
  readonly passkey: boolean;
  readonly busy: boolean;
  onBack(): void;
  onReject(reason: { readonly code: string; readonly words: string }): void;
}

/** The bar while rejecting: it grows upwards and the facts stay above it. A reason is required; the agent reads it. */
export function RejectForm(props: RejectFormProps): ReactNode {
  const { agent, time, timeWords, passkey, busy, onBack, onReject } = props;
  const [pick, setPick] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = { title: useId(), about: useId(), missing: useId() };
  useEffect(() => field.current?.focus(), []);
  const picked = picks.find(({ code }) => code === pick);
  const words = [picked?.words, text.trim()].filter(Boolean).join(': ');
  const submit = (): void => {
    if (words === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    onReject({ code: picked?.code ?? 'other', words });
  };
  return (
    <>
      <div className="why-not">
        <h2 id={ids.title}>
          Reject and tell <Words text={agent} /> why
        </h2>
        <p id={ids.about}>The agent reads this. Nothing runs.</p>
        <div className="picks" role="radiogroup" aria-label="Reason">
          {picks.map(({ code, words: label }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a pick can be taken back, which a radio input cannot
            <button
              key={code}
              type="button"
              role="radio"
              aria-checked={pick === code}
              tabIndex={pick === code || (pick === null && index === 0) ? 0 : -1}
              className="pick"
              onClick={() => {
                setPick(pick === code ? null : code);
                setMissing(false);
              }}
              onKeyDown={event => movePick(event.key, index, setPick, event.currentTarget)}
            >
              {pick === code && <Icon name="check" size={12} />}
              {label}
            </button>
          ))}
        </div>
        <textarea
          ref={field}
          className="field"
          aria-label="Reason for the agent"
          aria-describedby={missing ? ids.missing : ids.about}
          aria-invalid={missing}
          maxLength={reasonLengthMax}
          value={text}
          onChange={event => {
            setText(event.target.value);
            setMissing(false);
          }}
        />
        {missing && (
          <p id={ids.missing} role="alert" className="text-danger">
            Choose a reason or write one. The agent needs to know what to change.
          </p>
        )}
      </div>
      <div className="bar-in">
        {time}
        <div className="bar-words">
          <b>{timeWords}</b>
          <small>
            {text.length.toLocaleString('en')} of {reasonLengthMax.toLocaleString('en')} characters
          </small>
        </div>
        <div className="acts">
          <Button onClick={onBack} aria-disabled={busy}>
            Back
          </Button>
          <Button kind="danger" icon={passkey ? 'passkey' : 'cross'} busy={busy} onClick={submit}>
            {busy ? 'Rejecting' : passkey ? 'Reject with passkey' : 'Reject'}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Arrow keys move among the picks, as among radio buttons. */
function movePick(
  key: string,
  index: number,
  setPick: (code: string) => void,
  button: HTMLElement,
): void {
  const step =
    key === 'ArrowRight' || key === 'ArrowDown'
      ? 1
      : key === 'ArrowLeft' || key === 'ArrowUp'
        ? -1
        : 0;
  if (step === 0) return;
  const next = (index + step + picks.length) % picks.length;
  setPick(picks[next]?.code ?? '');
  const neighbour = button.parentElement?.children[next];
  if (neighbour instanceof HTMLElement) neighbour.focus();
}

import {
  type RejectionChoice,
  rejectionCode,
  rejectionGrounds,
  rejectionText,
} from '@countersign/protocol/chain';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { numberLocale } from '../language/chosen.ts';
import { decisionText } from '../language/english/decision.ts';
import { fill } from '../language/fill.ts';
import { groundWords } from './ground-words.ts';

const choices: readonly {
  readonly choice: RejectionChoice;
  readonly title: string;
  readonly about: string;
  readonly button: string;
}[] = [
  {
    choice: 'fix',
    title: decisionText.fixTitle,
    about: decisionText.fixAbout,
    button: decisionText.fixButton,
  },
  {
    choice: 'never',
    title: decisionText.neverTitle,
    about: decisionText.neverAbout,
    button: decisionText.neverButton,
  },
];

const noRoundLeft = decisionText.lastRound;

const reasonLengthMax = 2000;

interface RejectFormProps {
  readonly agent: string;
  readonly time: ReactNode;
  readonly timeWords: string;
  readonly passkey: boolean;
  readonly busy: boolean;
  /** How many more rounds the case can have. Without one, nothing can be sent back. */
  readonly roundsLeft: number;
  onBack(): void;
  onReject(reason: { readonly code: string; readonly words: string }): void;
}

/** The bar while rejecting: it grows upwards and the facts stay above it. A reason is required; the agent reads it. */
export function RejectForm(props: RejectFormProps): ReactNode {
  const { agent, time, timeWords, passkey, busy, roundsLeft, onBack, onReject } = props;
  const [choice, setChoice] = useState<RejectionChoice>(roundsLeft > 0 ? 'fix' : 'never');
  const [pick, setPick] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = { title: useId(), told: useId(), missing: useId() };
  useEffect(() => field.current?.focus(), []);
  const picks = Object.entries<string>(rejectionGrounds[choice]).map(([code, words]) => ({
    code,
    words,
  }));
  // The agent is told the English words, as the text below shows.
  const picked = picks.find(({ code }) => code === pick);
  const words = text.trim() === '' ? (picked?.words ?? '') : text.trim();
  const choose = (next: RejectionChoice): void => {
    setChoice(next);
    setPick(null);
  };
  const submit = (): void => {
    if (words === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    onReject({ code: rejectionCode(choice, picked?.code ?? null), words });
  };
  return (
    <>
      <div className="why-not">
        <h2 id={ids.title}>
          {fill(decisionText.rejectAndTell, { agent: <Words text={agent} /> })}
        </h2>
        <div className="ways" role="radiogroup" aria-labelledby={ids.title}>
          {choices.map(({ choice: each, title, about }) => {
            const closed = each === 'fix' && roundsLeft === 0;
            return (
              // biome-ignore lint/a11y/useSemanticElements: the whole box is the target, with its words
              <button
                key={each}
                type="button"
                role="radio"
                aria-checked={choice === each}
                aria-disabled={closed}
                tabIndex={choice === each ? 0 : -1}
                className={`way way--${each}`}
                onClick={() => !closed && choose(each)}
                onKeyDown={event => moveChoice(event, roundsLeft, choose)}
              >
                <b>{title}</b>
                <small>{closed ? noRoundLeft : about}</small>
              </button>
            );
          })}
        </div>
        <div className="picks" role="radiogroup" aria-label={decisionText.reason}>
          {picks.map(({ code, words: label }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a second click clears a pick, which a radio input cannot do
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
              onKeyDown={event => movePick(event, index, picks, setPick)}
            >
              {pick === code && <Icon name="check" size={12} />}
              {groundWords[code] ?? label}
            </button>
          ))}
        </div>
        <textarea
          ref={field}
          className="field"
          aria-label={decisionText.reasonForAgent}
          aria-describedby={missing ? ids.missing : ids.told}
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
            {decisionText.chooseReason}
          </p>
        )}
        <div className="told" id={ids.told}>
          <small>{fill(decisionText.willBeTold, { agent: <Words text={agent} /> })}</small>
          <pre>
            {rejectionText(
              { choice, ground: picked?.words ?? null, reason: words, by: 'human' },
              roundsLeft,
            )}
          </pre>
        </div>
      </div>
      <div className="bar-in">
        {time}
        <div className="bar-words">
          <b>{timeWords}</b>
          <small>
            {decisionText.ofCharacters(
              text.length.toLocaleString(numberLocale),
              reasonLengthMax.toLocaleString(numberLocale),
            )}
          </small>
        </div>
        <div className="acts">
          <Button onClick={onBack} aria-disabled={busy}>
            {decisionText.back}
          </Button>
          <Button kind="danger" icon={passkey ? 'passkey' : 'cross'} busy={busy} onClick={submit}>
            {busy ? decisionText.rejecting : choices.find(each => each.choice === choice)?.button}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Arrow keys move among the picks, as among radio buttons. */
function movePick(
  event: KeyboardEvent<HTMLElement>,
  index: number,
  picks: readonly { readonly code: string }[],
  setPick: (code: string) => void,
): void {
  const step = stepOf(event.key);
  if (step === 0) return;
  const next = (index + step + picks.length) % picks.length;
  setPick(picks[next]?.code ?? '');
  focusChild(event, next);
}

/** Between the two choices an arrow key leads to the other one, where it is open. */
function moveChoice(
  event: KeyboardEvent<HTMLElement>,
  roundsLeft: number,
  choose: (choice: RejectionChoice) => void,
): void {
  if (stepOf(event.key) === 0 || roundsLeft === 0) return;
  const [first, second] = event.currentTarget.parentElement?.children ?? [];
  const other = event.currentTarget === first ? second : first;
  choose(other === first ? 'fix' : 'never');
  if (other instanceof HTMLElement) other.focus();
}

function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight' || key === 'ArrowDown') return 1;
  return key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0;
}

function focusChild(event: KeyboardEvent<HTMLElement>, index: number): void {
  const neighbour = event.currentTarget.parentElement?.children[index];
  if (neighbour instanceof HTMLElement) neighbour.focus();
}

import type {
  CredentialFacts,
  LockPreview,
  LockTarget,
  PersonFacts,
} from '@countersign/client/people';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime } from '../frame/time-words.ts';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { lockText } from '../language/english/lock.ts';
import { fill } from '../language/fill.ts';
import { nameOfPerson } from '../people/person-words.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { type EndItem, endItem, endWords } from './lock-words.ts';
import { reloadLocks } from './use-locks.ts';
import './lock.css';

type Kind = LockTarget['kind'];

const kinds = [
  { kind: 'agent', label: lockText.anAgent, icon: 'agent' },
  { kind: 'person', label: lockText.aPerson, icon: 'people' },
  { kind: 'key', label: lockText.aKey, icon: 'key' },
  { kind: 'everything', label: lockText.everything, icon: 'lock' },
] as const satisfies readonly { kind: Kind; label: string; icon: string }[];

interface LockDialogProps {
  readonly people: readonly PersonFacts[];
  readonly credentials: readonly CredentialFacts[];
  readonly me: string;
  readonly operates: boolean;
  onClose(): void;
}

/** One dialog that stops an agent, a person, a key or everything. It needs no passkey and no second person. */
export function LockDialog(props: LockDialogProps): ReactNode {
  const { operates, me, onClose } = props;
  const [kind, setKind] = useState<Kind>(operates ? 'agent' : 'person');
  const [chosen, setChosen] = useState(operates ? '' : me);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const ask = useAsk();
  const id = useId();
  const target = useMemo(() => targetOf(kind, chosen), [kind, chosen]);
  const choices = choicesOf(kind, props);
  const name = choices.find(({ value }) => value === chosen)?.label ?? (chosen || lockText.it);
  const what = kind === 'everything' ? lockText.everythingLower : name;
  const lock = (): void => {
    const words = reason.trim();
    const fault =
      target === null ? lockText.chooseWhat : words === '' ? lockText.writeReason : null;
    setMissing(fault);
    if (fault !== null || target === null) return;
    ask.run(async () => {
      await api.placeLock({ target, reason: words });
      showToast({ kind: 'ok', title: lockText.isLocked(what), detail: lockText.untilLifted });
      reloadLocks();
      onClose();
    });
  };
  return (
    <Dialog title={lockText.lock} open onClose={onClose}>
      <p className="mt-1 text-text-2">{lockText.atOnce}</p>
      {operates && (
        <fieldset className="lock-kinds">
          <legend className="visually-hidden">{lockText.whatToLock}</legend>
          {kinds.map(each => (
            <label key={each.kind} data-chosen={each.kind === kind}>
              <input
                type="radio"
                name={`${id}kind`}
                checked={each.kind === kind}
                onChange={() => {
                  setKind(each.kind);
                  setChosen('');
                }}
              />
              <Icon name={each.icon} />
              {each.label}
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'agent' ? (
        <>
          <label className="label mt-4" htmlFor={`${id}what`}>
            {lockText.agent}
          </label>
          <input
            id={`${id}what`}
            className="field"
            list={`${id}list`}
            value={chosen}
            onChange={event => setChosen(event.target.value)}
          />
          <datalist id={`${id}list`}>
            {choices.map(({ value }) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </>
      ) : kind === 'everything' ? null : (
        <>
          <label className="label mt-4" htmlFor={`${id}what`}>
            {kind === 'person' ? lockText.person : lockText.key}
          </label>
          <select
            id={`${id}what`}
            className="field"
            value={chosen}
            onChange={event => setChosen(event.target.value)}
          >
            <option value="">{lockText.choose}</option>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </>
      )}
      {target !== null && <Ends key={JSON.stringify(target)} target={target} />}
      <label className="label mt-4" htmlFor={`${id}reason`}>
        {lockText.reason}
      </label>
      <textarea
        id={`${id}reason`}
        className="field"
        rows={2}
        maxLength={2000}
        value={reason}
        aria-invalid={missing !== null}
        onChange={event => setReason(event.target.value)}
      />
      {missing !== null && (
        <p role="alert" className="mt-1 text-danger">
          {missing}
        </p>
      )}
      {ask.problem !== null && (
        <p className="mt-4">
          {fill(lockText.useCommand, {
            lead: <b>{lockText.notLocked}</b>,
            command: <code>countersign lock</code>,
          })}
        </p>
      )}
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{lockText.back}</Button>
        <Button kind="danger" icon="lock" busy={ask.busy} onClick={lock}>
          {lockText.lockWhat(what)}
        </Button>
      </div>
    </Dialog>
  );
}

/** Counts what the lock ends now, and what has already started and continues. */
function Ends({ target }: { readonly target: LockTarget }): ReactNode {
  const [preview, setPreview] = useState<LockPreview | null>(null);
  useEffect(() => {
    const over = new AbortController();
    // While the person types a name, the page waits for a pause before it asks the server.
    const timer = setTimeout(() => {
      api.previewLock(target, { signal: over.signal }).then(setPreview, () => setPreview(null));
    }, 250);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [target]);
  if (preview === null) return null;
  const ends = endWords(preview);
  return (
    <div className="lock-ends">
      <p className="lock-ends-head">
        <b>{lockText.whatEnds}</b>
        <span>
          {lockText.countedAt(
            clockTime(preview.counted_at),
            preview.is_complete ? '' : lockText.thereIsMore,
          )}
        </span>
      </p>
      <ul>
        {ends.length === 0 && <li>{lockText.nothingOpen}</li>}
        {ends.map(({ count, rest, items }) => (
          <EndRow key={rest} items={items} about={rest}>
            <b>{count}</b> {rest}
          </EndRow>
        ))}
        {preview.started.length > 0 && (
          <EndRow started items={preview.started.map(endItem)} about={lockText.hasStarted}>
            <Icon name="warning" /> <b>{lockText.startedNotStopped(preview.started.length)}</b>
          </EndRow>
        )}
        {preview.lift_chain !== null && (
          <li>{fill(lockText.chainLifts, { chain: <Words text={preview.lift_chain} /> })}</li>
        )}
      </ul>
    </div>
  );
}

interface EndRowProps {
  readonly items: readonly EndItem[];
  /** For a person whose screen reader says only the button. */
  readonly about: string;
  readonly started?: boolean;
  readonly children: ReactNode;
}

/** One line of what ends, and on demand which they are. A request opens beside the dialog, which stays as it is. */
function EndRow({ items, about, started = false, children }: EndRowProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li data-started={started}>
      <p className="lock-end-line">
        <span>{children}</span>
        {items.length > 0 && (
          <button
            type="button"
            className="lock-show"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${isOpen ? lockText.hide : lockText.show}: ${about}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? lockText.hide : lockText.show}
          </button>
        )}
      </p>
      <ul id={id} hidden={!isOpen} className="lock-end-items">
        {isOpen &&
          items.map(({ id: key, words, href }) => (
            <li key={key}>
              {href === null ? (
                <Words text={words} />
              ) : (
                <a href={href} target="_blank" rel="noreferrer">
                  <Words text={words} /> <code>{shortId(key)}</code>
                </a>
              )}
            </li>
          ))}
      </ul>
    </li>
  );
}

function shortId(id: string): string {
  return `${id.slice(0, 7)}…${id.slice(-4)}`;
}

function targetOf(kind: Kind, chosen: string): LockTarget | null {
  const id = chosen.trim();
  if (kind === 'everything') return { kind };
  if (id === '') return null;
  if (kind === 'agent') return { kind, agent_id: id };
  return kind === 'person'
    ? { kind, person_id: id as Extract<LockTarget, { kind: 'person' }>['person_id'] }
    : { kind, credential_id: id };
}

function choicesOf(
  kind: Kind,
  { people, credentials, me, operates }: LockDialogProps,
): readonly { readonly value: string; readonly label: string }[] {
  const inForce = credentials.filter(({ revoked_at }) => revoked_at === null);
  switch (kind) {
    case 'agent':
      return [...new Set(inForce.flatMap(({ agent_ids }) => agent_ids))]
        .sort()
        .map(value => ({ value, label: value }));
    case 'person':
      return people
        .filter(({ person_id }) => operates || person_id === me)
        .map(person => ({ value: person.person_id, label: nameOfPerson(person) }));
    case 'key':
      return inForce.map(({ credential_id, label, kind: of }) => ({
        value: credential_id,
        label: `${label ?? credential_id} (${of.replace('_', ' ')})`,
      }));
    case 'everything':
      return [];
  }
}

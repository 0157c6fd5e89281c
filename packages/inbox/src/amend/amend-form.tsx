import { type AmendableValue, amendableValues } from '@countersign/card';
import { ApiProblem } from '@countersign/client/people';
import type { AmendTerms } from '@countersign/protocol/request';
import type { Shown } from '@countersign/protocol/view';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import type { WayForm } from '../decision/other-ways.tsx';
import { refusalWords } from '../decision/refusal-words.ts';
import { WayBar } from '../decision/way-bar.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { placed } from '../facts/sentence-words.tsx';
import { amendText } from '../language/english/amend.ts';
import { navigate } from '../navigation/place.ts';
import { type Edits, editedParameters, noEdits, pathWords, valueText } from './amend-edits.ts';
import './amend.css';

const reasonLengthMax = 2000;

interface AmendFormProps extends WayForm {
  readonly shown: Shown;
  readonly terms: AmendTerms;
}

/** The bar while changing: the values that may change, and why. It approves nothing. */
export function AmendForm({ shown, terms, time, timeWords, onBack }: AmendFormProps): ReactNode {
  const { request, action } = shown;
  const { parameters } = action;
  const values = useMemo(() => amendableValues(terms, parameters), [terms, parameters]);
  const [edits, setEdits] = useState<Edits>(noEdits);
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  const ids = { title: useId(), reason: useId(), problem: useId() };
  const edit = (next: Edits): void => {
    setEdits(next);
    setProblems({});
    // A changed text is another amendment, so it needs another key. The store accepts a key once.
    key.current = crypto.randomUUID();
  };
  const submit = async (): Promise<void> => {
    const edited = editedParameters(terms, values, parameters, edits);
    const missing = reason.trim() === '' ? { reason: amendText.reasonMissing } : {};
    if (!edited.ok || reason.trim() === '') {
      setProblems({ ...(edited.ok ? {} : edited.problems), ...missing });
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setBusy(true);
    try {
      const amendment = {
        action_digest: request.action_digest,
        parameters: edited.parameters,
        reason: reason.trim(),
      };
      const id = request.approval_request_id;
      const changed = await api.amend(id, amendment, { key: key.current });
      showToast({ kind: 'ok', title: amendText.changed, detail: amendText.changedDetail });
      navigate(`/requests/${encodeURIComponent(changed.approval_request_id)}`);
    } catch (problem) {
      const { title, detail } = refusalWords(
        problem instanceof ApiProblem ? problem : { code: 'unreachable' },
      );
      setProblems({ '': `${amendText.refused}. ${title}. ${detail}` });
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={ids.title}
      onSubmit={event => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <div className="why-not amend">
        <h2 id={ids.title}>{amendText.title}</h2>
        <p>
          {amendText.about} {terms.mode === 'narrow' ? amendText.onlyThese : amendText.everyValue}
        </p>
        <div className="amend-values">
          {values.map((value, at) => (
            <ValueField
              key={value.path}
              value={value}
              edits={edits}
              problem={problems[value.path] ?? null}
              first={at === 0}
              onEdit={edit}
            />
          ))}
        </div>
        <label className="amend-reason" htmlFor={ids.reason}>
          {amendText.reason}
        </label>
        <textarea
          id={ids.reason}
          className="field"
          maxLength={reasonLengthMax}
          aria-invalid={problems['reason'] !== undefined}
          aria-describedby={ids.problem}
          value={reason}
          onChange={event => {
            setReason(event.target.value);
            setProblems({});
            key.current = crypto.randomUUID();
          }}
        />
        <p id={ids.problem} role="alert" className="text-danger">
          {[problems[''], problems['reason']].filter(Boolean).join(' ')}
        </p>
      </div>
      <WayBar
        time={time}
        timeWords={timeWords}
        onBack={onBack}
        busy={busy}
        back={amendText.back}
        send={busy ? amendText.sending : amendText.send}
      />
    </form>
  );
}

interface FieldProps {
  readonly value: AmendableValue;
  readonly edits: Edits;
  readonly problem: string | null;
  readonly first: boolean;
  onEdit(edits: Edits): void;
}

function ValueField({ value, edits, problem, first, onEdit }: FieldProps): ReactNode {
  const { path, kind } = value;
  const id = useId();
  const hint = useId();
  const isText = kind === 'number' || kind === 'text';
  const label = <Words text={pathWords(path)} />;
  const setText = (text: string) => onEdit({ ...edits, texts: { ...edits.texts, [path]: text } });
  const setTicks = (ticks: readonly boolean[]) =>
    onEdit({ ...edits, ticks: { ...edits.ticks, [path]: ticks } });
  return (
    <fieldset className="amend-value" data-kind={kind}>
      {isText ? <label htmlFor={id}>{label}</label> : <legend>{label}</legend>}
      {isText && (
        <input
          id={id}
          className="field"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to change these values
          autoFocus={first}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={edits.texts[path] ?? valueText(value.value)}
          aria-invalid={problem !== null}
          aria-describedby={hint}
          onChange={event => setText(event.target.value)}
        />
      )}
      {value.kind === 'boolean' && (
        <Tick
          words={valueText(true)}
          ticked={edits.ticks[path]?.[0] ?? value.value}
          onTick={ticked => setTicks([ticked])}
        />
      )}
      {value.kind === 'fixed' && (
        <Tick
          words={amendText.becomes(valueText(value.becomes))}
          ticked={edits.ticks[path]?.[0] ?? false}
          onTick={ticked => setTicks([ticked])}
        />
      )}
      {value.kind === 'list' && (
        <div className="amend-items">
          {placed(value.items).map(({ item, place: at }) => {
            const ticks = edits.ticks[path] ?? value.items.map(() => true);
            return (
              <Tick
                key={at}
                words={valueText(item)}
                ticked={ticks[at] ?? true}
                onTick={ticked => setTicks(ticks.with(at, ticked))}
              />
            );
          })}
        </div>
      )}
      <small id={hint} className={problem === null ? 'hint' : 'text-danger'}>
        {problem === null ? <Hint value={value} /> : problem}
      </small>
    </fieldset>
  );
}

function Hint({ value }: { readonly value: AmendableValue }): ReactNode {
  switch (value.kind) {
    case 'number':
      return value.lower
        ? amendText.lower(String(value.value))
        : amendText.was(String(value.value));
    case 'list':
      return amendText.takeOut;
    default:
      return <Words text={amendText.was(shortened(valueText(value.value)))} />;
  }
}

function Tick({
  words: said,
  ticked,
  onTick,
}: {
  readonly words: string;
  readonly ticked: boolean;
  onTick(ticked: boolean): void;
}): ReactNode {
  return (
    <label className="amend-tick">
      <input type="checkbox" checked={ticked} onChange={event => onTick(event.target.checked)} />
      <span>
        <Words text={said} />
      </span>
    </label>
  );
}

const wasLengthMax = 120;

function shortened(text: string): string {
  return text.length > wasLengthMax ? `${text.slice(0, wasLengthMax - 1)}…` : text;
}

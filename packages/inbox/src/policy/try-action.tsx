import type { PolicyFacts } from '@countersign/client/people';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { policyText } from '../language/english/policy.ts';
import { usePlace } from '../navigation/place.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { type Answer, readAnswer } from './read-answer.ts';
import { type Draft, draftOf, firstDraft, readDraft } from './tried-action.ts';

/** Asks the policy about an action that no agent proposes. */
export function TryAction({
  policy,
  onMatching,
}: {
  readonly policy: PolicyFacts;
  onMatching(ids: ReadonlySet<string>): void;
}): ReactNode {
  const [draft, setDraft] = useState<Draft>(firstDraft);
  const [fault, setFault] = useState<{ field: keyof Draft; words: string } | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = useAsk();
  const id = useId();
  const from = useTakenFrom(setDraft);
  const change = (field: keyof Draft, text: string): void => {
    setDraft(before => ({ ...before, [field]: text }));
    setFault(null);
  };
  const evaluate = (): void => {
    const read = readDraft(draft);
    setFault(read.ok ? null : read);
    if (!read.ok) return;
    ask.run(async () => {
      const { action, context } = read;
      const { explanation } = await api.explainPolicy({ action, context });
      const next = readAnswer(explanation, { action, context });
      setAnswer(next);
      onMatching(new Set([...next.rules.map(rule => rule.id), ...next.grounds]));
    });
  };
  const line = (field: 'tool' | 'agent' | 'resource', label: string, hint: string): ReactNode => (
    <div className="min-w-0">
      <label className="label" htmlFor={`${id}${field}`}>
        {label}
      </label>
      <input
        id={`${id}${field}`}
        className="field field--mono"
        value={draft[field]}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        aria-invalid={fault?.field === field}
        onChange={event => change(field, event.target.value)}
      />
    </div>
  );
  return (
    <aside className="try" aria-label={policyText.tryAction}>
      <header>
        <h2>{policyText.tryAction}</h2>
        <span>{policyText.nothingRecorded}</span>
      </header>
      <form
        onSubmit={event => {
          event.preventDefault();
          evaluate();
        }}
      >
        <div className="try-line">
          {line('tool', policyText.tool, 'payments.wire')}
          {line('agent', policyText.agent, 'billing-agent')}
        </div>
        <Editor
          id={`${id}parameters`}
          label={policyText.parameters}
          text={draft.parameters}
          invalid={fault?.field === 'parameters'}
          note={from}
          onText={text => change('parameters', text)}
        />
        <Disclosure summary={policyText.targetAndContext}>
          {line('resource', policyText.target, policyText.actsOn)}
          <Editor
            id={`${id}context`}
            label={policyText.context}
            text={draft.context}
            invalid={fault?.field === 'context'}
            note={null}
            onText={text => change('context', text)}
          />
        </Disclosure>
        {fault !== null && (
          <div className="mt-3">
            <Notice kind="danger" alert>
              {fault.words}
            </Notice>
          </div>
        )}
        {ask.problem !== null && (
          <div className="mt-3">
            <Notice kind="danger" alert>
              <b>{explainProblem(ask.problem).title}</b>
              <p>{explainProblem(ask.problem).remedy}</p>
            </Notice>
          </div>
        )}
        <div className="try-acts">
          <Button small kind="primary" type="submit" busy={ask.busy}>
            {policyText.evaluate}
          </Button>
          <span className="hint">{policyText.controlEnter}</span>
        </div>
      </form>
      {answer !== null && <AnswerPanel answer={answer} policy={policy} />}
    </aside>
  );
}

/** JSON as text. It is not coloured, so that what is typed is what is seen. */
function Editor({
  id,
  label,
  text,
  invalid,
  note,
  onText,
}: {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly invalid: boolean;
  readonly note: string | null;
  onText(text: string): void;
}): ReactNode {
  const used = text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 54), 0);
  const lines = Math.min(20, Math.max(label === 'Context' ? 3 : 5, used));
  return (
    <div className="panel editor" data-invalid={invalid}>
      <div className="panel-head">
        <label htmlFor={id}>{policyText.asJson(label)}</label>
        {note !== null && <span className="ml-auto pr-2">{note}</span>}
      </div>
      <textarea
        id={id}
        rows={lines}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={invalid}
        onChange={event => onText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </div>
  );
}

/** Takes over the action of a request that the address names, and says so. */
function useTakenFrom(take: (draft: Draft) => void): string | null {
  const { query } = usePlace();
  const from = new URLSearchParams(query).get('from');
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => {
    if (from === null) return;
    const over = new AbortController();
    api.getView(from, { signal: over.signal }).then(
      ({ action_text }) => {
        const draft = action_text === null ? null : draftOf(action_text);
        if (draft !== null) take(draft);
        setNote(draft === null ? policyText.cannotRead : policyText.fromHistory);
      },
      () => {
        if (!over.signal.aborted) setNote(policyText.notFound);
      },
    );
    return () => over.abort();
  }, [from, take]);
  return note;
}

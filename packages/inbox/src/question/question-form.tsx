import { ApiProblem, type RequestRepresentation } from '@countersign/client/people';
import { type ReactNode, useId, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import type { WayForm } from '../decision/other-ways.tsx';
import { refusalWords } from '../decision/refusal-words.ts';
import { WayBar } from '../decision/way-bar.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { questionText } from '../language/english/question.ts';

const questionLengthMax = 1000;

interface QuestionFormProps extends WayForm {
  readonly representation: RequestRepresentation;
}

/** The bar while asking the agent. It decides nothing, and the time goes on. */
export function QuestionForm(props: QuestionFormProps): ReactNode {
  const { representation, time, timeWords, onBack } = props;
  const { approval_request_id: id, request } = representation;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = { title: useId(), problem: useId() };
  const submit = async (): Promise<void> => {
    if (text.trim() === '') {
      setProblem(questionText.missing);
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await api.question(id, text.trim(), { key: key.current });
      showToast({ kind: 'ok', title: questionText.asked, detail: questionText.askedDetail });
      onBack();
    } catch (refused) {
      const { title, detail } = refusalWords(
        refused instanceof ApiProblem ? refused : { code: 'unreachable' },
      );
      setProblem(`${questionText.notAsked} ${title}. ${detail}`);
      setBusy(false);
    }
  };
  return (
    <form
      aria-labelledby={ids.title}
      onSubmit={event => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <div className="why-not">
        <h2 id={ids.title}>
          <Words text={questionText.title(request.agent_id)} />
        </h2>
        <p>{questionText.about}</p>
        <textarea
          ref={field}
          className="field"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write a question
          autoFocus
          aria-label={questionText.field}
          aria-invalid={problem !== null}
          aria-describedby={ids.problem}
          maxLength={questionLengthMax}
          value={text}
          onChange={event => {
            setText(event.target.value);
            setProblem(null);
            key.current = crypto.randomUUID();
          }}
        />
        <p id={ids.problem} role="alert" className="text-danger">
          {problem}
        </p>
      </div>
      <WayBar
        time={time}
        timeWords={timeWords}
        onBack={onBack}
        busy={busy}
        back={questionText.back}
        send={busy ? questionText.sending : questionText.send}
      />
    </form>
  );
}

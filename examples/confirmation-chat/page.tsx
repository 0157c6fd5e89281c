// The page of the chat. Everything in it is text that React puts into elements; nothing becomes markup.
import {
  ConfirmationCard,
  type ConfirmationChoice,
  intentWords,
  useCountdown,
} from '@countersign/inbox/confirmation';
import '@countersign/inbox/confirmation.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Conversation, Entry, OpenHold } from './conversation.ts';
import './page.css';

function Chat(): ReactNode {
  const [conversation, setConversation] = useState<Conversation | null>(null);
  useEffect(() => {
    const source = new EventSource('/conversation');
    source.onmessage = ({ data }) => setConversation(JSON.parse(data) as Conversation);
    return () => source.close();
  }, []);
  if (conversation === null) return null;
  const { title, entries, hold } = conversation;
  return (
    <>
      <header>
        <h1>{title}</h1>
        <span>Workspace assistant</span>
      </header>
      <main>
        <div className="entries" role="log" aria-label="Conversation">
          {entries.map((entry, index) => (
            <Message key={String(index)} entry={entry} />
          ))}
        </div>
        {hold !== null && <Question key={hold.hold_id} hold={hold} />}
      </main>
      <footer>{hold === null ? <TextBox /> : <ClosedTextBox />}</footer>
    </>
  );
}

function Message({ entry }: { readonly entry: Entry }): ReactNode {
  if (entry.from !== 'agent') return <p className={`entry entry--${entry.from}`}>{entry.text}</p>;
  return (
    <div className="entry entry--agent">
      <span className="face" aria-hidden="true">
        WA
      </span>
      <div>
        <span className="name">Workspace assistant</span>
        <p>{entry.text}</p>
      </div>
    </div>
  );
}

/** The halt, in the conversation where it happened. The message stands above it already, so it is not quoted again. */
function Question({ hold }: { readonly hold: OpenHold }): ReactNode {
  const time = useCountdown(hold.placed_at, hold.expires_at);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const place = useRef<HTMLElement>(null);
  // Who was typing finds themselves at the question, and on neither of its buttons.
  useEffect(() => place.current?.focus(), []);
  const answer = async (choice: ConfirmationChoice): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const status = await post('/answers', { hold_id: hold.hold_id, choice });
    if (status === 200) return;
    setBusy(false);
    setProblem('The answer did not arrive. Nothing runs meanwhile; answer again.');
  };
  return (
    <section className="question" ref={place} tabIndex={-1} aria-label="Question">
      <ConfirmationCard
        message={intentWords(hold.intent)}
        message_is="understood"
        action={null}
        risk_level={hold.intent.risk_level}
        show_details={false}
        time={time}
        busy={busy}
        problem={problem}
        onAnswer={choice => void answer(choice)}
      />
      <span className="only-heard" role="status">
        {time.announced}
      </span>
    </section>
  );
}

function TextBox(): ReactNode {
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if ((await post('/messages', { text })) === 202) setText('');
  };
  return (
    <form
      className="box"
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        aria-label="Message"
        placeholder="Write to the assistant"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <button type="submit">Send</button>
    </form>
  );
}

function ClosedTextBox(): ReactNode {
  return (
    <p className="box box--closed">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <rect x="3.5" y="7" width="9" height="6.5" rx="1.5" />
        <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
      </svg>
      Answer above first. Typing “yes” does not count as an answer.
    </p>
  );
}

/** The status of the answer, or 0 where none came. */
async function post(path: string, body: object): Promise<number> {
  try {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  } catch {
    return 0;
  }
}

const place = document.getElementById('chat');
if (place !== null) createRoot(place).render(<Chat />);

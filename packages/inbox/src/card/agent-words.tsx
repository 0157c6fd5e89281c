import type { RequestRepresentation } from '@countersign/client/people';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { piecesOf } from '../facts/piece.ts';
import { Pieces, Words } from '../facts/pieces.tsx';
import { numberLocale } from '../language/chosen.ts';
import { cardText } from '../language/english/card.ts';
import { fill } from '../language/fill.ts';
import { Disclosure } from './disclosure.tsx';

/** What the agent wrote: quoted, plain, not verified, below the facts and smaller than they are. */
export function AgentWords({
  representation,
}: {
  readonly representation: RequestRepresentation;
}): ReactNode {
  const { request, advice } = representation;
  if (request.agent_reasoning === null && advice.length === 0) return null;
  return (
    <section className="sec">
      <h2>{cardText.agentSays}</h2>
      <div className="min-w-0">
        {request.agent_reasoning === null ? (
          <p className="text-text-3">{cardText.nothing}</p>
        ) : (
          <Quote by={request.agent_id} words={request.agent_reasoning} />
        )}
        {advice.length > 0 && (
          <Disclosure summary={cardText.notes(advice.length)}>
            {advice.map(note => (
              <Quote
                key={note.advice_id}
                by={note.model}
                words={[note.recommendation, note.explanation, ...note.risk_annotations].join('\n')}
              />
            ))}
          </Disclosure>
        )}
      </div>
    </section>
  );
}

function Quote({ by, words }: { readonly by: string; readonly words: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const [tall, setTall] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another height
  useLayoutEffect(() => {
    const element = body.current;
    if (element !== null) setTall(element.scrollHeight > element.clientHeight + 1);
  }, [words]);
  return (
    <div className="quote">
      <div className="quote-head">
        <span>{fill(cardText.wrote, { who: <Words text={by} /> })}</span>
        <Tag>{cardText.notVerified}</Tag>
      </div>
      <div
        ref={body}
        className={open ? 'quote-words' : 'quote-words quote-words--capped'}
        data-tall={tall}
      >
        “<Lines words={words} />”
      </div>
      {tall && (
        <Button small className="mt-2" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? cardText.showLess
            : cardText.showAllCharacters(words.length.toLocaleString(numberLocale))}
        </Button>
      )}
    </div>
  );
}

/** Line breaks are kept: prose has them. Everything else that cannot be seen is written out. */
function Lines({ words }: { readonly words: string }): ReactNode {
  return words.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
    <span key={index}>
      {index > 0 && '\n'}
      <Pieces pieces={piecesOf(line)} />
    </span>
  ));
}

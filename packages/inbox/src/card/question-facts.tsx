import type { Fact, Shown } from '@countersign/protocol/view';
import type { ReactNode } from 'react';
import { pieceOf } from '../facts/piece.ts';
import { Pieces } from '../facts/pieces.tsx';
import { cardText } from '../language/english/card.ts';
import { Disclosure } from './disclosure.tsx';

/** Everything else that the question is made of, for a reader who wants to see all that the digest covers. */
export function QuestionFacts({ shown }: { readonly shown: Shown }): ReactNode {
  const { view } = shown;
  const digests = [
    ['action', view.action_digest],
    ['question', shown.inputDigest],
    ['view', shown.viewDigest],
    ['renderer', view.renderer],
  ] as const;
  const facts = view.question.filter(
    ({ kind, size }) => (kind !== 'object' && kind !== 'array') || size === 0,
  );
  return (
    <section className="sec">
      <h2>{cardText.wholeQuestion}</h2>
      <div className="min-w-0">
        <Disclosure summary={cardText.factsAndDigests(facts.length)}>
          <dl className="question-facts">
            {digests.map(([name, digest]) => (
              <Row key={name} name={name}>
                {digest}
              </Row>
            ))}
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
              <Row key={index} name={<Pieces pieces={fact.label.map(pieceOf)} />}>
                <Value fact={fact} />
              </Row>
            ))}
          </dl>
        </Disclosure>
      </div>
    </section>
  );
}

function Row({
  name,
  children,
}: {
  readonly name: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Value({ fact }: { readonly fact: Fact }): ReactNode {
  if (fact.kind === 'object') return '{ }';
  if (fact.kind === 'array') return '[ ]';
  if (fact.value.length === 0) return cardText.emptyText;
  return <Pieces pieces={fact.value.map(pieceOf)} />;
}

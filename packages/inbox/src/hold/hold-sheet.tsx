import { heldWords, intentWords } from '@countersign/card';
import type { HoldFacts } from '@countersign/client/people';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Countdown } from '../decision/use-countdown.ts';
import { useWholePress } from '../decision/whole-press.ts';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { Ring } from '../design/ring.tsx';
import { Risk } from '../design/risk-glyph.tsx';
import { useArmed } from '../design/use-armed.ts';
import { piecesOf } from '../facts/piece.ts';
import { Pieces, Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { clockTime, dateAndTime } from '../frame/time-words.ts';
import { holdText } from '../language/english/hold.ts';
import { sentenceText } from '../language/english/sentence.ts';
import { fill } from '../language/fill.ts';
import type { ConfirmationChoice } from './confirmation-card.tsx';
import { cutAt, type Marks } from './cut-words.ts';
import '../card/card.css';
import '../facts/facts.css';
import '../decision/decision.css';
import './hold-sheet.css';

interface HoldSheetProps {
  readonly facts: HoldFacts;
  readonly time: Countdown;
  readonly busy: boolean;
  /** Why the answer did not count, where it did not. */
  readonly problem: string | null;
  onAnswer(choice: ConfirmationChoice): void;
}

/** A halted session as a whole page: the words, who wrote them where, what each answer does, and two buttons. */
export function HoldSheet(props: HoldSheetProps): ReactNode {
  const { hold, message, reading } = props.facts;
  const quote = useFirstMark(message);
  const { agent_id: agent = holdText.anAgent, session_id: session, placed_at: since } = hold;
  return (
    <article className="card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className="card-scroll" tabIndex={0} aria-label={holdText.hold}>
        <div className="card-in">
          <header className="card-head">
            <span className="undo">
              <Icon name="paused" />
              <b>{holdText.onHold}</b>
            </span>
            <span className="sep" />
            <Risk level={hold.intent.risk_level} />
            <span className="sep" />
            <span title={dateAndTime(since)}>{holdText.since(clockTime(since))}</span>
            <code title={hold.hold_id}>
              {`${hold.hold_id.slice(0, 7)}…${hold.hold_id.slice(-4)}`}
            </code>
          </header>
          <p className="what">{holdText.whatIsPaused}</p>
          <PageHeading className="sentence" title={holdText.waitsTitle(agent)}>
            <Words text={agent} /> <span className="joining">{holdText.waits}</span>
          </PageHeading>
          <p className="hold-under">{holdText.noToolRuns}</p>
          <section className="panel hold-said" aria-labelledby="hold-said">
            <div className="panel-head hold-said-head">
              <h2 id="hold-said">{holdText.whatItWrote}</h2>
              <span>{message === null ? holdText.onlyDigest : sizeWords(message)}</span>
              <Tag>{holdText.notVerified}</Tag>
            </div>
            {message !== null && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
              <blockquote ref={quote} className="hold-words" tabIndex={0}>
                “<Marked text={message} marks={reading?.marks ?? []} />”
              </blockquote>
            )}
            <p className="hold-wants">
              <Icon name="warning" />
              <span>
                <b>
                  {fill(holdText.seemsToWantThis, {
                    intent: <Words text={intentWords(hold.intent, sentenceText)} />,
                  })}
                </b>{' '}
                {sourceWords(reading)}
              </span>
            </p>
          </section>
          <section className="sec sec--first">
            <h2>{holdText.whoAndWhere}</h2>
            <dl className="hold-facts">
              <Fact name={holdText.agent}>
                <Words text={agent} />
              </Fact>
              <Fact name={holdText.session}>
                <Words text={session} />
              </Fact>
              {hold.plan_id !== null && (
                <Fact name={holdText.plan}>
                  <Words text={hold.plan_id} />
                </Fact>
              )}
              <Fact name={holdText.boundAction}>{holdText.none}</Fact>
            </dl>
          </section>
          <section className="sec">
            <h2>{holdText.whatAnswersDo}</h2>
            <div className="hold-answers">
              <AnswerBox
                icon="cross"
                name={holdText.cancel}
                effects={[holdText.toldToStop, holdText.nothingUndone]}
              />
              <AnswerBox
                icon="chevron-right"
                name={holdText.proceed}
                effects={[holdText.goesOn, holdText.eachCallDecided]}
              />
            </div>
          </section>
          <section className="sec">
            <h2>{holdText.whyHeld}</h2>
            <ul className="hold-why">
              {(reading?.why ?? []).map(why => (
                <li key={why}>{holdText.readInWords(heldWords(why, sentenceText))}</li>
              ))}
              <li>{holdText.goAheadWaits}</li>
            </ul>
          </section>
        </div>
      </section>
      <AnswerBar {...props} />
    </article>
  );
}

function AnswerBar({ facts, time, busy, problem, onAnswer }: HoldSheetProps): ReactNode {
  const armed = useArmed();
  const press = useWholePress(armed ? 1 : null);
  return (
    <section className="bar" aria-label={holdText.yourAnswer}>
      {problem !== null && (
        <p role="alert" className="bar-note text-danger">
          {problem}
        </p>
      )}
      <div className="bar-in">
        <Ring size={32} fraction={time.fraction} />
        <div className="bar-words">
          <b>{time.words}</b>
          <small>{holdText.noAnswerBy(clockTime(facts.hold.expires_at))}</small>
        </div>
        <div className="acts">
          <Button icon="cross" aria-disabled={busy} onClick={() => busy || onAnswer('Cancel')}>
            {holdText.cancel}
          </Button>
          <Button
            kind="primary"
            icon="chevron-right"
            busy={busy}
            aria-disabled={!armed}
            {...press.handlers}
            onClick={() => press.isWhole() && onAnswer('Proceed')}
          >
            {holdText.proceed}
          </Button>
        </div>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {time.announced}
      </p>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AnswerBox({
  icon,
  name,
  effects,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly effects: readonly string[];
}): ReactNode {
  return (
    <div className="panel hold-answer">
      <h3>
        <Icon name={icon} />
        {name}
      </h3>
      <ul>
        {effects.map(effect => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </div>
  );
}

/** Opens a long message where something was read in it: the end of a wall of text is not overlooked. */
function useFirstMark(message: string | null): RefObject<HTMLQuoteElement | null> {
  const quote = useRef<HTMLQuoteElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message has another first mark
  useLayoutEffect(() => {
    const element = quote.current;
    const first = element?.querySelector<HTMLElement>('.hold-mark');
    if (element === null || !first) return;
    const from = first.getBoundingClientRect().top - element.getBoundingClientRect().top;
    element.scrollTop += Math.max(0, from - element.clientHeight / 2);
  }, [message]);
  return quote;
}

/** The words line by line, with what was read in them underlined. What cannot be seen is written out. */
function Marked({ text, marks }: { readonly text: string; readonly marks: Marks }): ReactNode {
  let at = 0;
  return text.split('\n').map((line, index) => {
    const start = at;
    at += line.length + 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
      <span key={index}>
        {index > 0 && '\n'}
        {cutAt(piecesOf(line), start, marks).map(({ pieces, kind, from }) =>
          kind === null ? (
            <Pieces key={from} pieces={pieces} />
          ) : (
            <mark key={from} className={`hold-mark hold-mark--${kind}`}>
              <Pieces pieces={pieces} />
            </mark>
          ),
        )}
      </span>
    );
  });
}

function sizeWords(message: string): string {
  const bytes = new TextEncoder().encode(message).length;
  return holdText.complete(bytes);
}

function sourceWords(reading: HoldFacts['reading']): string {
  const kinds = new Set((reading?.marks ?? []).map(({ kind }) => kind));
  return [
    kinds.has('effect') ? holdText.underlinedOnly : holdText.messageOnly,
    ...(kinds.has('asks') ? [holdText.dottedHold] : []),
  ].join(' ');
}

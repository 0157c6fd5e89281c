import { evidenceWords, whyStopped } from '@countersign/card';
import type { RequestRepresentation, ShownMark, SimilarRequest } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { RiskGlyph, readRiskLevel, shortRiskWord } from '../design/risk-glyph.tsx';
import { notesWithin } from '../facts/mark-note.tsx';
import { whyPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { cardText } from '../language/english/card.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { DeclareTool } from './declare-tool.tsx';
import { Disclosure } from './disclosure.tsx';
import { MarkedBesides } from './marked-besides.tsx';
import { signalWords } from './signal-words.ts';

/** The rule in words, the signals, and how similar actions went before. */
export function WhyStopped({
  representation,
  marks,
  similar,
  toolName,
}: {
  readonly representation: RequestRepresentation;
  readonly marks: readonly ShownMark[];
  readonly similar: readonly SimilarRequest[];
  /** Null where the bytes of the action were erased. */
  readonly toolName: string | null;
}): ReactNode {
  const { policy_decision, request } = representation;
  const { signals } = request.risk;
  const rule = policy_decision.policy_rule_id;
  const why = whyStopped(request.reason, rule);
  // A fact that nearly every action has says nothing about this action.
  const telling = ['critical', 'high'].flatMap(level =>
    signals.filter(each => each.level === level),
  );
  return (
    <section className="sec sec--first" ref={useSeen(whyPart)}>
      <h2>{cardText.whyStopped}</h2>
      <div className="min-w-0">
        <p>
          {why.kind === 'rule'
            ? fill(cardText.rule, {
                rule: (
                  <Link to={`/policy?rule=${encodeURIComponent(rule)}`}>
                    <Words text={rule} />
                  </Link>
                ),
                reason: <Words text={why.reason ?? cardText.asksForApproval} />,
              })
            : why.kind === 'risk'
              ? cardText.stoppedByRisk(shortRiskWord(readRiskLevel(why.level)))
              : cardText.noRuleMatches}
        </p>
        {telling.length > 0 && (
          <ul className="whys">
            {telling.map(each => (
              // The same signal may be found twice.
              <li key={signals.indexOf(each)}>
                <RiskGlyph level={each.level} />
                <span>
                  <b>
                    <Words text={signalWords(each.signal).words} />
                  </b>
                  : <Words text={evidenceWords(each.evidence)} />
                </span>
                <ShowPlace
                  finding={signals.findIndex(
                    ({ signal, evidence }) => each.signal === signal && each.evidence === evidence,
                  )}
                  words={signalWords(each.signal).words}
                  marks={marks}
                />
              </li>
            ))}
          </ul>
        )}
        <MarkedBesides marks={marks} weighed={request.risk.level} />
        <Similar similar={similar} />
        {toolName !== null && signals.some(({ signal }) => signal === 'unknown_effect') && (
          <DeclareTool toolName={toolName} />
        )}
        {signals.length > telling.length && (
          <Disclosure summary={cardText.moreSignals(signals.length - telling.length)}>
            <ul className="grid gap-1">
              {signals
                .filter(each => !telling.includes(each))
                .map(each => (
                  <li key={signals.indexOf(each)} className="[overflow-wrap:anywhere]">
                    <Words text={signalWords(each.signal).words} />,{' '}
                    {shortRiskWord(each.level).toLowerCase()}: <Words text={each.evidence} />
                  </li>
                ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </section>
  );
}

/** Moves to the mark of a finding, where its place is known. */
function ShowPlace({
  finding,
  words,
  marks,
}: {
  readonly finding: number;
  readonly words: string;
  readonly marks: readonly ShownMark[];
}): ReactNode {
  if (!marks.some(({ findings }) => findings.includes(finding))) return null;
  return (
    <button
      type="button"
      className="why-show"
      aria-label={cardText.showWhere(words)}
      onClick={event => goToMark(event.currentTarget, finding)}
    >
      {cardText.show}
    </button>
  );
}

/** Marked lines are never folded, so the note of a mark is always on the page. */
function goToMark(from: HTMLElement, finding: number): void {
  const card = from.closest('.card-scroll');
  const note =
    card === null
      ? undefined
      : notesWithin(card).find(each => each.matches(`[data-findings~="${finding}"]`));
  note?.scrollIntoView({ block: 'center' });
  note?.focus({ preventScroll: true });
}

const approvedStates = new Set(['allowed', 'consumed', 'revoked']);

function Similar({ similar }: { readonly similar: readonly SimilarRequest[] }): ReactNode {
  if (similar.length === 0) return null;
  const rejected = similar.filter(({ status }) => status === 'denied');
  const approved = similar.filter(({ status }) => approvedStates.has(status)).length;
  const others = similar.length - rejected.length - approved;
  const counts = [
    approved > 0 ? cardText.countApproved(approved) : null,
    others > 0 ? cardText.countUndecided(others) : null,
  ].filter(words => words !== null);
  return (
    <div className="before">
      <span className="ticks" aria-hidden="true">
        {[...similar].reverse().map(({ approval_request_id, status }) => (
          <i
            key={approval_request_id}
            className={
              status === 'denied' ? 'rejected' : approvedStates.has(status) ? undefined : 'neither'
            }
          />
        ))}
      </span>
      <span>
        {fill(cardText.lastOnes(similar.length), {
          counts: (
            <>
              {counts.join(', ')}
              {rejected.length > 0 && (
                <>
                  {counts.length > 0 && ', '}
                  <Link
                    to={`/history/${encodeURIComponent(rejected[0]?.approval_request_id ?? '')}`}
                  >
                    {fill(cardText.countRejected, { count: rejected.length })}
                  </Link>
                </>
              )}
            </>
          ),
        })}
      </span>
    </div>
  );
}

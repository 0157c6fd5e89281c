import type { RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { durationWords } from '../decision/countdown.ts';
import { useSeen } from '../decision/seen.tsx';
import { StagePath } from '../decision/stage-path.tsx';
import { stageStops } from '../decision/stage-stops.ts';
import { Icon } from '../design/icon.tsx';
import { whoPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime, dateAndTime } from '../frame/time-words.ts';
import { useNow } from '../frame/use-now.ts';
import { cardText } from '../language/english/card.ts';
import { fill } from '../language/fill.ts';

interface WhoDecidesProps {
  readonly representation: RequestRepresentation;
  readonly eligibility: ViewAnswer['eligibility'];
  readonly shortCode: string | null;
  readonly me: string;
  readonly nameOf: (personId: string) => string;
}

export function WhoDecides(props: WhoDecidesProps): ReactNode {
  const { representation, eligibility, shortCode, me, nameOf } = props;
  const { request, status, receipts, entries } = representation;
  const within = durationWords(request.execute_within_seconds);
  const started = receipts[0];
  const runNote =
    started === undefined
      ? status === 'pending' || status === 'allowed'
        ? cardText.within(within)
        : cardText.didNotRun
      : clockTime(started.consumed_at);
  const now = new Date(useNow()).toISOString();
  const stops = stageStops({ representation, eligibility, me, nameOf, clockTime, runNote, now });
  const mine = status === 'pending' && eligibility.may_decide;
  const rejected = entries.find(({ decision }) => decision === 'deny');
  return (
    <section className="sec" ref={useSeen(whoPart)}>
      <h2>{cardText.whoDecides}</h2>
      <div className="min-w-0">
        <StagePath stops={stops} />
        {status === 'pending' && <CouldDecide people={eligibility.people} me={me} />}
        {rejected !== undefined && (
          <div className="quote mt-4">
            <div className="quote-head">
              <span>{cardText.reasonAsRead}</span>
            </div>
            <div className="quote-words">
              “<Words text={rejected.reason} />”
            </div>
          </div>
        )}
        {mine && eligibility.on_behalf_of !== undefined && (
          <div className="signs">
            <Icon name="people" />
            <p>
              <Words
                text={cardText.onBehalf(
                  eligibility.on_behalf_of.name ?? eligibility.on_behalf_of.person_id,
                  dateAndTime(eligibility.on_behalf_of.ends_at),
                )}
              />
            </p>
          </div>
        )}
        {mine && eligibility.self_confirm && (
          <div className="signs">
            <Icon name="info" />
            <p>
              {fill(cardText.samePerson, {
                lead: <b className="text-text">{cardText.ownAgent}</b>,
              })}
            </p>
          </div>
        )}
        {mine && eligibility.needs === 'webauthn' && shortCode !== null && (
          <div className="signs">
            <Icon name="passkey" />
            <p>
              {fill(cardText.passkeySigns, {
                lead: <b className="text-text">{cardText.passkeySignsLead}</b>,
                stage: (eligibility.stage_index ?? 0) + 1,
                code: shortCode,
                within: within,
              })}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

interface CouldDecideProps {
  readonly people: ViewAnswer['eligibility']['people'];
  readonly me: string;
}

/** The people who could decide the open stage, and who of them is away. */
function CouldDecide({ people, me }: CouldDecideProps): ReactNode {
  if (people.length === 0) {
    return <p className="could-decide">{cardText.noOneHere}</p>;
  }
  return (
    <p className="could-decide">
      {fill(cardText.couldDecide, {
        people: people.map(({ person_id, name, away_until }, at) => (
          <span key={person_id}>
            {at > 0 && ', '}
            {person_id === me ? (
              cardText.youLower
            ) : (
              <Words text={name ?? cardText.person(person_id.slice(-6))} />
            )}
            {away_until !== null && cardText.awayUntil(dateAndTime(away_until))}
          </span>
        )),
        away: people.every(({ away_until }) => away_until !== null) && cardText.everyoneAway,
      })}
    </p>
  );
}

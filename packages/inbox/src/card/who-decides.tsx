import type { RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { durationWords } from '../decision/countdown.ts';
import { useSeen } from '../decision/seen.tsx';
import { StagePath } from '../decision/stage-path.tsx';
import { stageStops } from '../decision/stage-stops.ts';
import { Icon } from '../design/icon.tsx';
import { whoPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime } from '../frame/time-words.ts';

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
        ? `within ${within}`
        : 'did not run'
      : clockTime(started.consumed_at);
  const stops = stageStops({ representation, eligibility, me, nameOf, clockTime, runNote });
  const mine = status === 'pending' && eligibility.may_decide;
  const rejected = entries.find(({ decision }) => decision === 'deny');
  return (
    <section className="sec" ref={useSeen(whoPart)}>
      <h2>Who decides</h2>
      <div className="min-w-0">
        <StagePath stops={stops} />
        {rejected !== undefined && (
          <div className="quote mt-4">
            <div className="quote-head">
              <span>Reason, as the agent reads it</span>
            </div>
            <div className="quote-words">
              “<Words text={rejected.reason} />”
            </div>
          </div>
        )}
        {mine && eligibility.self_confirm && (
          <div className="signs">
            <Icon name="info" />
            <p>
              <b className="text-text">You are confirming your own agent.</b> It is recorded as
              confirmed by the same person, never as an independent approval.
            </p>
          </div>
        )}
        {mine && eligibility.needs === 'webauthn' && shortCode !== null && (
          <div className="signs">
            <Icon name="passkey" />
            <p>
              <b className="text-text">Your passkey signs this one decision:</b> your answer, stage{' '}
              {(eligibility.stage_index ?? 0) + 1}, code {shortCode}, start within {within}. The
              signature is valid for nothing else.
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

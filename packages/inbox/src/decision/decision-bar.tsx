import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { Ring } from '../design/ring.tsx';
import { Words as WrittenOut } from '../facts/pieces.tsx';
import { decisionText } from '../language/english/decision.ts';
import { fill } from '../language/fill.ts';
import { type OtherWay, OtherWays } from './other-ways.tsx';
import type { PartState } from './seen-tracker.ts';
import type { Countdown } from './use-countdown.ts';
import type { Decision } from './use-decision.ts';
import { useWholePress } from './whole-press.ts';

/** It is loaded when a person rejects. */
const RejectForm = lazy(async () => {
  const { RejectForm: form } = await import('./reject-form.tsx');
  return { default: form };
});

interface DecisionBarProps {
  readonly decision: Decision;
  readonly parts: readonly PartState[];
  readonly countdown: Countdown;
  /** Clock time of the end. */
  readonly until: string;
  readonly agent: string;
  /** How many more rounds the case can have. */
  readonly roundsLeft: number | undefined;
  readonly passkey: boolean;
  readonly selfConfirm: boolean;
  /** Why it cannot be approved at all, whatever has been seen. */
  readonly blocked: string | null;
  /** What changed while the person looked. */
  readonly news: string | null;
  /** What this person can do besides approving and rejecting. */
  readonly ways: readonly OtherWay[];
  onNext(): void;
}

/** Approve and Reject, with what stands between the person and them. */
export function DecisionBar(props: DecisionBarProps): ReactNode {
  const { decision, countdown, passkey } = props;
  const { state } = decision;
  const [rejecting, setRejecting] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = props.ways.find(({ name }) => name === chosen);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const wasRejecting = useRef(false);
  useEffect(() => {
    if (wasRejecting.current && !rejecting) rejectButton.current?.focus();
    wasRejecting.current = rejecting;
  }, [rejecting]);
  const busy = state.phase === 'sending' || state.phase === 'passkey';
  const ring = <Ring size={32} fraction={countdown.fraction} />;
  return (
    <section
      className="bar"
      aria-label={rejecting ? decisionText.reject : (way?.label ?? decisionText.yourDecision)}
    >
      <Said {...props} />
      {rejecting ? (
        <Suspense fallback={<div className="bar-in">{ring}</div>}>
          <RejectForm
            agent={props.agent}
            time={ring}
            timeWords={countdown.words}
            passkey={passkey}
            busy={busy}
            roundsLeft={props.roundsLeft ?? 0}
            onBack={() => setRejecting(false)}
            onReject={decision.reject}
          />
        </Suspense>
      ) : way !== undefined ? (
        way.form({ time: ring, timeWords: countdown.words, onBack: () => setChosen(null) })
      ) : (
        <>
          {!busy && <OtherWays ways={props.ways} onChoose={setChosen} />}
          <div className="bar-in">
            {ring}
            <Words {...props} />
            <div className="acts">
              {!busy && (
                <Button
                  ref={rejectButton}
                  kind="reject"
                  icon="cross"
                  onClick={() => setRejecting(true)}
                >
                  {decisionText.reject}
                </Button>
              )}
              <Approve {...props} />
            </div>
          </div>
        </>
      )}
      <p className="visually-hidden" aria-live="polite">
        {countdown.announced}
      </p>
    </section>
  );
}

function Said({ decision, news }: DecisionBarProps): ReactNode {
  const { refusal, dismiss } = decision;
  if (refusal === null && news === null) return null;
  return (
    <div className="bar-note">
      {refusal !== null ? (
        <Notice kind="danger" alert>
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <b>{refusal.title}</b>
              <p>{refusal.detail}</p>
            </div>
            <IconButton icon="cross" label={decisionText.close} onClick={dismiss} />
          </div>
        </Notice>
      ) : (
        <Notice icon="reload">
          <span role="status">{news !== null && <WrittenOut text={news} />}</span>
        </Notice>
      )}
    </div>
  );
}

const pipsMax = 12;

function Words(props: DecisionBarProps): ReactNode {
  const { decision, parts, countdown, until, blocked, onNext } = props;
  const { phase } = decision.state;
  const seen = parts.filter(part => part.seen).length;
  const folded = parts.find(part => part.folded);
  const words = ((): ReactNode => {
    if (blocked !== null) return blocked;
    if (phase === 'passkey') return decisionText.waitingPasskey;
    if (phase === 'sending') return decisionText.waitingStore;
    if (phase === 'unseen') {
      return (
        <>
          <span className="pips" aria-hidden="true">
            {parts.slice(0, pipsMax).map(part => (
              <i key={part.id} className={part.seen ? undefined : 'missing'} />
            ))}
          </span>
          <span>{fill(decisionText.partsSeen, { seen: seen, count: parts.length })}</span>
          <button type="button" onClick={onNext}>
            {decisionText.goToNext}
          </button>
          {folded !== undefined && (
            <span className="on-phone">
              {fill(decisionText.nextIs, { part: <bdi>{folded.name}</bdi> })}
            </span>
          )}
        </>
      );
    }
    return decisionText.noAnswerBy(until);
  })();
  return (
    <div className="bar-words">
      <b>{countdown.words}</b>
      <small>{words}</small>
    </div>
  );
}

function Approve(props: DecisionBarProps): ReactNode {
  const { decision, parts, passkey, selfConfirm, blocked, onNext } = props;
  const { phase, turn } = decision.state;
  const verb = selfConfirm ? decisionText.confirm : decisionText.approve;
  const why = useId();
  const press = useWholePress(phase === 'ready' ? turn : null);
  if (phase === 'passkey' || phase === 'sending') {
    const sending =
      decision.state.decision === 'deny'
        ? decisionText.rejecting
        : selfConfirm
          ? decisionText.confirming
          : decisionText.approving;
    return (
      <Button className="btn--approve" busy>
        <Ring fraction={0.3} />
        {phase === 'passkey' ? decisionText.passkey : sending}
      </Button>
    );
  }
  const folded = parts.find(part => part.folded);
  if (phase === 'unseen' || blocked !== null) {
    const missing = parts.filter(part => !part.seen).map(part => part.name);
    const say =
      blocked === null && folded !== undefined ? (
        <>
          <span className="on-desk">
            {folded.name.length <= 16
              ? fill(selfConfirm ? decisionText.openToConfirm : decisionText.openToApprove, {
                  part: <bdi>{folded.name}</bdi>,
                })
              : verb}
          </span>
          <span className="on-phone">{decisionText.openTheNext}</span>
        </>
      ) : (
        verb
      );
    return (
      <>
        {/* A locked button does nothing, but the person who presses it wants to go on. */}
        <button
          type="button"
          className="btn btn--approve"
          aria-disabled="true"
          aria-describedby={why}
          onClick={blocked === null ? onNext : undefined}
        >
          <Icon name="lock" />
          {say}
        </button>
        <span id={why} className="visually-hidden">
          {blocked ?? decisionText.notSeenYet(missing.join(', '))}
        </span>
      </>
    );
  }
  const withPasskey = selfConfirm
    ? decisionText.confirmWithPasskey
    : decisionText.approveWithPasskey;
  const label = passkey ? withPasskey : verb;
  const icon = passkey ? 'passkey' : 'check';
  if (phase === 'arming') {
    return (
      <Button
        className="btn--approve"
        data-state="arming"
        aria-disabled="true"
        icon={icon}
        {...press.handlers}
      >
        {label}
      </Button>
    );
  }
  return (
    <Button
      className="btn--approve"
      kind="primary"
      icon={icon}
      {...press.handlers}
      onClick={() => press.isWhole() && decision.approve()}
    >
      {label}
    </Button>
  );
}

import type { ActionBinding } from '@countersign/protocol/action';
import { canonicalize } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useWholePress } from '../decision/whole-press.ts';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { Icon, Mark } from '../design/icon.tsx';
import { Ring } from '../design/ring.tsx';
import { Risk } from '../design/risk-glyph.tsx';
import { useArmed } from '../design/use-armed.ts';
import { CodeBlock } from '../facts/code-block.tsx';
import { piecesOf } from '../facts/piece.ts';
import { Pieces } from '../facts/pieces.tsx';
import { holdText } from '../language/english/hold.ts';
import { fill } from '../language/fill.ts';
import '../facts/facts.css';
import './hold.css';

export type ConfirmationChoice = 'Proceed' | 'Cancel';

interface ConfirmationCardProps {
  /** What the agent said: quoted as it is, or, where only a digest of it is kept, what was understood of it. */
  readonly message: string;
  /** Whether the words are the agent's own or what was read from them. */
  readonly message_is?: 'quoted' | 'understood';
  /** What would run, where an action is bound already; its facts come from it and never from the message. */
  readonly action: ActionBinding | null;
  readonly risk_level: RiskLevel;
  /** Who wrote it, in which session, and what was understood of it. */
  readonly about?: {
    readonly agent: string | null;
    readonly session: string;
    readonly intent: string;
  };
  /** Whether the facts are unfolded from the start. */
  readonly show_details: boolean;
  readonly time?: { readonly words: string; readonly fraction: number };
  readonly busy?: boolean;
  /** Why the answer did not count, where it did not. */
  readonly problem?: string | null;
  onAnswer(choice: ConfirmationChoice): void;
}

function About({
  agent,
  session,
  intent,
  quoted,
}: NonNullable<ConfirmationCardProps['about']> & { readonly quoted: boolean }): ReactNode {
  const rows = [
    [holdText.agent, agent],
    [holdText.session, session],
    [holdText.seemsToWant, quoted ? intent : null],
  ] as const;
  return rows.map(([name, words]) =>
    words === null ? null : (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Pieces pieces={piecesOf(words)} />
        </dd>
      </div>
    ),
  );
}

/**
 * Asks inside a conversation whether an agent may go on. Two buttons and nothing to type. Proceed ends the halt and
 * approves no action: each call still gets its own decision (GT-9).
 */
export function ConfirmationCard(props: ConfirmationCardProps): ReactNode {
  const { message, action, risk_level, show_details, time, busy = false, problem = null } = props;
  const [details, setDetails] = useState(show_details);
  const title = useId();
  const armed = useArmed();
  const press = useWholePress(armed ? 1 : null);
  const quoted = (props.message_is ?? 'quoted') === 'quoted';
  return (
    <section className="hold" aria-labelledby={title}>
      <div className="hold-head">
        <Icon name="paused" />
        <b id={title} className="hold-title">
          {holdText.onHoldUntil}
        </b>
        <span className="hold-by">
          <Mark size={14} />
          Countersign
        </span>
        {time !== undefined && (
          <span className="time-left">
            <Ring fraction={time.fraction} />
            {time.words}
          </span>
        )}
      </div>
      <div className="hold-body">
        <p>{holdText.askedGoAhead}</p>
        {quoted && (
          <div className="quote hold-message">
            <div className="quote-head">
              <span>{holdText.agentWrote}</span>
              <Tag>{holdText.notVerified}</Tag>
            </div>
            <div className="quote-words">
              “<Pieces pieces={piecesOf(message)} />”
            </div>
          </div>
        )}
        <dl className="hold-facts">
          {props.about !== undefined && <About {...props.about} quoted={quoted} />}
          {!quoted && (
            <div>
              <dt>{holdText.seemsToWant}</dt>
              <dd>
                <Pieces pieces={piecesOf(message)} />
              </dd>
            </div>
          )}
          <div>
            <dt>{holdText.risk}</dt>
            <dd>
              <Risk level={risk_level} />
            </dd>
          </div>
          <div>
            <dt>{holdText.boundAction}</dt>
            <dd>
              {action === null ? (
                <>{fill(holdText.noneBut, { source: <small>{holdText.fromMessage}</small> })}</>
              ) : (
                <Pieces pieces={piecesOf(action.target.tool_name)} />
              )}
            </dd>
          </div>
        </dl>
        {action !== null && (
          <Button
            small
            className="mt-2"
            aria-expanded={details}
            onClick={() => setDetails(!details)}
          >
            {details ? holdText.hideDetails : holdText.showDetails}
          </Button>
        )}
        {action !== null && details && <BoundAction action={action} />}
        {problem !== null && (
          <p role="alert" className="mt-3 text-danger">
            {problem}
          </p>
        )}
      </div>
      <div className="hold-foot">
        <p>{fill(holdText.eachCall, { lead: <b>{holdText.proceedApprovesNothing}</b> })}</p>
        <div className="hold-acts">
          <Button icon="cross" aria-disabled={busy} onClick={() => props.onAnswer('Cancel')}>
            {holdText.cancel}
          </Button>
          <Button
            kind="primary"
            icon="chevron-right"
            busy={busy}
            aria-disabled={!armed}
            {...press.handlers}
            onClick={() => press.isWhole() && props.onAnswer('Proceed')}
          >
            {holdText.proceed}
          </Button>
        </div>
      </div>
    </section>
  );
}

function BoundAction({ action }: { readonly action: ActionBinding }): ReactNode {
  const text = useMemo(() => canonicalize(action), [action]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="hold-action" tabIndex={0} aria-label={holdText.boundAction}>
      <CodeBlock name="action" value={text} language="json" partId="hold" />
    </section>
  );
}

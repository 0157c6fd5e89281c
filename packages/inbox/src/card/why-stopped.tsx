import type { RequestRepresentation, SimilarRequest } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { whyPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { Link } from '../navigation/link.tsx';
import { DeclareTool } from './declare-tool.tsx';
import { Disclosure } from './disclosure.tsx';
import { signalWords } from './signal-words.ts';

/** The rule in words, the signals, and how similar actions went before. */
export function WhyStopped({
  representation,
  similar,
  toolName,
}: {
  readonly representation: RequestRepresentation;
  readonly similar: readonly SimilarRequest[];
  /** Null where the bytes of the action were erased. */
  readonly toolName: string | null;
}): ReactNode {
  const { policy_decision, request } = representation;
  const { signals } = request.risk;
  const rule = policy_decision.policy_rule_id;
  // What nearly every action has says nothing about this one.
  const telling = signals.filter(({ level }) => level === 'high' || level === 'critical');
  return (
    <section className="sec sec--first" ref={useSeen(whyPart)}>
      <h2>Why it was stopped</h2>
      <div className="min-w-0">
        <p>
          Rule{' '}
          <Link to={`/policy?rule=${encodeURIComponent(rule)}`}>
            <Words text={rule} />
          </Link>
          : <Words text={reasonWords(request.reason, rule)} />
        </p>
        {telling.length > 0 && (
          <ul className="whys">
            {telling.map(({ signal, level, evidence }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a signal may be found twice
              <li key={index}>
                <RiskGlyph level={level} />
                <span>
                  <b>
                    <Words text={signalWords(signal).words} />
                  </b>
                  : <Words text={evidence} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <Similar similar={similar} />
        {toolName !== null && signals.some(({ signal }) => signal === 'unknown_effect') && (
          <DeclareTool toolName={toolName} />
        )}
        {signals.length > telling.length && (
          <Disclosure
            summary={
              signals.length - telling.length === 1
                ? '1 more signal of low weight'
                : `${signals.length - telling.length} more signals of low weight`
            }
          >
            <ul className="grid gap-1">
              {signals
                .filter(each => !telling.includes(each))
                .map(({ signal, level, evidence }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a signal may be found twice
                  <li key={index} className="[overflow-wrap:anywhere]">
                    <Words text={signalWords(signal).words} />, {level}: <Words text={evidence} />
                  </li>
                ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </section>
  );
}

/** The reason without the id of the rule, which stands before it already. */
function reasonWords(reason: string, rule: string): string {
  const start = `rule ${rule} says require_approval`;
  if (reason === '' || reason === start) return 'it asks for approval.';
  return reason.startsWith(`${start}: `) ? reason.slice(start.length + 2) : reason;
}

const approvedStates = new Set(['allowed', 'consumed', 'revoked']);

function Similar({ similar }: { readonly similar: readonly SimilarRequest[] }): ReactNode {
  if (similar.length === 0) return null;
  const rejected = similar.filter(({ status }) => status === 'denied');
  const approved = similar.filter(({ status }) => approvedStates.has(status)).length;
  const others = similar.length - rejected.length - approved;
  const counts = [
    approved > 0 ? `${approved} approved` : null,
    others > 0 ? `${others} ended undecided` : null,
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
        {similar.length === 1 ? 'The last one' : `The last ${similar.length}`} of this agent with
        this tool: {counts.join(', ')}
        {rejected.length > 0 && (
          <>
            {counts.length > 0 && ', '}
            <Link to={`/history/${encodeURIComponent(rejected[0]?.approval_request_id ?? '')}`}>
              {rejected.length} rejected
            </Link>
          </>
        )}
      </span>
    </div>
  );
}

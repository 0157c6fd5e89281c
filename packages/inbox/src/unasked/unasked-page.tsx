import type { UnaskedRow } from '@countersign/client/people';
import { parseActionText } from '@countersign/protocol/action';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { CodeBlock } from '../facts/code-block.tsx';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { useShortcuts } from '../frame/shortcuts.ts';
import { dateAndTime } from '../frame/time-words.ts';
import { numberLocale } from '../language/chosen.ts';
import { unaskedText } from '../language/english/unasked.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { parseSearch } from '../queue/queue-search.ts';
import { SearchBox } from '../queue/search-box.tsx';
import { useUnasked } from './use-unasked.ts';
import '../card/card.css';
import '../facts/facts.css';
import '../queue/queue.css';
import '../policy/policy.css';
import '../people/people.css';
import './unasked.css';

/** What the policy allowed or denied without asking anyone, newest first. */
export function UnaskedPage(): ReactNode {
  const [text, setText] = useState('');
  const search = useDeferredValue(useMemo(() => parseSearch(text), [text]));
  const unasked = useUnasked(search);
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => box.current?.focus() });
  const { rows, problem, reload } = unasked;
  return (
    <div className="access">
      <header className="page-head access-head">
        <div>
          <PageHeading title={unaskedText.ranUnasked}>{unaskedText.ranUnasked}</PageHeading>
          <p>{unaskedText.about}</p>
        </div>
        <Link to="/history">{unaskedText.history}</Link>
      </header>
      <div className="unasked-search">
        <SearchBox
          box={box}
          label={unaskedText.search}
          placeholder="tool:shell agent:billing-bot"
          text={text}
          onText={setText}
        />
      </div>
      {rows === undefined ? (
        problem !== null && <RefusedPage problem={problem} onRetry={reload} />
      ) : (
        <ul className="unasked" aria-label={unaskedText.unaskedActions}>
          {rows.map(row => (
            <Unasked key={row.policy_decision_id} row={row} />
          ))}
        </ul>
      )}
      <Foot unasked={unasked} />
    </div>
  );
}

function Foot({ unasked }: { readonly unasked: ReturnType<typeof useUnasked> }): ReactNode {
  const { rows, looked, more, loading, lookFurther } = unasked;
  if (rows === undefined) return <p className="queue-foot">{unaskedText.loading}</p>;
  if (!more) {
    return rows.length === 0 ? <p className="queue-foot">{unaskedText.nothingMatches}</p> : null;
  }
  return (
    <div className="queue-foot">
      <p>
        {unaskedText.foundIn(
          rows.length.toLocaleString(numberLocale),
          looked.toLocaleString(numberLocale),
        )}
      </p>
      <Button small className="mt-2" busy={loading} onClick={lookFurther}>
        {unaskedText.lookBack}
      </Button>
    </div>
  );
}

function Unasked({ row }: { readonly row: UnaskedRow }): ReactNode {
  const { verdict, tool_name, agent_id, decided_at, risk_level, policy_rule_id, resource } = row;
  const allowed = verdict === 'allow';
  return (
    <li>
      <div className="unasked-row">
        <Icon name={allowed ? 'check' : 'cross'} />
        <b>
          <Words text={tool_name} />
        </b>
        {resource !== null && <Words text={resource} />}
        <span className="unasked-when">{dateAndTime(decided_at)}</span>
      </div>
      <p className="unasked-more">
        <RiskGlyph level={risk_level} />
        <span>
          {fill(unaskedText.decidedBy, {
            verdict: allowed ? unaskedText.allowed : unaskedText.denied,
            agent: <Words text={agent_id} />,
            rule: (
              <Link to={`/policy?rule=${encodeURIComponent(policy_rule_id)}`}>
                <Words text={policy_rule_id} />
              </Link>
            ),
          })}
        </span>
      </p>
      <Disclosure summary={unaskedText.whatIsKept}>
        <Kept row={row} />
      </Disclosure>
    </li>
  );
}

function Kept({ row }: { readonly row: UnaskedRow }): ReactNode {
  const { action_text, action_digest, reasons, kept, kept_until, values, policy_decision_id } = row;
  return (
    <div className="unasked-kept">
      <p>{keptWords(row)}</p>
      {reasons.map(reason => (
        <p key={reason}>
          <Words text={reason} />
        </p>
      ))}
      {action_text !== null && (
        <div className="panel">
          <CodeBlock
            name="Parameters"
            value={parametersOf(action_text)}
            language="text"
            partId={policy_decision_id}
          />
        </div>
      )}
      {kept !== null && values && kept_until !== null && (
        <p>{unaskedText.erasesAt(dateAndTime(kept_until))}</p>
      )}
      <p>
        {fill(unaskedText.digestOf, {
          digest: <code className="[overflow-wrap:anywhere]">{action_digest}</code>,
        })}
      </p>
    </div>
  );
}

function parametersOf(actionText: string): string {
  return JSON.stringify(parseActionText(actionText).parameters, null, 2);
}

/** What stays readable of the action, and why not more. */
function keptWords({ kept, values, action_text, resource }: UnaskedRow): string {
  if (kept === null) return unaskedText.keepsDigest;
  if (!values) return unaskedText.whoSees;
  if (kept === 'resource') {
    return resource === null ? unaskedText.noResource : unaskedText.keepsResource;
  }
  return action_text === null ? unaskedText.parametersErased : unaskedText.keepsParameters;
}

import type { RequestRow } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';
import { buttonClass, IconButton } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { Icon } from '../design/icon.tsx';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { useCopy } from '../design/use-copy.ts';
import { clockTime } from '../frame/time-words.ts';
import { connectText } from '../language/english/connect.ts';
import { Link } from '../navigation/link.tsx';
import { levelOfRow } from '../queue/row-level.ts';
import { type AgentKind, configText, programText, terminalText } from './connect-words.ts';

interface RunItProps {
  readonly kind: AgentKind;
  readonly guarded: string;
  readonly agent: string;
  readonly runs: boolean;
  readonly secret: string | null;
  readonly at: Date;
}

/** The key, the program, what to type, and the first call as it arrives. */
export function RunIt({ kind, guarded, agent, runs, secret, at }: RunItProps): ReactNode {
  const connection = { kind, guarded, agent, runs, origin: location.origin, secret: secret ?? '' };
  return (
    <>
      <div className="connect-head">
        <h2>{connectText.runIt}</h2>
        <span className="hint">{connectText.anyFolder}</span>
      </div>
      <div className="panel connect-key">
        {secret === null ? (
          <p>{connectText.shownBefore}</p>
        ) : (
          <CopyLine text={secret} label={connectText.key} />
        )}
        <p className="hint">{connectText.shownOnce}</p>
      </div>
      {kind === 'code' && <CopyBlock name="agent.mjs" text={programText(connection)} />}
      {kind === 'mcp' && <p className="hint">{connectText.gatewayLines}</p>}
      {kind === 'guard' && <p className="hint">{connectText.startAgain}</p>}
      <CopyBlock name="terminal" text={terminalText(connection)} />
      {kind === 'mcp' && (
        <>
          <p className="hint">{connectText.orOneServer}</p>
          <CopyBlock name="mcp.json" text={configText(connection)} />
        </>
      )}
      <FirstCall agent={agent} runs={runs} at={at} />
    </>
  );
}

function CopyBlock({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  const { said, copy } = useCopy(text);
  return (
    <section className="panel connect-block" aria-label={name}>
      <div className="panel-head">
        <code>{name}</code>
        <span className="copy-said" role="status">
          {said}
        </span>
        <IconButton icon="copy" label={connectText.copyName(name)} onClick={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line can be scrolled with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

/** Waits for the first request of the agent, and leads to it. */
function FirstCall({
  agent,
  runs,
  at,
}: {
  readonly agent: string;
  readonly runs: boolean;
  readonly at: Date;
}): ReactNode {
  const { data } = useResource(
    `first call ${agent}`,
    signal => api.listRequests({ agent_id: agent, limit: 50 }, { signal }),
    onAnyChange,
  );
  const rows = (data?.rows ?? []).filter(
    row => Date.parse(row.requested_at) >= at.getTime() - 1000,
  );
  const first = rows.at(-1);
  return (
    <section className="panel connect-calls" aria-label={connectText.firstCall}>
      <ol>
        <li data-done>
          <Icon name="check" />
          <b>{connectText.keyMade}</b>
          <time>{clockTime(at.toISOString())}</time>
          <small>{runs ? connectText.mayAskRun : connectText.mayAsk}</small>
        </li>
        <li {...(first === undefined ? {} : { 'data-done': '' })}>
          <Icon name={first === undefined ? 'clock' : 'check'} />
          <b role="status">
            {first === undefined ? connectText.waitingFirst : connectText.firstArrived}
          </b>
          {first !== undefined && <time>{clockTime(first.requested_at)}</time>}
          <small>
            {first === undefined ? connectText.runLines : connectText.from(first.agent_id)}
          </small>
        </li>
      </ol>
      {first !== undefined && <Arrived row={first} />}
    </section>
  );
}

function Arrived({ row }: { readonly row: RequestRow }): ReactNode {
  const waits = row.status === 'pending';
  return (
    <div className="connect-arrived">
      <RiskGlyph level={levelOfRow(row)} />
      <span>
        <b>
          <bdi>{row.title}</bdi>
        </b>
        <small>{stateWords(row)}</small>
      </span>
      <Link
        to={`/${waits ? 'requests' : 'history'}/${encodeURIComponent(row.approval_request_id)}`}
        className={buttonClass({ kind: 'primary' })}
      >
        {waits ? connectText.openRequest : connectText.seeHappened}
      </Link>
    </div>
  );
}

function stateWords({ status, eligible, execution }: RequestRow): string {
  if (status === 'pending') return eligible ? connectText.waitsForYou : connectText.waitsForAnother;
  if (execution === 'succeeded') return connectText.approvedRan;
  return status === 'denied' ? connectText.rejected : connectText.isState(status);
}

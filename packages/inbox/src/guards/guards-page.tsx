import type { GuardFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { CopyText } from '../design/copy-text.tsx';
import { Icon } from '../design/icon.tsx';
import { ColumnHeads, StateMark } from '../design/state-table.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { clockTime } from '../frame/time-words.ts';
import { useNow } from '../frame/use-now.ts';
import { guardsText } from '../language/english/guards.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { navigate, usePlace } from '../navigation/place.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { agentTitle, agoWords, checkWords, fixOf, looks, whyWords } from './guard-words.ts';
import { PauseDialog, type WantedPause } from './pause-dialog.tsx';
import '../policy/policy.css';
import './guards.css';

const columns = [
  guardsText.state,
  guardsText.agentAndMachine,
  guardsText.whyAndWhat,
  guardsText.lastCheck,
  guardsText.lastSeen,
];

/** Which machines have a guarded coding agent, and whether the guard is really in its way. */
export function GuardsPage(): ReactNode {
  return (
    <div className="state-page guards">
      <header className="page-head guards-head">
        <div>
          <PageHeading title={guardsText.agents}>{guardsText.agents}</PageHeading>
          <p>{guardsText.about}</p>
        </div>
        <Link to="/connect" className={buttonClass({ kind: 'primary' })}>
          <Icon name="plus" />
          {guardsText.connectAgent}
        </Link>
      </header>
      <Guards />
    </div>
  );
}

function Guards(): ReactNode {
  const { data, problem, reload } = useResource(
    'guards',
    signal => api.listGuards({ signal }),
    onAnyChange,
  );
  const { query } = usePlace();
  const now = useNow();
  if (data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  const { guards } = data;
  if (guards.length === 0) {
    return (
      <div className="state-none guards-none">
        <Icon name="shield-off" />
        <p>
          {fill(guardsText.connectOrRun, {
            lead: <b>{guardsText.noneGuarded}</b>,
            command: <code>countersign guard claude-code</code>,
          })}
        </p>
      </div>
    );
  }
  const wanted = wantedPause(query);
  const asked =
    wanted === null ? undefined : guards.find(each => each.agent_id === wanted.agent_id);
  return (
    <>
      <div className="guards-counts">
        <ul aria-label={guardsText.howMany}>
          {Object.entries(looks).map(([state, look]) => {
            const count = guards.filter(each => each.state === state).length;
            return count === 0 ? null : (
              <li key={state}>
                <StateMark look={look}>
                  {count} {look.word.toLowerCase()}
                </StateMark>
              </li>
            );
          })}
        </ul>
        <p>{guardsText.canaryAbout}</p>
      </div>
      <table className="state-table guard-table" aria-label={guardsText.machines}>
        <ColumnHeads names={columns} actions={guardsText.actions} />
        <tbody>
          {guards.map(guard => (
            <GuardRow key={guard.agent_id} guard={guard} now={now} reload={reload} />
          ))}
        </tbody>
      </table>
      {wanted !== null && asked === undefined && (
        <p role="alert" className="mt-4 text-danger">
          {fill(guardsText.noReport, { agent: <Words text={wanted.agent_id} /> })}
        </p>
      )}
      {wanted !== null && asked !== undefined && (
        <PauseDialog
          guard={asked}
          wanted={wanted}
          onPaused={({ pause }) => {
            const detail = pause === null ? '' : guardsText.endsByItself(clockTime(pause.ends_at));
            showToast({ kind: 'ok', title: guardsText.isPaused, detail });
            navigate('/agents', { replace: true });
            reload();
          }}
          onClose={() => navigate('/agents', { replace: true })}
        />
      )}
    </>
  );
}

/** What a terminal asks for in the address. Anyone can write an address, so that it only fills in a form. */
function wantedPause(query: string): (WantedPause & { readonly agent_id: string }) | null {
  const words = new URLSearchParams(query);
  const agent_id = words.get('pause');
  if (agent_id === null) return null;
  const minutes = Number(words.get('minutes'));
  const reason = (words.get('reason') ?? '').slice(0, 1000);
  return { agent_id, reason, minutes: Number.isInteger(minutes) && minutes > 0 ? minutes : 10 };
}

function GuardRow({
  guard,
  now,
  reload,
}: {
  readonly guard: GuardFacts;
  readonly now: number;
  reload(): void;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  const fix = fixOf(guard);
  const [why, ...more] = whyWords(guard, now);
  const isQuiet = guard.state === 'guarded';
  return (
    <tr data-opened={opened}>
      <td className="guard-cell-state">
        <StateMark look={looks[guard.state]} />
      </td>
      <td className="guard-who">
        <b>
          <Words text={agentTitle(guard)} />
        </b>
        <small>
          <span className="guard-machine">
            <Words text={guard.machine ?? guard.agent_id} />
          </span>
          {guard.owner_name !== null && (
            <>
              {' · '}
              <Words text={guard.owner_name} />
            </>
          )}
        </small>
      </td>
      <td className={isQuiet ? 'guard-why guard-why--quiet' : 'guard-why'}>
        {why !== undefined && <Words text={why} />}
        {more.map(line => (
          <small key={line}>
            <Words text={line} />
          </small>
        ))}
        {fix !== null && (
          <small className="guard-fix">
            {fill(guardsText.runThere, { command: <code>{fix}</code> })}
          </small>
        )}
      </td>
      <td className="guard-when">{checkWords(guard)}</td>
      <td className="guard-when">
        <span className="guard-narrow">{guardsText.lastSeenBefore}</span>
        {agoWords(guard.seen_at, now)}
      </td>
      <td className="guard-acts">
        {fix !== null && <CopyText text={fix} label={guardsText.copyFix} />}
        {guard.may_change && <GuardActs guard={guard} reload={reload} />}
        {fix !== null && (
          <Button
            small
            kind="plain"
            className="guard-narrow"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {opened ? guardsText.hideFix : guardsText.showFix}
          </Button>
        )}
      </td>
    </tr>
  );
}

function GuardActs({ guard, reload }: { readonly guard: GuardFacts; reload(): void }): ReactNode {
  const ask = useAsk();
  const { agent_id, state } = guard;
  const act = (what: () => Promise<unknown>, title: string): void =>
    ask.run(async () => {
      try {
        await what();
        showToast({ kind: 'ok', title, detail: agent_id });
      } catch (refused) {
        const detail = problemSentence(refused);
        showToast({ kind: 'refused', title: guardsText.nothingChanged, detail });
      }
      reload();
    });
  if (state === 'paused') {
    return (
      <Button
        small
        busy={ask.busy}
        aria-label={guardsText.endPauseOf(agent_id)}
        onClick={() => act(() => api.resumeGuard(agent_id), guardsText.pauseOver)}
      >
        {guardsText.endIt}
      </Button>
    );
  }
  if (state === 'not_seen') {
    return (
      <Button
        small
        busy={ask.busy}
        aria-label={guardsText.forgetName(agent_id)}
        onClick={() => act(() => api.forgetGuard(agent_id), guardsText.offTheList)}
      >
        {guardsText.forget}
      </Button>
    );
  }
  return null;
}

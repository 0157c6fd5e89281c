import type {
  HouseRequestOpened,
  PolicyFacts,
  PolicyFile,
  PolicyReplay,
} from '@countersign/client/people';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Words } from '../facts/pieces.tsx';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { replayText } from '../language/english/replay.ts';
import { fill } from '../language/fill.ts';
import { pastApi } from '../unasked/past-api.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { DraftEditor } from './draft-editor.tsx';
import { type DraftFiles, fromFolder, isSame } from './draft-files.ts';
import { ReplayResult } from './replay-result.tsx';
import { rejectedOf } from './replay-words.ts';
import './replay.css';

const days = 30;
/** As many as the server evaluates at once. */
const limit = 2000;

export interface Replaying {
  readonly draft: DraftFiles;
  readonly answer: { readonly of: DraftFiles; readonly replay: PolicyReplay } | null;
  /** What was rejected in the past, would now be allowed, and was opened here. */
  readonly opened: ReadonlySet<string>;
}

export function startReplaying(files: DraftFiles): Replaying {
  return { draft: files, answer: null, opened: new Set() };
}

interface ReplayProps {
  readonly policy: PolicyFacts;
  readonly state: Replaying;
  onState(state: Replaying): void;
}

/** The draft. Nothing here changes the policy in force. */
export function ReplayDraft({ policy, state, onState }: ReplayProps): ReactNode {
  const { draft } = state;
  const folder = useRef<HTMLInputElement>(null);
  const upload = async (list: FileList | null): Promise<void> => {
    const files = await Promise.all(
      [...(list ?? [])].map(async file => ({ name: file.name, text: await file.text() })),
    );
    const taken = fromFolder(files, policy.files);
    if (taken.length > 0) onState({ ...state, draft: taken });
  };
  return (
    <section aria-label={replayText.draft} className="mt-4">
      <div className="replay-acts">
        <Button small onClick={() => folder.current?.click()}>
          {replayText.upload}
        </Button>
        <input
          ref={folder}
          type="file"
          multiple
          accept=".yaml,.yml"
          className="visually-hidden"
          aria-label={replayText.policyFiles}
          tabIndex={-1}
          onChange={event => void upload(event.target.files)}
        />
        <Button small icon="download" onClick={() => draft.forEach(download)}>
          {replayText.download}
        </Button>
        {!isSame(draft, policy.files) && (
          <Button small kind="plain" onClick={() => onState({ ...state, draft: policy.files })}>
            {replayText.undoAll}
          </Button>
        )}
      </div>
      <DraftEditor
        draft={draft}
        inForce={policy.files}
        onDraft={next => onState({ ...state, draft: next })}
      />
    </section>
  );
}

function download({ name, text }: PolicyFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the bytes over by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** What the draft would have answered, and how to ask for it. */
export function ReplayAnswer({ policy, state, onState }: ReplayProps): ReactNode {
  const { draft, answer, opened } = state;
  const ask = useAsk();
  const [asked, setAsked] = useState<HouseRequestOpened | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const operates = useSession()?.roles.includes('operator') === true;
  const run = (): void =>
    ask.run(async () => {
      const found = await api.checkPolicy(draft);
      setProblems(found.problems);
      if (found.problems.length > 0) return;
      const replay = await pastApi.replayPolicy({ files: draft, limit, days });
      onState({ ...state, answer: { of: draft, replay }, opened: new Set() });
    });
  const isOld = answer !== null && !isSame(answer.of, draft);
  const unread =
    answer === null ? [] : rejectedOf(answer.replay).filter(({ id }) => !opened.has(id));
  const canPropose =
    operates && policy.governance !== null && answer !== null && !isSame(draft, policy.files);
  const propose = (): void =>
    ask.run(async () => setAsked(await withRecentProof(() => api.requestPolicy(draft))));
  const isLocked = isOld || unread.length > 0;
  return (
    <aside className="try" aria-label={replayText.replay}>
      <header>
        <h2>{fill(replayText.lastDays, { days: days })}</h2>
        <span>{replayText.nothingRecorded}</span>
      </header>
      <div className="try-acts">
        <Button small kind="primary" busy={ask.busy} onClick={run}>
          {replayText.replayDraft}
        </Button>
      </div>
      <ProblemNotice problem={ask.problem} />
      {problems.length > 0 && (
        <Notice kind="danger" alert>
          <b>{replayText.draftUnreadable}</b>
          <ul>
            {problems.map(problem => (
              <li key={problem}>
                <Words text={problem} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {answer !== null && (
        <ReplayResult
          replay={answer.replay}
          days={days}
          isOld={isOld}
          onOpened={id => onState({ ...state, opened: new Set([...opened, id]) })}
        />
      )}
      {canPropose && (
        <div className="replay-propose">
          <p className="replay-decides">{replayText.othersDecide}</p>
          <Button aria-disabled={isLocked} busy={ask.busy} onClick={propose}>
            {lockWords(isOld, unread.length)}
          </Button>
        </div>
      )}
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </aside>
  );
}

function lockWords(isOld: boolean, unread: number): string {
  if (isOld) return replayText.replayToPropose;
  return unread === 0 ? replayText.askInForce : replayText.openRejected(unread);
}

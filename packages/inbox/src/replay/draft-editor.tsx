import { type DiffRow, diffParts, diffRows } from '@countersign/card/diff';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Words } from '../facts/pieces.tsx';
import { replayText } from '../language/english/replay.ts';
import { fill } from '../language/fill.ts';
import { DiffLine } from '../shapes/diff-line.tsx';
import { changedFiles, type DraftFiles, withText } from './draft-files.ts';
import '../shapes/diff.css';

interface DraftEditorProps {
  readonly draft: DraftFiles;
  readonly inForce: DraftFiles;
  onDraft(draft: DraftFiles): void;
}

/** The documents of the draft, as text to edit and as a difference from what is in force. */
export function DraftEditor({ draft, inForce, onDraft }: DraftEditorProps): ReactNode {
  const [shows, setShows] = useState<'text' | 'changes'>('text');
  const [chosen, setChosen] = useState('');
  const id = useId();
  const open = draft.find(({ name }) => name === chosen) ?? draft[0];
  return (
    <div className="panel mt-4 draft">
      <div className="panel-head">
        {draft.length > 1 && shows === 'text' ? (
          <select
            className="field"
            aria-label={replayText.document}
            value={open?.name ?? ''}
            onChange={event => setChosen(event.target.value)}
          >
            {draft.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <label htmlFor={id}>
            <Words
              text={shows === 'text' ? (open?.name ?? replayText.noDocument) : replayText.changes}
            />
          </label>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons */}
        <span className="seg ml-auto" role="group" aria-label={replayText.draftAs}>
          <button
            type="button"
            aria-pressed={shows === 'changes'}
            onClick={() => setShows('changes')}
          >
            {replayText.changes}
          </button>
          <button type="button" aria-pressed={shows === 'text'} onClick={() => setShows('text')}>
            {replayText.wholeFile}
          </button>
        </span>
      </div>
      {shows === 'changes' ? (
        <Changes draft={draft} inForce={inForce} />
      ) : (
        open !== undefined && (
          <textarea
            id={id}
            rows={24}
            value={open.text}
            spellCheck={false}
            autoComplete="off"
            aria-label={replayText.textOf(open.name)}
            onChange={event => onDraft(withText(draft, open.name, event.target.value))}
          />
        )
      )}
    </div>
  );
}

function Changes({
  draft,
  inForce,
}: {
  readonly draft: DraftFiles;
  readonly inForce: DraftFiles;
}): ReactNode {
  const changed = changedFiles(draft, inForce);
  if (changed.length === 0) {
    return <p className="draft-none">{replayText.draftIsPolicy}</p>;
  }
  return changed.map(({ name, before, after }) => (
    <section key={name} aria-label={replayText.changesOf(name)}>
      <h2 className="draft-file">
        <Words text={name} />
      </h2>
      <FileChanges before={before} after={after} />
    </section>
  ));
}

function FileChanges({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): ReactNode {
  const parts = useMemo(() => {
    const text = (key: string, value: string) => ({ key, pointer: `/${key}`, value });
    const pair = { before: text('before', before), after: text('after', after) };
    const rows = diffRows({ kind: 'pairs', path: text('path', ''), pairs: [pair] });
    return diffParts(rows, () => false);
  }, [before, after]);
  return (
    <div className="diff-lines">
      {parts.map((part, index) =>
        part.kind === 'equal' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference have no other name
          <p key={index} className="draft-none">
            {fill(replayText.equalLines, { count: part.rows.length })}
          </p>
        ) : (
          part.rows.map((row: DiffRow, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a difference have no other name
            <DiffLine key={`${index} ${at}`} row={row} marks={[]} tokens={[]} />
          ))
        ),
      )}
    </div>
  );
}

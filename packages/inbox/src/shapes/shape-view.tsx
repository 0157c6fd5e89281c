import type { Shape } from '@countersign/card';
import { commandParts, joinWords, partWords, pointersShown, wordsAround } from '@countersign/card';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { CodeBlock } from '../facts/code-block.tsx';
import { languageOfTool } from '../facts/language.ts';
import { MarkNote } from '../facts/mark-note.tsx';
import { type Marks, marksAt } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { shapesText } from '../language/english/shapes.ts';
import { fill } from '../language/fill.ts';
import { DiffView } from './diff-view.tsx';
import { EffectList } from './effect-list.tsx';
import { MessageView } from './message-view.tsx';
import { RecordTable } from './record-table.tsx';
import { partOfShape } from './shape-part.ts';
import './marks.css';
import './message.css';

interface ShapeViewProps {
  readonly shape: Shape;
  readonly toolName: string;
  readonly marks: Marks;
}

/** The view of a shape: what the action is about, before everything else that is bound. */
export function ShapeView(props: ShapeViewProps): ReactNode {
  const pointers = pointersShown(props.shape);
  const seen = useSeen(factsPart);
  return (
    <>
      <OwnView {...props} />
      {pointers.length > 0 && (
        // Two actions with other keys are two actions.
        <p className="shape-from" ref={seen}>
          {fill(shapesText.readFrom, {
            keys: pointers.map((pointer, index) => (
              <Fragment key={pointer}>
                {index > 0 && ' '}
                <code>
                  <Words text={pointer.slice(1)} />
                </code>
              </Fragment>
            )),
          })}
        </p>
      )}
    </>
  );
}

function OwnView({ shape, toolName, marks }: ShapeViewProps): ReactNode {
  switch (shape.kind) {
    case 'command':
      return <CommandView command={shape.command} marks={marks} partId={partOfShape(shape)} />;
    case 'sql':
      return (
        <>
          <EffectList text={shape.sql.value} marks={marksAt(marks, shape.sql.pointer)} />
          <CodeBlock
            name={<Words text={shape.sql.key} />}
            value={shape.sql.value}
            pointer={shape.sql.pointer}
            language="sql"
            partId={partOfShape(shape)}
            marks={marksAt(marks, shape.sql.pointer)}
          />
        </>
      );
    case 'code':
      return (
        <CodeBlock
          name={<Words text={shape.code.key} />}
          value={shape.code.value}
          pointer={shape.code.pointer}
          language={languageOfTool(toolName)}
          partId={partOfShape(shape)}
          marks={marksAt(marks, shape.code.pointer)}
        />
      );
    case 'edit':
      return <DiffView edit={shape.edit} marks={marks} />;
    case 'records':
      return <RecordTable records={shape.records} marks={marks} />;
    case 'message':
      return <MessageView message={shape.message} marks={marks} />;
    default:
      return null;
  }
}

/** A command line in its parts, or a script in its lines. */
function CommandView({
  command,
  marks,
  partId,
}: {
  readonly command: Extract<Shape, { kind: 'command' }>['command'];
  readonly marks: Marks;
  readonly partId: string;
}): ReactNode {
  const { inner, text, pointer, words } = command;
  const shown = inner?.value ?? text;
  const breaks = useMemo(() => commandParts(shown).map(({ start }) => start), [shown]);
  const asides = useMemo(() => partWords(shown), [shown]);
  const name =
    inner !== null ? (
      <Words text={joinWords((words ?? []).slice(0, 2))} />
    ) : words === null ? (
      <Words text={pointer.slice(pointer.lastIndexOf('/') + 1)} />
    ) : (
      shapesText.quotedWords(words.length)
    );
  const around = [...wordsAround(command)].flatMap(([place, word]) =>
    marksAt(marks, place).map(mark => (
      <MarkNote key={`${place} ${mark.words}`} mark={mark} about={word === '' ? null : word} />
    )),
  );
  return (
    <>
      {around}
      <CodeBlock
        name={name}
        value={shown}
        pointer={pointer}
        language="shell"
        partId={partId}
        marks={marksAt(marks, inner?.pointer ?? pointer)}
        breaks={breaks}
        asides={asides}
      />
    </>
  );
}

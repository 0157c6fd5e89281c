import type { Message } from '@countersign/card';
import { type ReactNode, useId, useState } from 'react';
import { useFolded, useSeen } from '../decision/seen.tsx';
import { Button } from '../design/button.tsx';
import { CodeBlock } from '../facts/code-block.tsx';
import { MarkNote } from '../facts/mark-note.tsx';
import { type Marks, marksAt } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';

interface MessageViewProps {
  readonly message: Message;
  readonly marks: Marks;
}

type Recipient = Message['recipients'][number];
const fieldWords = { to: 'To', cc: 'Copy', bcc: 'Hidden copy' } as const;

/** Who gets it, its subject, and its text as text. */
export function MessageView({ message, marks }: MessageViewProps): ReactNode {
  const seen = useSeen(factsPart);
  const { recipients, subject, body } = message;
  return (
    <>
      <dl className="mail" ref={seen}>
        {(['to', 'cc', 'bcc'] as const).map(field => (
          <Recipients
            key={field}
            label={fieldWords[field]}
            recipients={recipients.filter(each => each.field === field)}
            marks={marks}
          />
        ))}
        {subject !== null && message.shown.includes(subject.pointer) && (
          <div>
            <dt>Subject</dt>
            <dd className="mail-subject">
              <Words text={subject.value} />
            </dd>
          </div>
        )}
      </dl>
      {body !== null && message.shown.includes(body.pointer) && (
        <CodeBlock
          name={<Words text={body.key} />}
          value={body.value}
          language="text"
          partId={factsPart}
          marks={marksAt(marks, body.pointer)}
        />
      )}
    </>
  );
}

const openMax = 12;
const endsShown = 3;

function Recipients({
  label,
  recipients,
  marks,
}: {
  readonly label: string;
  readonly recipients: readonly Recipient[];
  readonly marks: Marks;
}): ReactNode {
  const [open, setOpen] = useState(false);
  if (recipients.length === 0) return null;
  // The address alone and a list with one address are different bytes.
  const isListed = /\/\d+$/.test(recipients[0]?.pointer ?? '');
  const marked = recipients.filter(({ pointer }) => marksAt(marks, pointer).length > 0);
  const others = recipients.filter(each => !marked.includes(each));
  const folds = others.length > openMax && !open;
  const domains = new Set(
    recipients.flatMap(({ address }) => /@([\w.-]+)/.exec(address)?.[1] ?? []),
  );
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {(recipients.length > 1 || isListed) && (
          <p className="mail-counts">
            <b>{recipients.length.toLocaleString('en')}</b>{' '}
            {recipients.length === 1 ? 'person, in a list' : 'people'}
            {domains.size > 0 && (
              <>
                {' '}
                at <Words text={[...domains].slice(0, 4).join(', ')} />
                {domains.size > 4 && ` and ${domains.size - 4} more domains`}
              </>
            )}
          </p>
        )}
        <ul className="mail-people">
          {marked.map(each => (
            <Person key={`${each.pointer} ${each.address}`} recipient={each} marks={marks} />
          ))}
          {(folds ? others.slice(0, endsShown) : others).map(each => (
            <Person key={`${each.pointer} ${each.address}`} recipient={each} marks={marks} />
          ))}
          {folds && (
            <FoldedPeople count={others.length - 2 * endsShown} onOpen={() => setOpen(true)} />
          )}
          {folds &&
            others
              .slice(-endsShown)
              .map(each => (
                <Person key={`${each.pointer} ${each.address}`} recipient={each} marks={marks} />
              ))}
        </ul>
      </dd>
    </div>
  );
}

function FoldedPeople({ count, onOpen }: { readonly count: number; onOpen(): void }): ReactNode {
  useFolded(factsPart, useId());
  return (
    <li className="mail-fold">
      <b>{count.toLocaleString('en')} more not opened yet</b>
      <Button small onClick={onOpen} data-opens={factsPart}>
        Open all
      </Button>
    </li>
  );
}

function Person({
  recipient,
  marks,
}: {
  readonly recipient: Recipient;
  readonly marks: Marks;
}): ReactNode {
  const notes = marksAt(marks, recipient.pointer);
  const [first] = notes;
  return (
    <li>
      <code className={first === undefined ? undefined : `marked marked--${first.level}`}>
        <Words text={recipient.address} />
      </code>
      {notes.map(mark => (
        <MarkNote key={mark.words} mark={mark} />
      ))}
    </li>
  );
}

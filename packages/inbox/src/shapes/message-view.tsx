import {
  type Attachment,
  answersElsewhere,
  attachmentsOf,
  domainOf,
  homeDomainOf,
  type Message,
} from '@countersign/card';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { Icon } from '../design/icon.tsx';
import { CodeBlock } from '../facts/code-block.tsx';
import { Fold } from '../facts/folding.tsx';
import { MarkNote } from '../facts/mark-note.tsx';
import { type Marks, marksAt } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { numberLocale } from '../language/chosen.ts';
import { sentenceText } from '../language/english/sentence.ts';
import { shapesText } from '../language/english/shapes.ts';
import { fill } from '../language/fill.ts';

const { newRecipient } = sentenceText;

interface MessageViewProps {
  readonly message: Message;
  readonly marks: Marks;
}

type Recipient = Message['recipients'][number];
const fieldWords = {
  to: shapesText.to,
  cc: shapesText.copyTo,
  bcc: shapesText.hiddenCopy,
} as const;

/** Who gets it, its subject, and its text as text. */
export function MessageView({ message, marks }: MessageViewProps): ReactNode {
  const seen = useSeen(factsPart);
  const { recipients, subject, body } = message;
  const home = homeDomainOf(message);
  return (
    <>
      <dl className="mail" ref={seen}>
        {(['to', 'cc', 'bcc'] as const).map(field => (
          <Recipients
            key={field}
            label={fieldWords[field]}
            recipients={recipients.filter(each => each.field === field)}
            home={home}
            marks={marks}
          />
        ))}
        <Addresses message={message} marks={marks} />
        {subject !== null && message.shown.includes(subject.pointer) && (
          <div>
            <dt>{shapesText.subject}</dt>
            <dd className="mail-subject">
              <Marked found={subject} marks={marks} look="span" />
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
      <Attachments attachments={attachmentsOf(message)} />
    </>
  );
}

/** Who sends it, and where answers go. Both stand among the values as well. */
function Addresses({ message, marks }: MessageViewProps): ReactNode {
  const { from, answersTo } = message;
  const isElsewhere = answersElsewhere(message);
  return (
    <>
      {from !== null && (
        <div>
          <dt>{shapesText.from}</dt>
          <dd>
            <Marked found={from} marks={marks} look="code" />
          </dd>
        </div>
      )}
      {answersTo !== null && (
        <div className={isElsewhere ? 'mail-elsewhere' : undefined}>
          <dt>{shapesText.answersGoTo}</dt>
          <dd>
            <Marked found={answersTo} marks={marks} look="code" />
            {isElsewhere && (
              <p>
                <Icon name="warning" />
                {shapesText.otherDomain}
              </p>
            )}
          </dd>
        </div>
      )}
    </>
  );
}

/** One text with its marks. */
function Marked({
  found,
  marks,
  look: Look,
}: {
  readonly found: NonNullable<Message['from']>;
  readonly marks: Marks;
  readonly look: 'code' | 'span';
}): ReactNode {
  const notes = marksAt(marks, found.pointer);
  const [first] = notes;
  return (
    <>
      <Look className={first === undefined ? undefined : `marked marked--${first.level}`}>
        <Words text={found.value} />
      </Look>
      {notes.map(mark => (
        <MarkNote key={mark.words} mark={mark} />
      ))}
    </>
  );
}

/** The files by name, type and length. Their content stands among the values. */
function Attachments({ attachments }: { readonly attachments: readonly Attachment[] }): ReactNode {
  const seen = useSeen(factsPart);
  if (attachments.length === 0) return null;
  return (
    <ul ref={seen} className="mail-files" aria-label={shapesText.attachments}>
      {attachments.map(({ pointer, name, type, bytes }) => (
        <li key={pointer}>
          <Icon name="link" />
          <code>
            <Words text={name} />
          </code>
          <span>{type !== null && <Words text={type} />}</span>
          <span>
            {bytes === null
              ? shapesText.noLength
              : shapesText.bytes(bytes.toLocaleString(numberLocale))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const openMax = 12;
const endsShown = 3;

function Recipients({
  label,
  recipients,
  home,
  marks,
}: {
  readonly label: string;
  readonly recipients: readonly Recipient[];
  /** The domain that counts as inside. */
  readonly home: string | null;
  readonly marks: Marks;
}): ReactNode {
  if (recipients.length === 0) return null;
  // The address alone and a list with one address are different bytes.
  const isListed = /\/\d+$/.test(recipients[0]?.pointer ?? '');
  const listMarks = isListed
    ? marksAt(marks, (recipients[0]?.pointer ?? '').replace(/\/\d+$/, ''))
    : [];
  const marked = recipients.filter(({ pointer }) => marksAt(marks, pointer).length > 0);
  const others = recipients.filter(each => !marked.includes(each));
  const folds = others.length > openMax;
  const people = (some: readonly Recipient[]): ReactNode =>
    alikeNotes(some, marks).map(group => (
      <People key={`${group[0]?.pointer} ${group[0]?.address}`} recipients={group} marks={marks} />
    ));
  const middle = others.slice(endsShown, -endsShown);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {(recipients.length > 1 || isListed) && (
          <Counts recipients={recipients} home={home} marks={marks} />
        )}
        {listMarks.map(mark => (
          <MarkNote key={mark.words} mark={mark} />
        ))}
        <ul className="mail-people">
          {people(marked)}
          {people(folds ? others.slice(0, endsShown) : others)}
        </ul>
        {folds && (
          <>
            <Fold
              partId={factsPart}
              what={shapesText.moreNotOpened(middle.length.toLocaleString(numberLocale))}
              opens={shapesText.openPeople(middle.length.toLocaleString(numberLocale))}
              text={middle.map(({ address }) => address).join('\n')}
            >
              <SeenPeople>{people(middle)}</SeenPeople>
            </Fold>
            <ul className="mail-people">{people(others.slice(-endsShown))}</ul>
          </>
        )}
      </dd>
    </div>
  );
}

/** Opened people are something more to see. */
function SeenPeople({ children }: { readonly children: ReactNode }): ReactNode {
  const seen = useSeen(factsPart);
  return (
    <ul ref={seen} className="mail-people">
      {children}
    </ul>
  );
}

const domainsShown = 4;

/** How many people, how many of them inside and outside, and how many are new to this agent. */
function Counts({
  recipients,
  home,
  marks,
}: {
  readonly recipients: readonly Recipient[];
  readonly home: string | null;
  readonly marks: Marks;
}): ReactNode {
  const domains = recipients.map(({ address }) => domainOf(address));
  const inside = domains.filter(domain => domain !== null && domain === home).length;
  const elsewhere = [...new Set(domains.filter(domain => domain !== null && domain !== home))];
  const outside = domains.filter(domain => domain !== null && domain !== home).length;
  const fresh = recipients.filter(({ pointer }) =>
    marksAt(marks, pointer).some(({ words }) => words === newRecipient),
  ).length;
  const named = elsewhere.slice(0, domainsShown).join(', ');
  const rest = elsewhere.length - domainsShown;
  return (
    <ul className="mail-counts">
      <li>
        {fill(shapesText.people(recipients.length), {
          count: <b>{recipients.length.toLocaleString(numberLocale)}</b>,
        })}
      </li>
      {home !== null && (
        <li>
          {fill(shapesText.inside, {
            count: <b>{inside.toLocaleString(numberLocale)}</b>,
            home: <Words text={home} />,
          })}
        </li>
      )}
      {outside > 0 && (
        <li>
          {fill(shapesText.outside, {
            count: <b>{outside.toLocaleString(numberLocale)}</b>,
            domains: <Words text={named} />,
            more: rest > 0 && shapesText.moreDomains(rest.toLocaleString(numberLocale)),
          })}
        </li>
      )}
      {fresh > 0 && (
        <li>
          {fill(shapesText.newToAgent, { count: <b>{fresh.toLocaleString(numberLocale)}</b> })}
        </li>
      )}
    </ul>
  );
}

/** Neighbours of whom the same is said, together. Those without a note stand alone. */
function alikeNotes(recipients: readonly Recipient[], marks: Marks): (readonly Recipient[])[] {
  const said = ({ pointer }: Recipient): string =>
    marksAt(marks, pointer)
      .map(({ words }) => words)
      .join('\n');
  const groups: Recipient[][] = [];
  for (const each of recipients) {
    const [before] = groups.at(-1) ?? [];
    if (before !== undefined && said(each) !== '' && said(before) === said(each))
      groups.at(-1)?.push(each);
    else groups.push([each]);
  }
  return groups;
}

function People({
  recipients,
  marks,
}: {
  readonly recipients: readonly Recipient[];
  readonly marks: Marks;
}): ReactNode {
  const notes = marksAt(marks, recipients[0]?.pointer ?? '');
  const [first] = notes;
  return (
    <li className={recipients.length > 1 ? 'mail-alike' : undefined}>
      {recipients.map(({ pointer, address }) => (
        <code
          key={`${pointer} ${address}`}
          className={first === undefined ? undefined : `marked marked--${first.level}`}
        >
          <Words text={address} />
        </code>
      ))}
      {notes.map(mark => (
        <MarkNote key={mark.words} mark={mark} />
      ))}
    </li>
  );
}

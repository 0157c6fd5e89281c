import { domainOf, homeDomainOf, type Message, newRecipientWords } from '@countersign/card';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { CodeBlock } from '../facts/code-block.tsx';
import { Fold } from '../facts/folding.tsx';
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
  const marked = recipients.filter(({ pointer }) => marksAt(marks, pointer).length > 0);
  const others = recipients.filter(each => !marked.includes(each));
  const folds = others.length > openMax;
  const people = (some: readonly Recipient[]): ReactNode =>
    some.map(each => (
      <Person key={`${each.pointer} ${each.address}`} recipient={each} marks={marks} />
    ));
  const middle = others.slice(endsShown, -endsShown);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {(recipients.length > 1 || isListed) && (
          <Counts recipients={recipients} home={home} marks={marks} />
        )}
        <ul className="mail-people">
          {people(marked)}
          {people(folds ? others.slice(0, endsShown) : others)}
        </ul>
        {folds && (
          <>
            <Fold
              partId={factsPart}
              what={`${middle.length.toLocaleString('en')} more not opened yet`}
              opens={`Open all ${middle.length.toLocaleString('en')} people`}
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
    marksAt(marks, pointer).some(({ words }) => words === newRecipientWords),
  ).length;
  const named = elsewhere.slice(0, domainsShown).join(', ');
  const rest = elsewhere.length - domainsShown;
  return (
    <ul className="mail-counts">
      <li>
        <b>{recipients.length.toLocaleString('en')}</b>{' '}
        {recipients.length === 1 ? 'person, in a list' : 'people'}
      </li>
      {home !== null && (
        <li>
          <b>{inside.toLocaleString('en')}</b> inside <Words text={home} />
        </li>
      )}
      {outside > 0 && (
        <li>
          <b>{outside.toLocaleString('en')}</b> outside: <Words text={named} />
          {rest > 0 && ` and ${rest.toLocaleString('en')} more domains`}
        </li>
      )}
      {fresh > 0 && (
        <li>
          <b>{fresh.toLocaleString('en')}</b> new to this agent
        </li>
      )}
    </ul>
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

import type { Shape } from '@countersign/card';
import type { ShownStatus } from '@countersign/client/people';
import type { Shown } from '@countersign/protocol/view';
import type { ReactNode } from 'react';
import type { PartState } from '../decision/seen-tracker.ts';
import { FactPanel, type Form } from '../facts/fact-panel.tsx';
import { countValues, type FactNode } from '../facts/fact-tree.ts';
import type { HiddenReport } from '../facts/hidden-characters.ts';
import { HiddenNotice } from '../facts/hidden-notice.tsx';
import type { Marks } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import type { SentenceStretch } from '../facts/sentence.ts';
import { SentenceWords } from '../facts/sentence-words.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { cardText } from '../language/english/card.ts';

interface WhatWillRunProps {
  readonly shown: Shown;
  readonly status: ShownStatus;
  readonly sentence: { readonly text: string; readonly stretches: readonly SentenceStretch[] };
  readonly shape: Shape;
  readonly marks: Marks;
  readonly nodes: readonly FactNode[];
  readonly rest: readonly FactNode[];
  readonly longPointers: ReadonlySet<string>;
  readonly hidden: HiddenReport;
  readonly parts: readonly PartState[];
  readonly form: Form;
  readonly onForm: (form: Form) => void;
  readonly finding: boolean;
  readonly onFinding: (finding: boolean) => void;
  /** What stands between the sentence and the facts. */
  readonly children?: ReactNode;
}

const whatWords: Readonly<Record<ShownStatus, string>> = {
  pending: cardText.whatWillRun,
  allowed: cardText.whatWillRun,
  consumed: cardText.whatRan,
  denied: cardText.whatWasAsked,
  expired: cardText.whatWasAsked,
  cancelled: cardText.whatWasAsked,
  amended: cardText.whatWasAsked,
  revoked: cardText.whatWasAsked,
};

export function WhatWillRun(props: WhatWillRunProps): ReactNode {
  const { shown, status, sentence, nodes, rest, longPointers, hidden, parts, form, onForm } = props;
  const folded = parts.filter(part => part.folded);
  return (
    <>
      <p className="what">{whatWords[status]}</p>
      <PageHeading title={sentence.text} className="sentence">
        <SentenceWords stretches={sentence.stretches} />
      </PageHeading>
      <HiddenNotice report={hidden} />
      {props.children}
      <FactPanel
        action={shown.action}
        actionText={shown.actionText}
        audience={shown.request.audience}
        shortCode={shown.shortCode}
        nodes={rest}
        shape={props.shape}
        marks={props.marks}
        longPointers={longPointers}
        values={countValues(nodes)}
        unopened={folded.filter(({ id }) => id !== factsPart).length}
        groupFolded={folded.some(({ id }) => id === factsPart)}
        form={form}
        onForm={onForm}
        finding={props.finding}
        onFinding={props.onFinding}
      />
    </>
  );
}

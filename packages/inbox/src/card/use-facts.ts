import type { DisplayPart } from '@countersign/client/people';
import type { Shown } from '@countersign/protocol/view';
import { useMemo } from 'react';
import type { Part } from '../decision/seen-tracker.ts';
import { longValues } from '../facts/fact-items.ts';
import { besideParameters, type FactNode, parameterNodes } from '../facts/fact-tree.ts';
import { findHidden, type HiddenReport } from '../facts/hidden-characters.ts';
import { requiredParts } from '../facts/parts.ts';
import { namedPointers, type SentenceStretch, sentenceOf } from '../facts/sentence.ts';

export interface CardFacts {
  readonly sentence: { readonly text: string; readonly stretches: readonly SentenceStretch[] };
  readonly nodes: readonly FactNode[];
  readonly longPointers: ReadonlySet<string>;
  readonly hidden: HiddenReport;
  readonly parts: readonly Part[];
}

const nothing: CardFacts = {
  sentence: { text: '', stretches: [] },
  nodes: [],
  longPointers: new Set(),
  hidden: { characters: 0, values: 0, places: [] },
  parts: [],
};

/** Everything that is shown of an action, from its checked bytes and the sentence of the rule. */
export function useFacts(shown: Shown | null, parts: readonly DisplayPart[] | null): CardFacts {
  const template = JSON.stringify(parts);
  return useMemo(() => {
    if (shown === null) return nothing;
    const display = JSON.parse(template) as readonly DisplayPart[] | null;
    const inOrder = parameterNodes(shown.action, namedPointers(display));
    // A command is what runs: it comes before the values around it.
    const isBlock = ({ block }: FactNode) => block !== null;
    const nodes = [
      ...inOrder.filter(isBlock),
      ...inOrder.filter(node => !isBlock(node)),
      ...besideParameters(shown.action),
    ];
    return {
      sentence: sentenceOf(shown.action, display),
      nodes,
      longPointers: new Set(longValues(nodes).map(({ pointer }) => pointer)),
      hidden: findHidden(nodes),
      parts: requiredParts(nodes),
    };
  }, [shown, template]);
}

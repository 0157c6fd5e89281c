import { pointersShown, type Shape, shapeOf } from '@countersign/card';
import type { DisplayPart } from '@countersign/client/people';
import type { Shown } from '@countersign/protocol/view';
import { useMemo } from 'react';
import type { Part } from '../decision/seen-tracker.ts';
import { aroundCommand } from '../facts/around-command.ts';
import { isBinary } from '../facts/decoded-value.tsx';
import { longValues } from '../facts/fact-items.ts';
import { besideParameters, type FactNode, parameterNodes, without } from '../facts/fact-tree.ts';
import { findHidden, type HiddenReport } from '../facts/hidden-characters.ts';
import { requiredParts } from '../facts/parts.ts';
import { namedPointers, type SentenceStretch, sentenceOf } from '../facts/sentence.ts';
import { longPart } from '../shapes/shape-part.ts';

export interface CardFacts {
  readonly shape: Shape;
  /** What the view of the shape does not show itself. */
  readonly rest: readonly FactNode[];
  readonly sentence: { readonly text: string; readonly stretches: readonly SentenceStretch[] };
  readonly nodes: readonly FactNode[];
  readonly longPointers: ReadonlySet<string>;
  readonly hidden: HiddenReport;
  readonly parts: readonly Part[];
}

const nothing: CardFacts = {
  shape: { kind: 'plain' },
  rest: [],
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
    const isBlock = ({ block, text }: FactNode) => block !== null && !isBinary(text);
    const nodes = [
      ...inOrder.filter(isBlock),
      ...inOrder.filter(node => !isBlock(node)),
      ...besideParameters(shown.action),
    ];
    const shape = shapeOf(shown.action);
    const rest = without(nodes, new Set(pointersShown(shape)));
    return {
      shape,
      rest,
      sentence: sentenceOf(shown.action, display),
      nodes,
      longPointers: new Set(longValues(rest).map(({ pointer }) => pointer)),
      hidden: findHidden(nodes),
      parts: requiredParts(rest, longPart(shape), aroundCommand(rest, shape)),
    };
  }, [shown, template]);
}

import { findingWords, gravestLevel, whyStopped, whyWords } from '@countersign/card';
import { reversibilityOf } from '@countersign/protocol/request';
import { dim, green, red, type StyledText, text, yellow } from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import { type FactRow, rowLines } from './fact-lines.ts';
import type { Shown } from './read-shown.ts';

/** What stopped it: the reason and rule of the policy, the risk with its signals, and how such actions went before. */
export function whyLines({ facts, beside }: Shown, columns: number): StyledText[] {
  const { request, policy_decision } = facts;
  const why = whyStopped(request.reason, policy_decision.policy_rule_id);
  const level = request.risk.level;
  const look = level === 'critical' || level === 'high' ? red : level === 'medium' ? yellow : green;
  const isGraver = gravestLevel(level, ...beside.marks.map(mark => mark.level)) !== level;
  const found = request.risk.signals.toSorted(gravest).map(({ signal, level: each, evidence }) => ({
    key: '',
    depth: 0,
    value: [text`${dim(each.padEnd(8))} ${dataText(findingWords(signal, evidence))}`],
  }));
  const rows: FactRow[] = [
    { key: dim('reason'), depth: 0, value: [dataText(whyWords(why))] },
    ...(why.kind !== 'rule' ? [] : [{ key: dim('rule'), depth: 0, value: [dataText(why.rule)] }]),
    {
      key: dim('risk'),
      depth: 0,
      value: [
        text`${look(level)}${isGraver ? dim(' as the policy weighed it; what stands out is graver') : ''}`,
      ],
    },
    ...found,
    ...undoRow(policy_decision),
    ...(facts.change === null
      ? []
      : [
          {
            key: dim('new'),
            depth: 0,
            value: [text`"${dataText(facts.change)}" ${dim('says the agent')}`],
          },
        ]),
    { key: dim('before'), depth: 0, value: [similarWords(beside.similar)] },
  ];
  return rowLines(rows, { columns, indent: 2 });
}

const undo: Readonly<Record<string, string>> = {
  read_only: 'nothing to undo: it only reads',
  reversible: 'it can be undone',
  externally_reversible: 'it can be undone only with the help of others',
  irreversible: 'it cannot be undone, as far as is known',
};

/** How far the action can be reversed. Decisions of older versions do not record it. */
function undoRow(decision: Shown['facts']['policy_decision']): FactRow[] {
  const words = undo[reversibilityOf(decision) ?? ''];
  return words === undefined ? [] : [{ key: dim('undo'), depth: 0, value: [text`${words}`] }];
}

const levels = ['critical', 'high', 'medium', 'low'];

function gravest(one: { readonly level: string }, other: { readonly level: string }): number {
  return levels.indexOf(one.level) - levels.indexOf(other.level);
}

/** How actions of the same tool and agent ended. */
function similarWords(similar: Shown['beside']['similar']): StyledText {
  if (similar.length === 0) return dim('this agent has not asked for this tool before');
  const counts = new Map<string, number>();
  for (const { status } of similar) {
    const word = status === 'consumed' || status === 'allowed' ? 'approved' : status;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts]
    .map(([word, count]) => (similar.length === 1 ? word : `${count} ${word}`))
    .join(', ');
  const which = similar.length === 1 ? 'the last one' : `the last ${similar.length}`;
  return text`${dim(`${which} of this tool and agent:`)} ${words}`;
}

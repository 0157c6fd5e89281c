import { ApiProblem, type BatchAnswer } from '@countersign/client/people';
import { useEffect, useRef, useState } from 'react';
import { PasskeyRefused } from '../decision/passkey.ts';
import { refusalWords } from '../decision/refusal-words.ts';
import { showToast } from '../design/toast-list.ts';
import { problemSentence } from '../frame/problem-words.ts';
import { batchText } from '../language/english/batch.ts';
import { batchApi } from './batch-api.ts';
import { readBatchRows, type ShownRow } from './batch-rows.ts';
import { type BatchDecision, entriesFor, signBatch } from './sign-batch.ts';

export interface BatchDeciding {
  readonly busy: boolean;
  /** Why nothing was decided, in words; null where nothing was refused. */
  readonly refusal: string | null;
  decide(rows: readonly ShownRow[], decision: BatchDecision): void;
}

/** Decides the rows together: all of them or none. A row that changed refuses it, and is named. */
export function useBatchDecision(
  answer: BatchAnswer,
  personId: string,
  onDone: (settled: boolean) => void,
): BatchDeciding {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ceremony = useRef<AbortController | null>(null);
  useEffect(() => () => ceremony.current?.abort(), []);

  const send = async (rows: readonly ShownRow[], decision: BatchDecision): Promise<void> => {
    const over = new AbortController();
    ceremony.current = over;
    const { signal } = over;
    const { agent_id, tool_name } = answer;
    const fresh = await batchApi.getBatch({ agent_id, tool_name }, { signal });
    const now = new Map(readBatchRows(fresh).rows.map(row => [row.id, row]));
    const isSame = rows.every(row => now.get(row.id)?.shown.viewDigest === row.shown.viewDigest);
    if (!isSame || fresh.epoch !== answer.epoch || fresh.stage_index !== answer.stage_index) {
      setRefusal(batchText.changed);
      onDone(false);
      return;
    }
    const plain = entriesFor(fresh, rows, decision);
    const isSigned = decision.decision === 'allow' || fresh.signed_rejection;
    const sent = isSigned ? await signBatch(fresh, rows, plain, personId, signal) : plain;
    await batchApi.decideBatch(sent, { key: crypto.randomUUID() });
    const isAllow = decision.decision === 'allow';
    showToast({
      kind: 'ok',
      group: 'decision',
      title: (isAllow ? batchText.approved : batchText.rejected)(rows.length),
      detail: isAllow ? batchText.approvedDetail : batchText.rejectedDetail,
    });
    onDone(true);
  };

  return {
    busy,
    refusal,
    decide: (rows, decision) => {
      if (busy) return;
      setBusy(true);
      setRefusal(null);
      send(rows, decision)
        .catch((problem: unknown) => {
          setRefusal(wordsFor(problem, rows));
          onDone(false);
        })
        .finally(() => setBusy(false));
    },
  };
}

/** The row that refused the batch is named by its sentence, not by its id. */
function wordsFor(problem: unknown, rows: readonly ShownRow[]): string {
  if (problem instanceof PasskeyRefused) return refusalWords({ code: problem.code }).detail;
  if (!(problem instanceof ApiProblem)) return problemSentence(problem);
  const named = rows.find(({ id }) => problem.detail.startsWith(id));
  return named === undefined ? problemSentence(problem) : `${problem.title} ${named.title}`;
}

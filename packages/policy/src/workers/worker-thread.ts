// The program of a worker thread. It performs one job after the other and knows nothing of who asked.

import { parentPort, workerData } from 'node:worker_threads';
import { ProtocolError } from '@countersign/protocol/reason';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { type EvaluationJob, jobPerformer } from './evaluation-job.ts';
import type { JobAnswer, PlainRiskInputs } from './worker-wire.ts';

const grammar = await loadGrammars();
const plain = workerData as PlainRiskInputs;
const perform = jobPerformer({
  assessor: (settings: RiskSettings) => riskAssessor({ ...plain, settings, grammar }),
});

parentPort?.on('message', (job: EvaluationJob) => parentPort?.postMessage(answerTo(job)));
parentPort?.postMessage('ready');

function answerTo(job: EvaluationJob): JobAnswer {
  try {
    return { ok: true, value: perform(job) };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the evaluation failed';
    const code = error instanceof ProtocolError ? error.code : null;
    const path = error instanceof ProtocolError ? error.path : '';
    return { ok: false, code, path, message };
  }
}

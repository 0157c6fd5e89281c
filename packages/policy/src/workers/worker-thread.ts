// What a thread that evaluates does: one job after the other. It knows nothing of who asked.

import { workerData } from 'node:worker_threads';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { answerJobs } from './answer-jobs.ts';
import { type EvaluationJob, jobPerformer } from './evaluation-job.ts';
import type { PlainRiskInputs } from './worker-wire.ts';

const grammar = await loadGrammars();
const plain = workerData as PlainRiskInputs;

answerJobs<EvaluationJob>(
  jobPerformer({
    assessor: (settings: RiskSettings) => riskAssessor({ ...plain, settings, grammar }),
  }),
);

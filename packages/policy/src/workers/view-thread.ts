// The program of the thread that makes views. It loads no grammar, so it starts at once and stays small.

import { answerJobs } from './answer-jobs.ts';
import type { EvaluationKinds } from './evaluation-job.ts';
import { performView } from './perform-view.ts';

answerJobs<EvaluationKinds['view']['job']>(performView);

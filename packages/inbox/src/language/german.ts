import { german as sentence, germanSignals as signals } from '@countersign/card/german';
import { allowances } from './german/allowances.ts';
import { amend } from './german/amend.ts';
import { batch } from './german/batch.ts';
import { card } from './german/card.ts';
import { connect } from './german/connect.ts';
import { deadLetters } from './german/dead-letters.ts';
import { decision } from './german/decision.ts';
import { design } from './german/design.ts';
import { evidence } from './german/evidence.ts';
import { facts } from './german/facts.ts';
import { fileProblems } from './german/file-problems.ts';
import { firstRun } from './german/first-run.ts';
import { frame } from './german/frame.ts';
import { guards } from './german/guards.ts';
import { history } from './german/history.ts';
import { hold } from './german/hold.ts';
import { insights } from './german/insights.ts';
import { keys } from './german/keys.ts';
import { lock } from './german/lock.ts';
import { people } from './german/people.ts';
import { policy } from './german/policy.ts';
import { problem } from './german/problem.ts';
import { question } from './german/question.ts';
import { queue } from './german/queue.ts';
import { refusals } from './german/refusals.ts';
import { release } from './german/release.ts';
import { remedies } from './german/remedies.ts';
import { replay } from './german/replay.ts';
import { search } from './german/search.ts';
import { settings } from './german/settings.ts';
import { shapes } from './german/shapes.ts';
import { shortcuts } from './german/shortcuts.ts';
import { unasked } from './german/unasked.ts';
import { wayIn } from './german/way-in.ts';
import type { Translation } from './translation.ts';

export const german: Translation = {
  allowances,
  amend,
  batch,
  card,
  connect,
  deadLetters,
  decision,
  design,
  evidence,
  facts,
  fileProblems,
  firstRun,
  frame,
  guards,
  history,
  hold,
  insights,
  keys,
  lock,
  people,
  policy,
  problem,
  question,
  queue,
  refusals,
  remedies,
  release,
  replay,
  search,
  sentence,
  settings,
  shapes,
  shortcuts,
  signals,
  unasked,
  wayIn,
};

import { japanese as sentence, japaneseSignals as signals } from '@countersign/card/japanese';
import { allowances } from './japanese/allowances.ts';
import { amend } from './japanese/amend.ts';
import { batch } from './japanese/batch.ts';
import { card } from './japanese/card.ts';
import { connect } from './japanese/connect.ts';
import { deadLetters } from './japanese/dead-letters.ts';
import { decision } from './japanese/decision.ts';
import { design } from './japanese/design.ts';
import { evidence } from './japanese/evidence.ts';
import { facts } from './japanese/facts.ts';
import { fileProblems } from './japanese/file-problems.ts';
import { firstRun } from './japanese/first-run.ts';
import { frame } from './japanese/frame.ts';
import { guards } from './japanese/guards.ts';
import { history } from './japanese/history.ts';
import { hold } from './japanese/hold.ts';
import { insights } from './japanese/insights.ts';
import { keys } from './japanese/keys.ts';
import { lock } from './japanese/lock.ts';
import { people } from './japanese/people.ts';
import { policy } from './japanese/policy.ts';
import { problem } from './japanese/problem.ts';
import { question } from './japanese/question.ts';
import { queue } from './japanese/queue.ts';
import { refusals } from './japanese/refusals.ts';
import { release } from './japanese/release.ts';
import { remedies } from './japanese/remedies.ts';
import { replay } from './japanese/replay.ts';
import { search } from './japanese/search.ts';
import { settings } from './japanese/settings.ts';
import { shapes } from './japanese/shapes.ts';
import { shortcuts } from './japanese/shortcuts.ts';
import { unasked } from './japanese/unasked.ts';
import { wayIn } from './japanese/way-in.ts';
import type { Translation } from './translation.ts';

export const japanese: Translation = {
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

import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import { advisedMember, type Evaluation, parseAdvisorAnswer } from '@countersign/protocol/request';
import type { Context } from './context.ts';
import type { Advisor } from './ports.ts';

/** Questions that wait for one advisor at once. More are not asked, so that a slow advisor holds no memory. */
const questionsMax = 32;

/** What the wait for an advisor ends in at its deadline. No answer is equal to it. */
const tooLate = Symbol('too late');

/** The annotation under which a decision says which advisor was asked and did not raise it. */
const advisorNote = 'risk.advisor';

/**
 * What the advisor adds to an evaluation. Findings enter the context, and `evaluate` judges again with them. Without
 * findings the evaluation stays, with a note: an advisor that is late, fails, answers in another form or finds nothing
 * changes nothing (GT-12). The advisor is not asked about an action that is already denied.
 */
export async function withAdvice(
  context: Context,
  action: ActionBinding,
  evaluation: Evaluation,
  evaluate: (facts: JsonObject) => Promise<Evaluation>,
): Promise<Evaluation> {
  const { advisor } = context;
  if (advisor === undefined || evaluation.verdict === 'deny') return evaluation;
  const heard = await hear(context, advisor, action, evaluation.context);
  if ('silence' in heard) return noted(evaluation, `the advisor ${advisor.name} ${heard.silence}`);
  const { version, findings } = heard.answer;
  if (findings.length === 0) {
    return noted(evaluation, `the advisor ${advisor.name} (${version}) found nothing`);
  }
  return evaluate({
    ...evaluation.context,
    [advisedMember]: { advisor: advisor.name, version, findings },
  });
}

type Heard =
  | { readonly answer: ReturnType<typeof parseAdvisorAnswer> }
  | { readonly silence: string };

async function hear(
  { clock, memory }: Context,
  advisor: Advisor,
  action: ActionBinding,
  facts: JsonObject,
): Promise<Heard> {
  if (memory.questions >= questionsMax)
    return { silence: 'was not asked: too many questions wait for it' };
  memory.questions += 1;
  const late = new AbortController();
  const done = new AbortController();
  try {
    const answer = await Promise.race([
      advisor.advise({ action, context: facts }, late.signal),
      clock.pause(advisor.deadlineMilliseconds, done.signal).then(() => tooLate),
    ]);
    if (answer === tooLate)
      return { silence: `did not answer in ${advisor.deadlineMilliseconds} ms` };
    return { answer: parseAdvisorAnswer(answer) };
  } catch {
    return { silence: 'failed, or answered in another form' };
  } finally {
    memory.questions -= 1;
    late.abort();
    done.abort('ended');
  }
}

function noted(evaluation: Evaluation, note: string): Evaluation {
  const annotation = { kind: 'log' as const, policy_rule_id: advisorNote, note };
  return { ...evaluation, annotations: [...evaluation.annotations, annotation] };
}

import type { PolicyFacts } from '@countersign/client/people';
import { renderPlain, segmentText } from '@countersign/protocol/view';
import type { ReactNode } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { signalWords } from '../card/signal-words.ts';
import { durationWords } from '../decision/countdown.ts';
import { StagePath } from '../decision/stage-path.tsx';
import { Chip } from '../design/chip.tsx';
import { Icon } from '../design/icon.tsx';
import { Risk } from '../design/risk-glyph.tsx';
import { Words } from '../facts/pieces.tsx';
import { policyText } from '../language/english/policy.ts';
import { fill } from '../language/fill.ts';
import { chainStops } from './chain-list.tsx';
import type { Answer, AnsweringRule } from './read-answer.ts';
import { answerWords, stagesWords } from './rule-words.ts';

/** What the policy says to the tried action, and why. */
export function AnswerPanel({
  answer,
  policy,
}: {
  readonly answer: Answer;
  readonly policy: PolicyFacts;
}): ReactNode {
  const { verdict, risk, chain, rules, grounds, reasons, observed } = answer;
  const { word, icon, look } = answerWords[verdict];
  const [first = ''] = grounds;
  const decides = rules.find(({ id }) => id === first);
  const others = rules.filter(({ id }) => id !== first);
  const met = new Set(rules.map(({ id }) => id));
  const rest = policy.rules.filter(({ id, mode }) => mode === 'enforce' && !met.has(id));
  return (
    <section className="panel answer" aria-label={policyText.answer}>
      <div className="answer-head" role="status">
        <span className={`verdict verdict--${look}`}>
          <Icon name={icon} size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <b>{chain === null ? word : `${word}: ${stagesWords(chain.stages)}`}</b>
          <small>{appliedWords(rules.length, rules.length + rest.length)}</small>
        </div>
        <Risk level={risk.level} />
      </div>
      {decides === undefined ? (
        <div className="conds">
          <h3>
            {fill(policyText.decidesRule, {
              rule: (
                <code>
                  <Words text={first} />
                </code>
              ),
            })}
          </h3>
          {reasons.slice(0, 1).map(reason => (
            <p key={reason}>
              <Words text={reason} />
            </p>
          ))}
        </div>
      ) : (
        <Conditions title={policyText.decides} rule={decides} />
      )}
      {others.map(rule => (
        <Conditions key={rule.id} title={otherWords(rule, grounds)} rule={rule} />
      ))}
      {risk.signals.length > 0 && (
        <div className="conds">
          <h3>{policyText.whyRisk}</h3>
          <div className="signals">
            {risk.signals.map(({ signal, evidence }) => (
              <Chip key={`${signal} ${evidence}`} icon={signalWords(signal).icon}>
                <span title={renderPlain(segmentText(evidence))}>
                  <Words text={signalWords(signal).words} />
                </span>
              </Chip>
            ))}
          </div>
        </div>
      )}
      {observed.length > 0 && (
        <div className="conds">
          <h3>{policyText.observeMode}</h3>
          {observed.map(({ file, verdict: said }) => (
            <p key={file}>
              {fill(policyText.wouldHaveSaid, {
                file: <Words text={file} />,
                said: said ?? policyText.nothing,
              })}
            </p>
          ))}
        </div>
      )}
      {rest.length > 0 && (
        <div className="answer-rest">
          <Disclosure summary={restWords(rest.length)}>
            <ul>
              {rest.map(({ id, file }) => (
                <li key={`${file} ${id}`}>
                  <code className="rest-id">
                    <Words text={id} />
                  </code>
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
      {chain !== null && (
        <div className="answer-path">
          <StagePath
            stops={chainStops(chain, policyText.within(durationWords(answer.executeWithinSeconds)))}
          />
          <p>{policyText.noAnswerWithin(durationWords(answer.expiresInSeconds))}</p>
        </div>
      )}
    </section>
  );
}

function Conditions({
  title,
  rule,
}: {
  readonly title: string;
  readonly rule: AnsweringRule;
}): ReactNode {
  return (
    <div className="conds">
      <h3>
        {title}:{' '}
        <code>
          <Words text={rule.id} />
        </code>
      </h3>
      <ul>
        {rule.conditions.map(({ text, saw }) => (
          <li key={text}>
            <Icon name="check" size={14} />
            <code className="cond-text">
              <Words text={text} />
            </code>
            <span className="saw">
              <span className="visually-hidden">{policyText.saw}</span>
              <Words text={saw} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function otherWords({ id, outcome }: AnsweringRule, grounds: readonly string[]): string {
  if (outcome === null) return policyText.alsoConditions;
  return grounds.includes(id) ? policyText.alsoSame : policyText.alsoLess;
}

function appliedWords(applied: number, all: number): string {
  if (applied === 0) return policyText.noneApplies(all);
  return applied === 1 ? policyText.oneApplies(all) : policyText.someApply(applied, all);
}

function restWords(count: number): string {
  return policyText.doNotApply(count);
}

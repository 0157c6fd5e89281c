import type { PolicyFacts } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Tag } from '../design/chip.tsx';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { policyText } from '../language/english/policy.ts';
import { fill } from '../language/fill.ts';
import { answers, answerWords, type RuleLine, ruleLines } from './rule-words.ts';

/** The rules by their answer, strictest first. Those that the tried action meets are marked. */
export function RuleList({
  policy,
  matching,
}: {
  readonly policy: PolicyFacts;
  readonly matching: ReadonlySet<string>;
}): ReactNode {
  const silent = ruleLines(policy, null);
  return (
    <>
      {answers.map(answer => {
        const { word, about, icon, look } = answerWords[answer];
        const lines = ruleLines(policy, answer);
        return (
          <section key={answer} className="rules" aria-label={word}>
            <h2>
              <span className={`verdict verdict--${look}`}>
                <Icon name={icon} />
                {word}
              </span>
              <small className="rules-about">{about}</small>
            </h2>
            {lines.length === 0 ? (
              <p className="rules-none">{policyText.noRuleSays}</p>
            ) : (
              <Lines lines={lines} matching={matching} />
            )}
          </section>
        );
      })}
      {silent.length > 0 && (
        <section className="rules" aria-label={policyText.conditionRules}>
          <h2>
            <span className="verdict">
              <Icon name="plus" />
              {policyText.adds}
            </span>
            <small className="rules-about">{policyText.addsAbout}</small>
          </h2>
          <Lines lines={silent} matching={matching} />
        </section>
      )}
    </>
  );
}

function Lines({
  lines,
  matching,
}: {
  readonly lines: readonly RuleLine[];
  readonly matching: ReadonlySet<string>;
}): ReactNode {
  return (
    <ul>
      {lines.map(line => {
        const hit = matching.has(line.id);
        return (
          <li key={`${line.place} ${line.id}`} className="rule" data-hit={hit}>
            <div className="min-w-0">
              <b>
                <Words text={line.title} />
              </b>
              {hit && (
                <span className="rule-hit">
                  <Icon name="check" size={12} />
                  {policyText.matches}
                </span>
              )}
              {line.observing && (
                <span className="ml-2">
                  <Tag>{policyText.observeMode}</Tag>
                </span>
              )}
              <p>
                <Match line={line} />
              </p>
              {line.condition !== null && (
                <p>
                  {fill(policyText.when, {
                    condition: (
                      <code>
                        <Words text={line.condition} />
                      </code>
                    ),
                  })}
                </p>
              )}
            </div>
            <div className="min-w-0">
              <span className="rule-who">{line.who !== null && <Words text={line.who} />}</span>
              <code className="rule-id" title={line.place}>
                <Words text={line.id} />
              </code>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Match({ line }: { readonly line: RuleLine }): ReactNode {
  return line.match.map((part, index) =>
    typeof part === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a rule do not change
      <span key={index}>{part}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a rule do not change
      <code key={index}>
        <Words text={part.code} />
      </code>
    ),
  );
}

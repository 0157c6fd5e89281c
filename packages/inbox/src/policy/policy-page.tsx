import type { PolicyFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { policyText } from '../language/english/policy.ts';
import { fill } from '../language/fill.ts';
import {
  ReplayAnswer,
  ReplayDraft,
  type Replaying,
  startReplaying,
} from '../replay/replay-tab.tsx';
import { ChainList } from './chain-list.tsx';
import { DocumentList } from './document-list.tsx';
import { PendingChange } from './pending-change.tsx';
import { ProposalList } from './proposal-list.tsx';
import { RuleList } from './rule-list.tsx';
import { ToolList } from './tool-list.tsx';
import { TryAction } from './try-action.tsx';
import { usePolicy } from './use-policy.ts';
import '../card/card.css';
import '../facts/facts.css';
import '../decision/decision.css';
import './policy.css';

const tabNames = ['rules', 'chains', 'documents', 'tools', 'proposals', 'replay'] as const;
type TabName = (typeof tabNames)[number];

/** The part that the address names, where it names one. */
function tabOf(query: string): TabName {
  const wanted = new URLSearchParams(query).get('tab');
  return tabNames.find(name => name === wanted) ?? 'rules';
}
const noRules: ReadonlySet<string> = new Set();

/** The rules in force, and what they would say about an action. Nothing here changes them. */
export function PolicyPage(): ReactNode {
  const { data, problem, reload } = usePolicy();
  if (data !== undefined) return <Policy policy={data} stale={problem !== null} />;
  return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
}

function Policy({
  policy,
  stale,
}: {
  readonly policy: PolicyFacts;
  readonly stale: boolean;
}): ReactNode {
  const [tab, setTab] = useState<TabName>(() => tabOf(location.search));
  const [matching, setMatching] = useState(noRules);
  const [replaying, setReplaying] = useState<Replaying>(() => startReplaying(policy.files));
  const { rules, chains, files, defaults, observing, warnings, version } = policy;
  return (
    <div className="policy">
      <div className="policy-main">
        <header className="page-head">
          <PageHeading title={policyText.policy}>{policyText.policy}</PageHeading>
          <p>{fill(policyText.version, { version: <VersionName version={version} /> })}</p>
        </header>
        {stale && (
          <Notice kind="warn">
            {fill(policyText.stale, { lead: <b>{policyText.notUpToDate}</b> })}
          </Notice>
        )}
        {observing.length > 0 && (
          <Notice>
            {fill(policyText.observing, {
              lead: <b>{policyText.observeLead}</b>,
              files: <Words text={observing.join(', ')} />,
            })}
          </Notice>
        )}
        <PendingChange policy={policy} />
        {warnings.length > 0 && (
          <Notice kind="warn">
            <b>{policyText.probablyMistake}</b>
            <ul>
              {warnings.map(warning => (
                <li key={warning}>
                  <Words text={warning} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <Tabs<TabName>
          label={policyText.partsOfPolicy}
          className="policy-tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { name: 'rules', label: policyText.rules, count: rules.length + defaults.length },
            { name: 'chains', label: policyText.chains, count: chains.length },
            { name: 'documents', label: policyText.documents, count: files.length },
            { name: 'tools', label: policyText.tools },
            { name: 'proposals', label: policyText.proposals },
            { name: 'replay', label: policyText.replay },
          ]}
        >
          {tab === 'rules' && <RuleList policy={policy} matching={matching} />}
          {tab === 'chains' && <ChainList chains={chains} />}
          {tab === 'documents' && <DocumentList files={files} />}
          {tab === 'tools' && <ToolList />}
          {tab === 'proposals' && <ProposalList />}
          {tab === 'replay' && (
            <ReplayDraft policy={policy} state={replaying} onState={setReplaying} />
          )}
        </Tabs>
      </div>
      {tab === 'replay' ? (
        <ReplayAnswer policy={policy} state={replaying} onState={setReplaying} />
      ) : (
        <TryAction policy={policy} onMatching={setMatching} />
      )}
    </div>
  );
}

/** The versions that the documents state; the digest behind them is for machines. */
function VersionName({ version }: { readonly version: string }): ReactNode {
  const [name = version] = version.split('+');
  return (
    <span title={version}>
      <Words text={name} />
    </span>
  );
}

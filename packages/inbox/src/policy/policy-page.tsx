import type { PolicyFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
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

type TabName = 'rules' | 'chains' | 'documents' | 'tools' | 'proposals';
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
  const [tab, setTab] = useState<TabName>('rules');
  const [matching, setMatching] = useState(noRules);
  const { rules, chains, files, defaults, observing, warnings, version } = policy;
  return (
    <div className="policy">
      <div className="policy-main">
        <header className="page-head">
          <PageHeading title="Policy">Policy</PageHeading>
          <p>
            Version <VersionName version={version} />. The strictest rule that applies decides.
          </p>
        </header>
        {stale && (
          <Notice kind="warn">
            <b>Not up to date.</b> The server did not answer when this page last asked.
          </Notice>
        )}
        {observing.length > 0 && (
          <Notice>
            <b>Observe mode:</b> <Words text={observing.join(', ')} />. The answers of these
            documents are recorded but decide nothing.
          </Notice>
        )}
        <PendingChange policy={policy} />
        {warnings.length > 0 && (
          <Notice kind="warn">
            <b>Allowed, but probably a mistake</b>
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
          label="Parts of the policy"
          className="policy-tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { name: 'rules', label: 'Rules', count: rules.length + defaults.length },
            { name: 'chains', label: 'Chains', count: chains.length },
            { name: 'documents', label: 'Documents', count: files.length },
            { name: 'tools', label: 'Tools' },
            { name: 'proposals', label: 'Proposals' },
          ]}
        >
          {tab === 'rules' && <RuleList policy={policy} matching={matching} />}
          {tab === 'chains' && <ChainList chains={chains} />}
          {tab === 'documents' && <DocumentList files={files} />}
          {tab === 'tools' && <ToolList />}
          {tab === 'proposals' && <ProposalList />}
        </Tabs>
      </div>
      <TryAction policy={policy} onMatching={setMatching} />
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

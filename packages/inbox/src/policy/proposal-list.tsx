import type { PolicyProposal } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { CopyLine } from '../design/copy-text.tsx';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { Words } from '../facts/pieces.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { numberLocale } from '../language/chosen.ts';
import { policyText } from '../language/english/policy.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { pastApi } from '../unasked/past-api.ts';

/** What people approve again and again. Nothing here changes the policy. */
export function ProposalList(): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  return operates ? <Proposals /> : <p className="rules-none">{policyText.onlyOperators}</p>;
}

function Proposals(): ReactNode {
  const { data, problem, reload } = useResource('policy proposals', signal =>
    pastApi.policyProposals({ signal }),
  );
  if (data === undefined) {
    return problem === null ? (
      <p className="rules-none">{policyText.loading}</p>
    ) : (
      <RefusedPage problem={problem} onRetry={reload} />
    );
  }
  const { proposals, approvals_min, looked } = data;
  if (proposals.length === 0) {
    return (
      <p className="rules-none">
        {policyText.noneApproved(approvals_min, looked.toLocaleString(numberLocale))}
      </p>
    );
  }
  return (
    <>
      <p className="rules-none">{policyText.approvedEach}</p>
      <ul className="seen-tools" aria-label={policyText.proposals}>
        {proposals.map(proposal => (
          <Proposal key={proposal.action_digest} proposal={proposal} />
        ))}
      </ul>
    </>
  );
}

function Proposal({ proposal }: { readonly proposal: PolicyProposal }): ReactNode {
  const { title, agent_id, approvals, first_at, last_at, risk_level } = proposal;
  const { policy_rule_id, condition, last_request_id } = proposal;
  return (
    <li>
      <div className="seen-tool">
        <RiskGlyph level={risk_level} />
        <b>
          <Words text={title} />
        </b>
        <Link to={`/history/${encodeURIComponent(last_request_id)}`}>
          {policyText.latestRequest}
        </Link>
      </div>
      <p>
        {fill(policyText.approvedTimes, {
          agent: <Words text={agent_id} />,
          times: approvals,
          first: dateAndTime(first_at),
          last: dateAndTime(last_at),
          rule: (
            <Link to={`/policy?rule=${encodeURIComponent(policy_rule_id)}`}>
              <Words text={policy_rule_id} />
            </Link>
          ),
        })}
      </p>
      {condition !== null && <CopyLine text={condition} label={policyText.condition} />}
    </li>
  );
}

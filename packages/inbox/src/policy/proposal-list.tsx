import type { PolicyProposal } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { CopyLine } from '../evidence/copy-line.tsx';
import { Words } from '../facts/pieces.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { Link } from '../navigation/link.tsx';
import { pastApi } from '../unasked/past-api.ts';

/** What people approve again and again. Nothing here changes the policy. */
export function ProposalList(): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  return operates ? (
    <Proposals />
  ) : (
    <p className="rules-none">Only operators see proposals, because operators change the policy.</p>
  );
}

function Proposals(): ReactNode {
  const { data, problem, reload } = useResource('policy proposals', signal =>
    pastApi.policyProposals({ signal }),
  );
  if (data === undefined) {
    return problem === null ? (
      <p className="rules-none">Loading …</p>
    ) : (
      <RefusedPage problem={problem} onRetry={reload} />
    );
  }
  const { proposals, approvals_min, looked } = data;
  if (proposals.length === 0) {
    return (
      <p className="rules-none">
        No action was approved {approvals_min} times without a rejection among the latest{' '}
        {looked.toLocaleString('en')} decided requests.
      </p>
    );
  }
  return (
    <>
      <p className="rules-none">
        People approved each of these actions every time. Nothing changes by itself. To stop asking,
        narrow the rule with the condition.
      </p>
      <ul className="seen-tools" aria-label="Proposals">
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
        <Link to={`/history/${encodeURIComponent(last_request_id)}`}>The latest request</Link>
      </div>
      <p>
        Agent <Words text={agent_id} />, approved {approvals} times and never rejected,{' '}
        {dateAndTime(first_at)} to {dateAndTime(last_at)}. Asked by the rule{' '}
        <Link to={`/policy?rule=${encodeURIComponent(policy_rule_id)}`}>
          <Words text={policy_rule_id} />
        </Link>
        .
      </p>
      {condition !== null && <CopyLine text={condition} label="condition" />}
    </li>
  );
}

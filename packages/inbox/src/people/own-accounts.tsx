import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { CopyLine } from '../evidence/copy-line.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';

/** Accounts elsewhere that are this person too. Only what this server is connected to is offered. */
export function OwnAccounts(): ReactNode {
  const { data: ways } = useResource('sign-in-ways', signal => api.signInWays({ signal }));
  if (ways === undefined || !(ways.oidc || ways.slack)) return null;
  return (
    <section className="access-add" aria-labelledby="own-accounts">
      <h2 id="own-accounts" className="label">
        Your other accounts
      </h2>
      <p>What you do with a linked account counts as done by you.</p>
      {ways.oidc && <OrganisationAccount />}
      {ways.slack && <SlackAccount />}
    </section>
  );
}

function OrganisationAccount(): ReactNode {
  const ask = useAsk();
  const link = (): void =>
    ask.run(async () => {
      const { location } = await withRecentProof(() => api.linkOidc('/people'));
      window.location.assign(location);
    });
  return (
    <>
      <Button className="mt-3" busy={ask.busy} onClick={link}>
        Link the account at your organisation
      </Button>
      <ProblemNotice problem={ask.problem} />
    </>
  );
}

function SlackAccount(): ReactNode {
  const ask = useAsk();
  const [command, setCommand] = useState<string | null>(null);
  const link = (): void =>
    ask.run(async () => {
      const made = await withRecentProof(() => api.linkSlack());
      setCommand(made.command);
    });
  if (command !== null) {
    return (
      <Notice>
        <b>Type this in Slack, within ten minutes.</b> It works once, and links the account that
        types it. Do not share it.
        <CopyLine text={command} label="command for Slack" />
      </Notice>
    );
  }
  return (
    <>
      <Button className="mt-3" busy={ask.busy} onClick={link}>
        Link a Slack account
      </Button>
      <ProblemNotice problem={ask.problem} />
    </>
  );
}

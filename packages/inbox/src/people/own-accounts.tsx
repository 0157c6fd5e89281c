import type { LinkableChannel, LinkStep } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { makeBrowserKey } from '../data/browser-key.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { Notice } from '../design/notice.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { peopleText } from '../language/english/people.ts';
import { fill } from '../language/fill.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';

/** Accounts of this person in other systems. The page offers only systems that this server is connected to. */
export function OwnAccounts(): ReactNode {
  const { data: ways } = useResource('sign-in-ways', signal => api.signInWays({ signal }));
  if (ways === undefined || (!ways.oidc && ways.channels.length === 0)) return null;
  return (
    <section className="access-add" aria-labelledby="own-accounts">
      <h2 id="own-accounts" className="label">
        {peopleText.otherAccounts}
      </h2>
      <p>{peopleText.linkedCounts}</p>
      {ways.oidc && <OrganisationAccount />}
      {ways.channels.map(channel => (
        <ChannelAccount key={channel.name} channel={channel} />
      ))}
    </section>
  );
}

function OrganisationAccount(): ReactNode {
  const ask = useAsk();
  const link = (): void =>
    ask.run(async () => {
      const { key_digest, keepAway } = await makeBrowserKey();
      await keepAway();
      const { location } = await withRecentProof(() =>
        api.linkOidc({ return_to: '/people', key_digest }),
      );
      window.location.assign(location);
    });
  return (
    <>
      <Button className="mt-3" busy={ask.busy} onClick={link}>
        {peopleText.linkOrganisation}
      </Button>
      <ProblemNotice problem={ask.problem} />
    </>
  );
}

function ChannelAccount({ channel }: { readonly channel: LinkableChannel }): ReactNode {
  const ask = useAsk();
  const [details, setDetails] = useState<Readonly<Record<string, string>>>({});
  const [step, setStep] = useState<LinkStep | null>(null);
  const link = (): void =>
    ask.run(async () => {
      setStep(await withRecentProof(() => api.linkAccount(channel.name, details)));
    });
  if (step !== null) {
    return (
      <Notice>
        {fill(peopleText.worksOnce, {
          instruction: <b>{step.instruction}</b>,
          command: step.copy !== null && (
            <CopyLine text={step.copy} label={peopleText.commandFor(channel.title)} />
          ),
        })}
      </Notice>
    );
  }
  return (
    <>
      {channel.details.map(({ name, label }) => (
        <label key={name} className="label mt-3">
          {label}
          <input
            className="field"
            autoComplete="off"
            value={details[name] ?? ''}
            onChange={({ target }) => setDetails({ ...details, [name]: target.value })}
          />
        </label>
      ))}
      <Button className="mt-3" busy={ask.busy} onClick={link}>
        {peopleText.linkAccount(channel.title)}
      </Button>
      <ProblemNotice problem={ask.problem} />
    </>
  );
}

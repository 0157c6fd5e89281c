import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { makeBrowserKey } from '../data/browser-key.ts';
import { readSession, setSession } from '../data/session.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { wayInText } from '../language/english/way-in.ts';
import { answerWithPasskey } from './passkey.ts';
import { useProofAsked } from './step-up.ts';
import { useAsk } from './use-ask.ts';

/** Asks the person to prove their presence again, before something that an old session is not enough for. */
export function StepUpDialog(): ReactNode {
  const asked = useProofAsked();
  const ask = useAsk();
  if (asked === null) return null;
  const prove = (): void =>
    ask.run(async () => {
      setSession(await api.stepUp(await answerWithPasskey(await api.stepUpOptions())));
      asked.prove();
    });
  const goToProvider = (): void =>
    ask.run(async () => {
      const key = await makeBrowserKey();
      await key.keepAway();
      const return_to = location.pathname + location.search;
      const { key_digest } = key;
      const { location: provider } = await api.stepUpOidc({ return_to, key_digest });
      location.assign(provider);
    });
  return (
    <Dialog title={wayInText.confirmYou} open onClose={asked.decline}>
      <p className="mt-1 text-text-2">{wayInText.changesAccess}</p>
      {ask.problem !== null && (
        <div className="mt-4">
          <Notice kind="danger" alert>
            <b>{explainProblem(ask.problem).title}</b>
            <p>{explainProblem(ask.problem).remedy}</p>
          </Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={asked.decline}>{wayInText.cancel}</Button>
        {readSession()?.assurance === 'oidc' && (
          <Button onClick={goToProvider}>{wayInText.useOrganisation}</Button>
        )}
        <Button kind="primary" icon="passkey" busy={ask.busy} onClick={prove}>
          {wayInText.usePasskey}
        </Button>
      </div>
    </Dialog>
  );
}

import { randomUUID } from 'node:crypto';
import { type Route, type StartedServer, sampleAction } from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

/** Values for the parameters of paths, of things that are really there. */
export type Samples = Readonly<Record<string, string>>;

/** The path of a route with these values; what is unknown is something that is not there. */
export function pathOf({ path }: Pick<Route, 'path'>, samples: Samples): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(samples[name] ?? `no-${name}`),
  );
}

/** A pending request, a hold, a plan and whatever else a path can name. */
export async function makeSamples(
  server: StartedServer,
  keys: { readonly propose: Headers },
): Promise<Samples> {
  const asked = await server.call('POST', '/v1/requests', {
    headers: keys.propose,
    body: {
      action: sampleAction(),
      audience: 'billing-executor',
      scope: { plan_id: 'plan-1', session_id: 'session-1' },
    },
  });
  const { approval_request_id } = asked.body as { approval_request_id: string };
  // A hold also stops the calls that its agent makes without a session, so another agent waits for the answer.
  const agent_id = 'waiting-bot';
  const said = await server.call('POST', '/v1/messages', {
    headers: await server.apiKey({ verbs: ['observe'], agent_ids: [agent_id] }),
    body: {
      agent_id,
      session_id: randomUUID(),
      text: 'Shall I proceed with deleting the production database? Please confirm.',
    },
  });
  const { hold } = said.body as { hold: { hold_id: string } | null };
  const published = await server.call('GET', '/v1/keys');
  const [key] = (published.body as { keys: { kid: string }[] }).keys;
  const { person_id } = await server.person(['reviewer']);
  const terminal = await server.call('POST', '/v1/terminal-sign-ins', {
    body: { label: 'a terminal' },
  });
  const { user_code } = terminal.body as { user_code: string };
  return {
    approval_request_id,
    hold_id: hold?.hold_id ?? '',
    plan_id: 'plan-1',
    kid: key?.kid ?? '',
    id: '1',
    endpoint: 'approvals',
    person_id,
    user_code,
  };
}

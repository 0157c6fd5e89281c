import assert from 'node:assert/strict';
import { loadDirectory } from '@countersign/coordinator';
import {
  carryOutHouse,
  decide,
  type SignedIn,
  type StartedServer,
  startedWithGovernance,
} from '@countersign/server/testing';

type Options = Parameters<typeof startedWithGovernance>[1];

interface GovernedScene {
  readonly server: StartedServer;
  /** Two operators who may approve, so that either can ask and the other decide. */
  readonly mara: SignedIn;
  readonly jonas: SignedIn;
  /** Approves, but operates nothing. */
  readonly eve: SignedIn;
  /** The headers of an agent. */
  readonly bot: Readonly<Record<string, string>>;
}

/** A server whose policy has governance, with an agent that was let in by a house request. */
export async function governedScene(options: Options): Promise<GovernedScene> {
  const { server, people } = await startedWithGovernance(
    [['operator', 'reviewer'], ['operator', 'reviewer'], ['reviewer']],
    options,
  );
  const [mara, jonas, eve] = people;
  assert.ok(mara && jonas && eve);
  const key = { label: 'billing', verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] };
  const path = '/v1/credentials/api-keys';
  const made = await server.call('POST', path, { headers: mara.headers, body: key });
  const { secret, house_request } = made.body as {
    secret: string;
    house_request: { approval_request_id: string };
  };
  await approveHouse(server, jonas, house_request.approval_request_id);
  return { server, mara, jonas, eve, bot: { authorization: `Bearer ${secret}` } };
}

/** Approves a house request and carries it out, without waiting for the job of the server. */
export async function approveHouse(
  server: StartedServer,
  { headers }: SignedIn,
  approvalRequestId: string,
): Promise<void> {
  const { app } = server;
  await decide(server, headers, approvalRequestId, 'allow');
  await carryOutHouse(app).run(new AbortController().signal);
  assert.ok((await app.policySource.follow(app.context)).ok);
}

/** Reads the files of the operator again, without waiting for the job of the server. */
export async function lookAtFiles({ app }: StartedServer): Promise<void> {
  const { state } = await loadDirectory(app.context);
  await app.policySource.look(state, app.context.people, []);
}

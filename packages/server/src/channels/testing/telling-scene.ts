import assert from 'node:assert/strict';
import { type Clock, changeDirectory } from '@countersign/coordinator';
import { systemActor, timestampFromMilliseconds } from '@countersign/protocol/value';
import { propose, sampleAction } from '../../testing/sample-call.ts';
import { type SignedIn, startedServer } from '../../testing/started-server.ts';
import { deliverOutbox } from '../../webhooks/deliver-outbox.ts';
import { deliverers } from '../../webhooks/deliverers.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages:
      - { name: desk, approvers: { roles: [reviewer] } }
  - id: two
    stages:
      - { name: first, approvers: { roles: [reviewer] } }
      - { name: finance, approvers: { roles: [finance] } }
  - id: night
    stages:
      - name: desk
        approvers: { roles: [reviewer] }
        read: every_row
        escalation: [{ after: 5m, approvers: { roles: [on_call] } }]
  - id: fire
    break_glass: { roles: [on_call] }
    stages:
      - { name: desk, approvers: { roles: [reviewer] } }
      - { name: finance, approvers: { roles: [finance] } }
rules:
  - id: fire
    match: { tool: "fire.*" }
    outcome: require_approval
    chain: fire
    expires_in: 15m
  - id: night
    match: { tool: "night.*" }
    outcome: require_approval
    chain: night
    expires_in: 15m
  - id: pair
    match: { tool: "pair.*" }
    outcome: require_approval
    chain: two
    expires_in: 15m
  - id: rest
    match: { tool: "*" }
    outcome: require_approval
    expires_in: 15m
`;

/** Moves only when it is told to. Jobs run once and then sleep, so that each delivery is one that a test asked for. */
function movedClock(): { readonly clock: Clock; move(seconds: number): void } {
  const started = Date.now();
  let moved = 0;
  return {
    clock: {
      now: () => timestampFromMilliseconds(started + moved * 1000),
      pause: (_, signal) =>
        new Promise(done => {
          if (signal.aborted) done();
          signal.addEventListener('abort', () => done());
        }),
    },
    move: seconds => {
      moved += seconds;
    },
  };
}

export type TellingScene = Awaited<ReturnType<typeof startTellingScene>>;

/** A server whose clock a test moves, people who come and go, and an agent that asks. */
export async function startTellingScene(settings: Record<string, unknown>) {
  const time = movedClock();
  const server = await startedServer({ policy, clock: time.clock, settings });
  const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  const change = async (person_id: SignedIn['person_id'], what: object): Promise<void> => {
    const changed = { type: 'change_person', person_id, ...what } as const;
    assert.ok((await changeDirectory(server.app.context, changed, systemActor)).ok);
  };
  const mild = { tool_name: 'crm.note', tool_schema_version: '1', resource: 'customer-7' };
  return {
    server,
    agent,
    time,
    /** A new person, with an address or without one. */
    newPerson: async (roles: readonly string[], email: string | null): Promise<SignedIn> => {
      const person = await server.person(roles);
      await change(person.person_id, { profile: { name: 'Mara Lindqvist', email } });
      return person;
    },
    leave: ({ person_id }: SignedIn): Promise<void> => change(person_id, { active: false }),
    prefer: async ({ headers }: SignedIn, body: object): Promise<void> => {
      const answer = await server.call('PATCH', '/v1/preferences', { headers, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    },
    /** Delivers everything that is due, planned messages and then what they planned. */
    deliver: async (): Promise<void> => {
      const job = deliverOutbox(server.app, deliverers);
      for (let round = 0; round < 4; round++) await job.run(server.app.stopping);
    },
    /** Asks for a note of little risk, unless the test wants something else. */
    ask: (different: object = {}) =>
      propose(server, agent, { ...sampleAction(), target: mild, ...different }),
  };
}

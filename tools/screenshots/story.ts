import { setTimeout as sleep } from 'node:timers/promises';
import { site } from '@countersign/inbox';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { grantOf, type StartedServer, startedServer } from '@countersign/server/testing';
import { must, StoryPerson } from './story-people.ts';
import { storyPolicy } from './story-policy.ts';

type Headers = Readonly<Record<string, string>>;

/** All people and things that the pictures show. */
export interface Story {
  readonly server: StartedServer;
  readonly people: Readonly<Record<'finance' | 'treasury' | 'platform' | 'support', StoryPerson>>;
  readonly requests: Readonly<Record<RequestName, string>>;
  readonly hold: string;
}

type RequestName = 'wire' | 'treasury' | 'command' | 'ran' | 'rejected' | 'unknown';

const minutes = (count: number): number => count * 60;
const hours = (count: number): number => count * 3600;

/** A day in the life of a company, told to a real server whose clock starts yesterday and ends now. */
export async function tellStory(): Promise<Story> {
  let back = hours(27);
  const now = (): Timestamp => addSeconds(timestampFromMilliseconds(Date.now()), -back);
  const pause = (milliseconds: number, signal?: AbortSignal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  const server = await startedServer({ policy: storyPolicy, site, clock: { now, pause } });
  const finance = await StoryPerson.first(server, 'Mara Lindqvist');
  const treasury = await finance.invite('Jonas Weber', 'jonas@example.com', ['treasury']);
  const platform = await finance.invite('Priya Nair', 'priya@example.com', ['platform', 'data']);
  const support = await finance.invite('Tom Okafor', 'tom@example.com', ['support']);
  await finance.invite('Lena Fischer', 'lena@example.com', ['security']);
  await finance.keepRoles(['finance', 'operator', 'platform', 'support']);
  const told = new Telling(server, await makeKeys(finance));
  const at = (ago: number): void => {
    back = ago;
  };

  const branch = await told.ask('release-agent', 'git.delete_branch', { branch: 'release/4.17' });
  await told.withdraw('release-agent', branch, 'the branch is still needed');
  at(hours(24));
  const refund = { amount: 86.45, currency: 'USD', customer: 20417, charge: 'ch_3Pq81' };
  const first = await told.ask('support-agent', 'refunds.create', refund);
  await support.decide(first, 'allow');
  await told.run('refunds-runner', first, 'succeeded');
  at(hours(21));
  const offer = { recipients: 2300, subject: 'autumn offer', list: 'customers-eu' };
  const unknown = await told.ask('campaign-agent', 'mail.send', offer);
  await support.decide(unknown, 'allow');
  await told.run('mail-runner', unknown, 'unknown');
  at(hours(4));
  const key = await told.ask('ops-agent', 'secrets.rotate', { service: 'reporting' });
  await platform.decide(key, 'allow');
  await told.run('secrets-runner', key, 'succeeded');
  at(hours(3));
  await told.ask('support-agent', 'refunds.create', { ...refund, amount: 1240, customer: 8812 });
  at(hours(2));
  const web = { service: 'web', version: '2.9.1', environment: 'production', regions: 3 };
  const deploy = await told.ask('release-agent', 'deploy.rollout', web);
  await platform.decide(deploy, 'allow');
  await told.run('deploy-runner', deploy, 'succeeded');
  at(minutes(45));
  const rejected = await told.ask('ops-agent', 'shell.exec', {
    host: 'build-07',
    command: 'rm -rf /srv/cache/* # only files older than 30 days',
  });
  const reason = 'The age filter is in a comment. As written it deletes everything.';
  await platform.decide(rejected, 'deny', { reason });
  at(minutes(30));
  const ran = await told.ask('billing-agent', 'payments.wire', wire('INV-20917 September paper'));
  await finance.decide(ran, 'allow');
  at(minutes(27));
  await treasury.decide(ran, 'allow', { stage: 1 });
  await told.run('bank-gateway', ran, 'succeeded', { again: true });

  at(minutes(11));
  const sql = {
    database: 'prod-db',
    statement: `DELETE FROM sessions\nWHERE last_seen < now() - interval '400 days';`,
    expected_rows: 512,
  };
  const rows = await told.ask('data-janitor', 'postgres.execute', sql, { resource: 'prod-db' });
  await platform.decide(rows, 'allow');
  at(minutes(9));
  const command = await told.ask('ops-agent', 'shell.exec', hiddenCommand);
  at(minutes(6));
  const waiting = await told.ask('billing-agent', 'payments.wire', wire('INV-20944 Oak shelving'), {
    reasoning: 'Invoice INV-20944 is due tomorrow.',
  });
  await finance.decide(waiting, 'allow');
  at(minutes(4));
  const asked = await told.ask('billing-agent', 'payments.wire', wire(), {
    reasoning:
      'Invoice INV-20931 is due today. Nordvik sent new bank details by e-mail this morning, so I updated the account before paying.',
  });
  at(minutes(2));
  const plan = { plan_id: 'Release 4.18' };
  const api = { service: 'api', version: '4.18.0', environment: 'production', regions: 3 };
  await told.ask('release-agent', 'deploy.rollout', api, { scope: { ...plan, step_id: '2' } });
  const migration = { migration: '0192', database: 'prod-db', backup: 'taken 04:00' };
  await told.ask('release-agent', 'deploy.migrate', migration, {
    scope: { ...plan, step_id: '3' },
  });
  at(minutes(1));
  const trial = { recipients: 340, subject: 'your trial ends', list: 'trials' };
  await told.ask('campaign-agent', 'mail.send', trial);
  await told.ask('support-agent', 'refunds.create', { ...refund, amount: 61.25, customer: 31744 });
  at(0);
  const hold = await told.say(
    'I am about to delete all 41 old snapshots from backups-eu. This cannot be undone. Should I go ahead?',
  );
  return {
    server,
    people: { finance, treasury, platform, support },
    requests: { wire: asked, treasury: waiting, command, ran, rejected, unknown },
    hold,
  };
}

const programs = {
  'billing-agent': 'Billing in production',
  'campaign-agent': 'Campaigns',
  'data-janitor': 'Nightly clean-up',
  'ops-agent': 'Operations',
  'release-agent': 'Release train',
  'storage-agent': 'Workspace assistant',
  'support-agent': 'Support desk',
} as const;
type Agent = keyof typeof programs;

const runners = [
  'bank-gateway',
  'deploy-runner',
  'git-runner',
  'mail-runner',
  'postgres-runner',
  'refunds-runner',
  'secrets-runner',
  'shell-runner',
] as const;

async function makeKeys(operator: StoryPerson): Promise<ReadonlyMap<string, Headers>> {
  const keys = new Map<string, Headers>();
  for (const [agent, label] of Object.entries(programs)) {
    const verbs = agent === 'storage-agent' ? ['propose', 'observe'] : ['propose'];
    keys.set(agent, await operator.makeKey({ label, verbs, agent_ids: [agent] }));
  }
  for (const executor of runners) {
    const label = `${executor.charAt(0).toUpperCase()}${executor.slice(1).replace('-', ' ')}`;
    keys.set(executor, await operator.makeKey({ label, verbs: ['consume'], executor }));
  }
  return keys;
}

function wire(reference = 'INV-20931 October paper stock'): Record<string, unknown> {
  return {
    amount: 4200,
    currency: 'USD',
    to: { name: 'Nordvik Paper AB', iban: 'SE35 5000 0000 0549 1000 0003', country: 'Sweden' },
    from: 'operating-usd / 4471',
    reference,
    session: {
      $sealed: 'v1',
      commitment: '1DIgFQ7nvpg.xJMPUes7DxEVrcPQW6JsUxg7RnjDAhmZgxivC4ULAQ0',
    },
  };
}

const hiddenCommand = {
  host: 'build-07',
  command: [
    'set -euo pipefail',
    'cd /srv/artifacts',
    'rm -rf ./old\u200b ./\u202esdaolpu',
    'df -h /srv',
  ].join('\n'),
  stdin: Array.from({ length: 180 }, (_, index) => `artifact-${1000 + index}.tar.zst`).join('\n'),
};

interface Asked {
  readonly resource?: string;
  readonly reasoning?: string;
  readonly scope?: Readonly<Record<string, string>>;
}

/** What agents and the executor do. */
class Telling {
  readonly #server: StartedServer;
  readonly #keys: ReadonlyMap<string, Headers>;

  constructor(server: StartedServer, keys: ReadonlyMap<string, Headers>) {
    this.#server = server;
    this.#keys = keys;
  }

  #key(name: string): Headers {
    const key = this.#keys.get(name);
    if (key === undefined) throw new Error(`expected a key of ${name}`);
    return key;
  }

  async ask(
    agent_id: Agent,
    tool_name: string,
    parameters: Record<string, unknown>,
    { resource, reasoning, scope }: Asked = {},
  ): Promise<string> {
    const target = { tool_name, tool_schema_version: '3', resource: resource ?? null };
    const action = {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id,
      subject_id: null,
      target,
      parameters,
    };
    const asked = await must(this.#server, 'POST', '/v1/requests', this.#key(agent_id), {
      action,
      audience: audienceOf(tool_name),
      ...(reasoning === undefined ? {} : { agent_reasoning: reasoning }),
      ...(scope === undefined ? {} : { scope }),
    });
    return asked.approval_request_id;
  }

  async withdraw(agent: Agent, id: string, reason: string): Promise<void> {
    await must(this.#server, 'POST', `/v1/requests/${id}/cancel`, this.#key(agent), { reason });
  }

  async run(
    runner: (typeof runners)[number],
    id: string,
    outcome: 'succeeded' | 'failed' | 'unknown',
    { again = false }: { readonly again?: boolean } = {},
  ): Promise<void> {
    const server = this.#server;
    const { request } = await must(server, 'GET', `/v1/requests/${id}`, this.#key(runner));
    const headers = this.#key(runner);
    const text = await server.app.context.store.readAction(request.action_digest);
    if (text === null) throw new Error('expected the bytes of the action');
    const grant = await grantOf(server, headers, id);
    const use = (attempt: string) => ({ action: JSON.parse(text), grant, attempt });
    await must(server, 'POST', `/v1/requests/${id}/consume`, headers, use('one'));
    await must(server, 'POST', `/v1/requests/${id}/report`, headers, { attempt: 'one', outcome });
    if (again) {
      await server.call('POST', `/v1/requests/${id}/consume`, { headers, body: use('two') });
    }
  }

  /** Says something that halts the session; the id of the hold. */
  async say(text: string): Promise<string> {
    const body = { agent_id: 'storage-agent', session_id: 'Storage clean-up', text };
    const said = await must(this.#server, 'POST', '/v1/messages', this.#key('storage-agent'), body);
    const { hold } = said as unknown as { hold: { hold_id: string } | null };
    if (hold === null) throw new Error('expected words that halt the session');
    return hold.hold_id;
  }
}

function audienceOf(tool: string): string {
  return tool === 'payments.wire' ? 'bank-gateway' : `${tool.split('.')[0]}-runner`;
}

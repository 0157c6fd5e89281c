import { randomUUID } from 'node:crypto';
import {
  firstRunLink,
  headersAfter,
  type RequestRepresentation,
  type SignedIn,
  type SoftwareAuthenticator,
  type StartedServer,
  softwareAuthenticator,
  testBrowser,
} from '@countersign/server/testing';
import { passkeyEntry } from '../../tests/testing/passkey-decision.ts';

type Headers = Readonly<Record<string, string>>;

/** A person with a passkey in memory, who signs in when there is something to do. */
export class StoryPerson {
  readonly #server: StartedServer;
  readonly #passkey: SoftwareAuthenticator = softwareAuthenticator();

  private constructor(server: StartedServer) {
    this.#server = server;
  }

  /** Enters with the first link, or with an invitation. */
  static async join(server: StartedServer, name: string, link: string): Promise<StoryPerson> {
    const person = new StoryPerson(server);
    const token = new URL(link).hash.slice(1);
    const headers = { origin: server.origin };
    const path = '/v1/invitations/redeem';
    const { key_digest, browser_key } = testBrowser;
    const start = await server.call('POST', `${path}/options`, {
      headers,
      body: { token, key_digest },
    });
    const { challenge, options } = start.body as { challenge: string; options: unknown };
    const response = person.#passkey.create(options, server.origin);
    const body = { token, challenge, response, browser_key, name };
    const joined = await server.call('POST', path, { headers, body });
    if (joined.status !== 201) throw new Error(JSON.stringify(joined.body));
    return person;
  }

  static async first(server: StartedServer, name: string): Promise<StoryPerson> {
    const link = await firstRunLink(server.app);
    if (!link.ok || link.value === null) throw new Error('expected a server without people');
    return StoryPerson.join(server, name, link.value);
  }

  async invite(name: string, email: string, roles: readonly string[]): Promise<StoryPerson> {
    const { headers } = await this.signIn();
    const body = { name, email, roles };
    const made = await this.#server.call('POST', '/v1/invitations', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    });
    const { link } = made.body as { link: string | null };
    if (link === null || link === undefined) throw new Error(JSON.stringify(made.body));
    return StoryPerson.join(this.#server, name, link);
  }

  /** Gives up the roles that the first person has besides these. */
  async keepRoles(roles: readonly string[]): Promise<void> {
    const { headers, person_id } = await this.signIn();
    await must(this.#server, 'PATCH', `/v1/people/${person_id}`, headers, { roles });
  }

  /** Makes an API key; the headers that carry it. */
  async makeKey(key: Readonly<Record<string, unknown>>): Promise<Headers> {
    const { headers } = await this.signIn();
    const path = '/v1/credentials/api-keys';
    // The owner of an agent may not approve its requests, and here every person approves something.
    const made = await must(this.#server, 'POST', path, headers, { ...key, owner: null });
    const { secret } = made as unknown as { readonly secret: string };
    return { authorization: `Bearer ${secret}` };
  }

  async signIn(): Promise<SignedIn> {
    const server = this.#server;
    const origin = { origin: server.origin };
    const { key_digest, browser_key } = testBrowser;
    const start = await server.call('POST', '/v1/session/options', {
      headers: origin,
      body: { key_digest },
    });
    const { challenge, options } = start.body as { challenge: string; options: unknown };
    const response = this.#passkey.get(options, server.origin);
    const body = { challenge, response, browser_key };
    const signedIn = await server.call('POST', '/v1/session', { headers: origin, body });
    if (signedIn.status !== 201) throw new Error(JSON.stringify(signedIn.body));
    const { person_id } = signedIn.body as { person_id: SignedIn['person_id'] };
    return { person_id, headers: headersAfter(server.origin, signedIn) };
  }

  /** Decides the open stage with the passkey. */
  async decide(
    id: string,
    decision: 'allow' | 'deny',
    { stage = 0, reason = '' }: { readonly stage?: number; readonly reason?: string } = {},
  ): Promise<RequestRepresentation> {
    const { headers } = await this.signIn();
    const said = { stage_index: stage, ...(reason === '' ? {} : { reason }) };
    const body = await passkeyEntry(this.#server, headers, this.#passkey, id, decision, said);
    return must(this.#server, 'POST', `/v1/requests/${id}/entries`, headers, body);
  }
}

export async function must(
  server: StartedServer,
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<RequestRepresentation> {
  const answer = await server.call(method, path, {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as RequestRepresentation;
}

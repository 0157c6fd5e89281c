// What the browser of a person does: opens the link that lets them in, makes a passkey, and signs each decision with it.
// The calls carry the proofs of the browser's own key, which `server.call` makes.
import assert from 'node:assert/strict';
import { createPublicKey, randomUUID } from 'node:crypto';
import { parseActionBinding } from '@countersign/protocol/action';
import { decisionChallenge, parseEntrySubmission, reasonDigest } from '@countersign/protocol/chain';
import { parseStrict } from '@countersign/protocol/json';
import { parseApprovalRequest } from '@countersign/protocol/request';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import {
  headersAfter,
  type SoftwareAuthenticator,
  type StartedServer,
  softwareAuthenticator,
  testBrowser,
} from '@countersign/server/testing';

interface ViewFacts {
  readonly action_text: string;
  readonly nonce: string;
  readonly origin: string;
  readonly rp_id: string;
  readonly store_id: string;
  readonly epoch: number;
}

export class PasskeyPerson {
  readonly id: string;
  readonly #server: StartedServer;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #passkey: SoftwareAuthenticator;

  private constructor(
    id: string,
    server: StartedServer,
    headers: Readonly<Record<string, string>>,
    passkey: SoftwareAuthenticator,
  ) {
    this.id = id;
    this.#server = server;
    this.#headers = headers;
    this.#passkey = passkey;
  }

  /** Opens an invitation: the holder of the link becomes that person, once. */
  static async join(server: StartedServer, link: string, name: string): Promise<PasskeyPerson> {
    const { origin, hash } = new URL(link);
    const passkey = softwareAuthenticator();
    const path = '/v1/invitations/redeem';
    const token = hash.slice(1);
    const headers = { origin };
    const { key_digest, browser_key } = testBrowser;
    const begun = await server.call('POST', `${path}/options`, {
      headers,
      body: { token, key_digest },
    });
    const { challenge, options } = begun.body as { challenge: string; options: unknown };
    const response = passkey.create(options, origin);
    const joined = await server.call('POST', path, {
      headers,
      body: { token, challenge, response, browser_key, name },
    });
    assert.equal(joined.status, 201, JSON.stringify(joined.body));
    const { person_id } = joined.body as { person_id: string };
    return new PasskeyPerson(person_id, server, headersAfter(origin, joined), passkey);
  }

  /** A call of an operator. */
  async operate<T>(path: string, body: object): Promise<T> {
    const done = await this.#server.call('POST', path, { headers: this.#headers, body });
    assert.equal(done.status, 201, JSON.stringify(done.body));
    return done.body as T;
  }

  /**
   * Decides a stage. What is shown is worked out here from the bytes of the action, and the passkey signs over it; the
   * server is asked for the bytes and not for what they mean.
   */
  async decide(
    approvalRequestId: string,
    stage_index: number,
  ): Promise<{ status: number; code: string }> {
    const path = `/v1/requests/${approvalRequestId}`;
    const headers = this.#headers;
    const asked = await this.#server.call('GET', path, { headers });
    const request = parseApprovalRequest((asked.body as { request: unknown }).request);
    const facts = (await this.#server.call('GET', `${path}/view`, { headers })).body as ViewFacts;
    const { nonce, origin, rp_id, epoch } = facts;
    const action = parseActionBinding(parseStrict(facts.action_text));
    const view = presentedView(request, action);
    const submission = parseEntrySubmission({
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
      stage_index,
      decision: 'allow',
      reason_code: 'reviewed',
      reason: '',
      input_digest: view.input_digest,
      view_digest: viewDigest(view),
    });
    const challenge = decisionChallenge({
      store_id: facts.store_id as never,
      epoch,
      approval_request_id: request.approval_request_id,
      input_digest: view.input_digest,
      view_digest: viewDigest(view),
      stage_index,
      chain_entry_id: submission.chain_entry_id,
      approver_identity: this.id,
      decision: 'allow',
      reason_digest: reasonDigest(submission),
      execute_within_seconds: request.execute_within_seconds,
      nonce,
    });
    const assertion = { ...this.#answer(challenge, origin, rp_id), nonce };
    const body = { ...submission, assertion };
    const sent = await this.#server.call('POST', `${path}/entries`, { headers, body });
    const { code = 'recorded' } = sent.body as { code?: string };
    return { status: sent.status, code };
  }

  /** What the passkey answers to a challenge of this server. */
  sign(challenge: Uint8Array): object {
    const { origin } = this.#server;
    return this.#answer(challenge, origin, new URL(origin).hostname);
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#server.call('GET', path, { headers: this.#headers })).body as T;
  }

  async post(path: string, body: object): Promise<object> {
    return (await this.#server.call('POST', path, { headers: this.#headers, body })).body as object;
  }

  #answer(challenge: Uint8Array, origin: string, rp_id: string): object {
    const { id, response } = this.#passkey.get(
      { challenge: Buffer.from(challenge).toString('base64url'), rpId: rp_id },
      origin,
    );
    const { kty, crv, x, y } = createPublicKey(this.#passkey.privateKey).export({ format: 'jwk' });
    return {
      public_key: { kty, crv, x, y },
      origin,
      rp_id,
      response: {
        credential_id: id,
        authenticator_data: response.authenticatorData,
        client_data_json: response.clientDataJSON,
        signature: response.signature,
      },
    };
  }
}

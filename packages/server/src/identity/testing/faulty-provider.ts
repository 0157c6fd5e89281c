import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What a provider can get wrong, one thing at a time. */
export type ProviderFault =
  | 'none'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'nonce_missing'
  | 'key'
  | 'unsigned'
  | 'expired'
  | 'subject_missing'
  | 'id_token_missing'
  | 'not_json'
  | 'error'
  | 'internal_error'
  | 'gone'
  | 'userinfo_of_another'
  | 'hang';

export interface FaultyProvider {
  readonly issuer: string;
  fault: ProviderFault;
  /** What it says of the person who signs in, besides the standard claims. */
  claims: Record<string, unknown>;
  /** What it says only where it is asked about them afterwards, unsigned. */
  userinfo: Record<string, unknown>;
  /** How often the code was exchanged. */
  exchanges: number;
  /** The answer that the browser brings back for an authorization request. */
  answerTo(authorizationUrl: string): URLSearchParams;
  close(): Promise<void>;
}

/** An identity provider that signs in any person, and can be told to do it wrongly. */
export async function startFaultyProvider(clientId: string): Promise<FaultyProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const strangers = await generateKeyPair('RS256', { extractable: true });
  const nonces = new Map<string, string>();
  const hanging = new Set<ServerResponse>();
  let issued = 0;

  const idToken = (nonce: string): Promise<string> => {
    const { fault, issuer, claims } = provider;
    const now = Math.floor(Date.now() / 1000);
    const { sub, ...others } = claims;
    const token = new SignJWT({
      email: `${String(sub)}@example.org`,
      email_verified: true,
      ...others,
      ...(fault === 'subject_missing' ? {} : { sub: String(sub) }),
      ...(fault === 'nonce_missing' ? {} : { nonce: fault === 'nonce' ? `${nonce}x` : nonce }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(fault === 'issuer' ? 'http://localhost:1' : issuer)
      .setAudience(fault === 'audience' ? 'somebody-else' : clientId)
      .setIssuedAt(fault === 'expired' ? now - 7200 : now)
      .setExpirationTime(fault === 'expired' ? now - 3600 : now + 300);
    return token.sign(fault === 'key' ? strangers.privateKey : keys.privateKey);
  };
  const send = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const token = async (response: ServerResponse, code: string): Promise<void> => {
    provider.exchanges++;
    const nonce = nonces.get(code);
    nonces.delete(code);
    if (nonce === undefined) return send(response, { error: 'invalid_grant' }, 400);
    switch (provider.fault) {
      case 'hang':
        hanging.add(response);
        return;
      case 'gone':
        response.destroy();
        return;
      case 'error':
        return send(response, { error: 'access_denied' }, 400);
      case 'internal_error':
        return send(response, {}, 500);
      case 'not_json':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello');
        return;
      default: {
        const signed = await idToken(nonce);
        const [, payload] = signed.split('.');
        const header = Buffer.from('{"alg":"none"}').toString('base64url');
        const id_token = provider.fault === 'unsigned' ? `${header}.${payload}.` : signed;
        send(response, {
          access_token: 'access',
          token_type: 'Bearer',
          expires_in: 60,
          ...(provider.fault === 'id_token_missing' ? {} : { id_token }),
        });
      }
    }
  };

  const server = createServer(async (request, response) => {
    const { issuer } = provider;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return send(response, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
        });
      case '/jwks':
        return send(response, {
          keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      case '/token':
        return token(response, body.get('code') ?? '');
      case '/userinfo':
        return send(response, {
          ...provider.userinfo,
          sub: provider.fault === 'userinfo_of_another' ? 'another' : provider.claims['sub'],
        });
      default:
        return send(response, {}, 404);
    }
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const provider: FaultyProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    fault: 'none',
    claims: {},
    userinfo: {},
    exchanges: 0,
    answerTo: authorizationUrl => {
      const { searchParams } = new URL(authorizationUrl);
      const code = `code-${issued++}`;
      nonces.set(code, searchParams.get('nonce') ?? '');
      const state = searchParams.get('state') ?? '';
      return new URLSearchParams({ code, state, iss: provider.issuer });
    },
    close: async () => {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  return provider;
}

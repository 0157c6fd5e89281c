import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { StoreReader } from '@countersign/coordinator';
import { configuredChannel, configuredChannels } from '../channels/configured-channels.ts';
import type { Endpoint, OidcSettings, ServerSettings } from '../start/server-settings.ts';
import {
  type Allowances,
  judgeAddress,
  judgeUrl,
  noAllowances,
  parseAllowances,
} from '../webhooks/address-rules.ts';
import { createDispatcher, type Dispatcher } from '../webhooks/dispatch.ts';
import { openEndpoints } from '../webhooks/live-endpoint.ts';
import type { ExaminedServer } from './examined-server.ts';
import { examined, type Finding, fine, warning, wrong } from './finding.ts';
import { readJson } from './read-json.ts';

const check = 'channels';
const deadLettersMax = 1000;

/** Everything that uses the network, tried as far as possible without sending a message. */
export async function examineChannels(
  { config, ports }: ExaminedServer,
  store: StoreReader | null,
): Promise<Finding[]> {
  const { settings } = config;
  const { clock, log } = ports;
  let allowances: Allowances = noAllowances;
  const listed = await examined(check, 'correct allow_addresses', () => {
    allowances = parseAllowances(settings.allow_addresses);
    return [];
  });
  const dispatcher = createDispatcher({ clock, allowances });
  const read = await examined(check, 'correct the endpoints in the settings', () => {
    openEndpoints(settings, { clock, dispatcher, log });
    return [];
  });
  const tried = await Promise.all([
    ...settings.endpoints.map(each => judgeEndpoint(each, allowances)),
    ...(settings.oidc === null ? [] : [judgeProvider(settings.oidc, dispatcher)]),
    ...configuredChannels(settings).map(each => each.channel.examine(each.settings, dispatcher)),
  ]);
  const letters =
    store === null ? [] : await examined(check, 'see to the store', () => judgeLetters(store));
  const findings = [...listed, ...read, ...tried.flat(), ...letters];
  return findings.length > 0 ? findings : [fine(check, 'none is configured besides the inbox')];
}

/** Sends one message that asks nothing. `to` is the name of a channel, or its name, a colon and an address. */
export async function sendTestMessage(settings: ServerSettings, to: string): Promise<Finding[]> {
  const [name = '', ...address] = to.split(':');
  const configured = configuredChannel(settings, name);
  if (configured === null) {
    const names = configuredChannels(settings).map(({ channel }) => channel.name);
    const known = names.length === 0 ? 'none is configured' : `configured: ${names.join(', ')}`;
    return [wrong(check, `no test message was sent: no such channel, ${known}`, 'name a channel')];
  }
  return configured.channel.sendTest(
    configured.settings,
    address.length === 0 ? null : address.join(':'),
  );
}

/** Nothing is sent: a webhook without a question would only confuse its receiver. */
function judgeEndpoint({ name, url }: Endpoint, allowances: Allowances): Promise<Finding[]> {
  const what = `endpoint ${name}`;
  return examined(check, `correct the URL of ${what}, or check the name server`, async () => {
    const judged = judgeUrl(url, allowances);
    if (!judged.ok) {
      const mend = 'use a public https address, or list it in allow_addresses if it is intended';
      return [wrong(check, `the server never sends to ${what}: ${judged.refusal.detail}`, mend)];
    }
    const { host, port } = judged.value;
    const addresses =
      isIP(host) === 0 ? (await dns.lookup(host, { all: true })).map(each => each.address) : [host];
    for (const address of addresses) {
      const verdict = judgeAddress(address, allowances, { host, port });
      if (verdict.ok) continue;
      const found = `${what} resolves to ${address}, to which the server never sends: ${verdict.refusal.detail}`;
      const mend = `list ${host}:${port} in allow_addresses if that is intended`;
      return [wrong(check, found, mend)];
    }
    return [fine(check, `${what} resolves to ${addresses.join(', ')}`)];
  });
}

function judgeProvider({ issuer }: OidcSettings, dispatcher: Dispatcher): Promise<Finding[]> {
  const mend =
    'check the issuer, and that this machine can reach it; until then people cannot sign in with it';
  return examined(check, mend, async () => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { issuer: stated } = await readJson(dispatcher, { url, method: 'GET', headers: {} });
    if (stated !== issuer) {
      const found = `OIDC: the provider names itself differently from ${issuer}`;
      return [
        wrong(
          check,
          found,
          'write the issuer exactly as in the discovery document of the provider',
        ),
      ];
    }
    return [fine(check, `OIDC: ${issuer} answers`)];
  });
}

async function judgeLetters(store: StoreReader): Promise<Finding[]> {
  const letters = await store.listDeadLetters(deadLettersMax);
  if (letters.length === 0) return [];
  const count =
    letters.length < deadLettersMax ? String(letters.length) : `${deadLettersMax} or more`;
  return [
    warning(
      check,
      `${count} messages could not be delivered; the last one: ${letters[0]?.problem ?? ''}`,
      'fix the cause, then deliver them again (countersign dead-letters retry)',
    ),
  ];
}

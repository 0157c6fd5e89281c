import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { StoreReader } from '@countersign/coordinator';
import { configuredChannels } from '../channels/configured-channels.ts';
import type { Endpoint, OidcSettings } from '../start/server-settings.ts';
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

/** Everything that is asked or told over the network, tried as far as it can be without telling anybody anything. */
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

/** Nothing is sent: a webhook that asks nothing would only confuse whoever receives it. */
function judgeEndpoint({ name, url }: Endpoint, allowances: Allowances): Promise<Finding[]> {
  const what = `endpoint ${name}`;
  return examined(check, `correct the URL of ${what}, or see to the name server`, async () => {
    const judged = judgeUrl(url, allowances);
    if (!judged.ok) {
      const mend = 'use a public https address, or list it in allow_addresses if it is meant';
      return [wrong(check, `${what} is never sent to: ${judged.refusal.detail}`, mend)];
    }
    const { host, port } = judged.value;
    const addresses =
      isIP(host) === 0 ? (await dns.lookup(host, { all: true })).map(each => each.address) : [host];
    for (const address of addresses) {
      const verdict = judgeAddress(address, allowances, { host, port });
      if (verdict.ok) continue;
      const found = `${what} leads to ${address}, where nothing is sent: ${verdict.refusal.detail}`;
      const mend = `list ${host}:${port} in allow_addresses if that is meant`;
      return [wrong(check, found, mend)];
    }
    return [fine(check, `${what} resolves to ${addresses.join(', ')}`)];
  });
}

function judgeProvider({ issuer }: OidcSettings, dispatcher: Dispatcher): Promise<Finding[]> {
  const mend = 'check the issuer, and that this machine can reach it; people cannot sign in by it';
  return examined(check, mend, async () => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { issuer: stated } = await readJson(dispatcher, { url, method: 'GET', headers: {} });
    if (stated !== issuer) {
      const found = `OIDC: the provider calls itself something else than ${issuer}`;
      return [wrong(check, found, 'write the issuer letter for letter as its discovery does')];
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
      `${count} messages were given up on; the last: ${letters[0]?.problem ?? ''}`,
      'mend the cause, then let them be delivered again (dead letters in the API)',
    ),
  ];
}

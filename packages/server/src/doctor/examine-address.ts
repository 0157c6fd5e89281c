import { hostsOf } from '../http/allowed-origin.ts';
import type { ExaminedServer } from './examined-server.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

const check = 'address';
const local = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** How people and agents reach the server, and who else can. */
export function examineAddress({ config, origin, host, port }: ExaminedServer): Finding[] {
  const url = new URL(origin);
  const findings: Finding[] = [];
  const secure = url.protocol === 'https:';
  if (!secure && !local.test(url.hostname)) {
    findings.push(
      wrong(
        check,
        `people reach it at ${url.origin}, without TLS: passkeys do not work there, and others on the network can read sessions`,
        'put a TLS proxy in front of it, and set its https address as origin',
      ),
    );
  }
  if (!local.test(host)) {
    findings.push(
      secure
        ? warning(
            check,
            `it listens on ${host}:${port}, where others reach it without TLS`,
            'let only the TLS proxy reach that port',
          )
        : wrong(
            check,
            `it listens on ${host}:${port} without TLS: anyone on the network can read keys and sessions`,
            'listen on 127.0.0.1, or put a TLS proxy in front of it and set its https address as origin',
          ),
    );
  }
  if (local.test(url.hostname) && url.port !== String(port) && !secure) {
    const found = `the origin is ${url.origin}, and it listens on port ${port}`;
    findings.push(warning(check, found, 'set the origin that browsers use'));
  }
  for (const name of config.settings.hosts) {
    if (/^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?$/.test(name)) continue;
    const found = `hosts has ${JSON.stringify(name)}, which is not a valid host name`;
    findings.push(wrong(check, found, 'write a name, or a name and a port, such as host:8443'));
  }
  const hosts = [...hostsOf(origin, config.settings.hosts)].join(', ');
  return findings.length > 0
    ? findings
    : [fine(check, `${url.origin}, listening on ${host}:${port}, answers to ${hosts}`)];
}

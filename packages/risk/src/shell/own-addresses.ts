import type { OwnGuard } from '../own/own-guard.ts';
import { decidingCommand, mutatesOverHttp } from '../own/own-requests.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { UNKNOWN } from './value.ts';

const clients = new Set('curl wget http https xh httpie curlie lynx w3m links aria2c'.split(' '));
const connectors = new Set(
  'nc ncat netcat telnet socat websocat wscat openssl grpcurl ws hping3 gnutls-cli rlwrap'.split(
    ' ',
  ),
);
/** Say an address, look for it or open it for a person to see. */
const harmless = new Set(
  'echo printf : test [ [[ git gh glab hub grep egrep fgrep rg ag ack sed awk open xdg-open lsof ss netstat ping dig host nslookup cat ls cd export declare local readonly set alias read sleep wait-on wait-for-it notify-send logger man'.split(
    ' ',
  ),
);

/** Keep, show or search their input, and do not follow it. */
const passing = new Set(
  'cat tee less more head tail sort uniq wc tr cut column nl tac base64 gzip jq yq pbcopy xclip clip sponge mail sendmail read mapfile readarray diff patch'.split(
    ' ',
  ),
);

/** True if the input is a list of calls or commands that reach us: `hurl`, `crontab`, `at`. */
function isToldToReach({ program, stdin }: Call, own: OwnGuard): boolean {
  if (stdin === null || passing.has(program)) return false;
  const { text } = stdin;
  return (
    decidingCommand.test(text.slice(0, 65_536)) || (own.reaches(text) && mutatesOverHttp(text))
  );
}

/** Calls of our own API that do more than read (OF-3). */
export function assessOwnAddress(call: Call, scope: Scope): void {
  const { program, args } = call;
  const { own } = scope;
  if (harmless.has(program)) return;
  const tell = (what: string): void =>
    scope.find('policy_tampering', 'critical', describe(call, what));
  if (isToldToReach(call, own)) {
    tell('is told to reach the approval system');
    return;
  }
  const words = args.slice(0, 400).flatMap(({ text }) => spelledOut(text, own));
  if (forwarders.has(program)) {
    const rules = (call.stdin?.text ?? '').slice(0, 65_536).split(/\s+/u, 2000);
    if ([...words, ...rules].some(word => word.split(/[=:/]/u, 16).some(part => own.isPort(part))))
      tell('leads others to the approval system');
    return;
  }
  if (connectors.has(program)) {
    const isOwn = words.some(
      (word, i) =>
        own.reaches(word) || own.reaches(`${words[i - 1] ?? ''}:${word}`) || own.isPort(word),
    );
    if (isOwn) tell('connects to the approval system');
    return;
  }
  const isSocket = words.some(
    (word, i) =>
      /^--unix-socket/u.test(words[i - 1] ?? word) &&
      own.at(word.replace(/^--unix-socket=/u, ''), scope.folders) !== null,
  );
  if (clients.has(program) && readsAddresses(words) && own.reaches(call.stdin?.text ?? '')) {
    tell('calls the approval system');
    return;
  }
  const reached = words.filter(
    (word, i) => own.reaches(word) || isRedirected(words[i - 1] ?? '', word, own),
  );
  if (reached.length === 0 && !isSocket) return;
  if (clients.has(program)) {
    if (
      reached.some(word =>
        /^(telnet|gopher|dict|ftp|ws|wss|smtp|ldap|mqtt|rtsp|tftp):/iu.test(word),
      )
    ) {
      tell('connects to the approval system');
      return;
    }
    if (isSocket || sendsSomething(program, words)) tell('calls the approval system');
    return;
  }
  if (reached.some(word => (/\s/u.test(word) ? mutatesOverHttp(word) : true)) && !isServed(words))
    tell('reaches the approval system');
}

/** Lead what arrives at one port to another. */
const forwarders = new Set(
  'iptables ip6tables nft pfctl firewall-cmd ngrok lt localtunnel cloudflared bore frpc rinetd redir chisel gost tailscale zrok'.split(
    ' ',
  ),
);

/** `curl -K -` and `wget -i -` take the address from their input. */
function readsAddresses(words: readonly string[]): boolean {
  return words.some(word => /^(-K.*|--config.*|-i|--input-file.*|@-|-@)$/u.test(word));
}

/** What curl makes of `{a,b}` and `[7310-7320]` in an address, as far as it leads to us. */
function spelledOut(word: string, own: OwnGuard): readonly string[] {
  if (!/[{[]/u.test(word) || word.length > 2048) return [word];
  let found = [word.replaceAll(/\{\{\w+\}\}/gu, UNKNOWN)];
  for (let round = 0; round < 4; round++) {
    found = found.flatMap(text => {
      const list = /\{([^{}]{0,300},[^{}]{0,300})\}/u.exec(text);
      if (list === null) return [text];
      const rest = text.slice(list.index + list[0].length);
      return (list[1] ?? '').split(',', 16).map(part => text.slice(0, list.index) + part + rest);
    });
    if (found.length > 64) break;
  }
  return found
    .slice(0, 64)
    .map(text =>
      text.replaceAll(
        /\[(\d{1,5}-\d{1,5})(?::\d{1,5})?\]/gu,
        (whole, range: string) => own.portIn(range) ?? whole,
      ),
    );
}

/** `--resolve name:7319:127.0.0.1` gives our address another name. */
function isRedirected(before: string, word: string, own: OwnGuard): boolean {
  return (
    /^--(resolve|connect-to)/u.test(before) && word.split(':', 8).some(part => own.isPort(part))
  );
}

/** `--port 7319` and `--host 0.0.0.0:7319` start a server of their own. */
function isServed(words: readonly string[]): boolean {
  return (
    words.some(word => /^--?(port|listen|bind|addr|host)(=|$)/u.test(word)) &&
    !words.some(word => word.includes('://'))
  );
}

const sending =
  /^(-d.*|--data.*|-F.*|--form.*|-T.*|--upload-file.*|--json.*|-K.*|--config.*|-b.*|--cookie.*|-u.*|--user.*|--oauth2.*|-x.*|--proxy.*|--preproxy.*|--socks.*|--abstract-unix-socket.*|--expand-.*|--post.*|--body.*|--load-cookies.*|--form-string.*|--url-query.*|--connect-to.*|--resolve.*|--http-user.*|--netrc.*|-n|-(post|get)_data)$/u;

function sendsSomething(program: string, words: readonly string[]): boolean {
  const isHttpie = /^(https?|xh|httpie|curlie)$/u.test(program);
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? '';
    if (/^(-X|--request|--method)$/u.test(word) && !/^(get|head|options)$/iu.test(next))
      return true;
    const method = /^(-X|--request=|--method=)(.+)$/u.exec(word)?.[2];
    if (method !== undefined && !/^(get|head|options)$/iu.test(method)) return true;
    if (
      /^(-H|--header)/u.test(word) &&
      /cookie|authorization|x-http-method|^-H\s?@|(^|\s|=)@/iu.test(`${word} ${next}`)
    )
      return true;
    if (isHttpie) {
      if (
        /^(post|put|patch|delete)$/iu.test(word) ||
        /^[\w.[\]-]{1,60}(:=|=|@|:(?![/0-9]))/u.test(word)
      )
        return true;
      if (/^(-a|--auth|--session).*/u.test(word)) return true;
    } else if (sending.test(word) && !/^--(user-agent|data-dir)/u.test(word)) return true;
  }
  return false;
}

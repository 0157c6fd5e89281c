import type { OwnGuard } from '../own/own-guard.ts';
import { mutatesOverHttp } from '../own/own-requests.ts';
import { type Call, describe, type Scope } from './scope.ts';

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

/** Calls of our own API that do more than read (OF-3). */
export function assessOwnAddress(call: Call, scope: Scope): void {
  const { program, args } = call;
  const { own } = scope;
  if (harmless.has(program)) return;
  const words = args.slice(0, 400).map(({ text }) => text);
  const tell = (what: string): void =>
    scope.find('policy_tampering', 'critical', describe(call, what));
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
  const reached = words.filter(
    (word, i) => own.reaches(word) || isRedirected(words[i - 1] ?? '', word, own),
  );
  if (reached.length === 0 && !isSocket) return;
  if (clients.has(program)) {
    if (isSocket || sendsSomething(program, words)) tell('calls the approval system');
    return;
  }
  if (reached.some(word => (/\s/u.test(word) ? mutatesOverHttp(word) : true)) && !isServed(words))
    tell('reaches the approval system');
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
  /^(-d.*|--data.*|-F.*|--form.*|-T.*|--upload-file.*|--json.*|-K.*|--config.*|-b.*|--cookie.*|-u.*|--user.*|--oauth2.*|-x.*|--proxy.*|--post.*|--body.*|--load-cookies.*|--form-string.*|--url-query.*|--connect-to.*|--resolve.*|--http-user.*|--netrc.*|-n)$/u;

function sendsSomething(program: string, words: readonly string[]): boolean {
  const isHttpie = /^(https?|xh|httpie)$/u.test(program);
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? '';
    if (/^(-X|--request|--method)$/u.test(word) && !/^(get|head|options)$/iu.test(next))
      return true;
    const method = /^(-X|--request=|--method=)(.+)$/u.exec(word)?.[2];
    if (method !== undefined && !/^(get|head|options)$/iu.test(method)) return true;
    if (
      /^(-H|--header)/u.test(word) &&
      /cookie|authorization|x-http-method/iu.test(`${word} ${next}`)
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

import type { Mark } from './mark.ts';

const kept =
  /\bdocument\.cookie\b|\b(?:local|session)Storage\b|\bprocess\.env\b(?!\s{0,4}[.[])|\bos\.environ\b(?!\s{0,4}(?:\[|\.get))|\bENV\.to_h\b|\bSystem\.getenv\(\)|\$_SERVER\b(?!\[)|[~\w/]{0,40}\/?\.(?:ssh\/\w+|aws\/credentials|netrc|kube\/config|npmrc)\b|\bid_(?:rsa|ed25519)\b|\bnavigator\.clipboard\b/dg;
const sends =
  /\b(?:fetch|sendBeacon|WebSocket|XMLHttpRequest|EventSource|axios|Image|got|superagent|https?\.(?:request|get|post)|requests\.(?:post|put|get|request)|urllib|urlopen|httpx|aiohttp|Net::HTTP|HttpClient|socket\.(?:connect|create_connection)|file_get_contents|curl(?:_exec)?|wget|Invoke-WebRequest|Invoke-RestMethod|smtplib|nodemailer)\b/;
const elsewhere =
  /\b(?:https?|wss?|ftp):\/\/(?!(?:localhost|127\.|0\.0\.0\.0|\[::1\]))|\bnew\s+Image\b|\bsendBeacon\b|\bsmtplib\b|\bnodemailer\b|\bsocket\./;
const textMax = 200_000;
const foundMax = 10;

/** Files kept on this machine, in a text that also sends something to another machine. */
export function sentAwayMarks(text: string, pointer: string): readonly Mark[] {
  const read = text.slice(0, textMax);
  if (!sends.test(read) || !elsewhere.test(read)) return [];
  return [...read.matchAll(kept)].slice(0, foundMax).map(found => ({
    pointer,
    start: found.index,
    end: found.index + found[0].length,
    level: 'critical' as const,
    words: 'Sends what is kept here to another machine.',
  }));
}

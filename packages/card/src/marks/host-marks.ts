import { hostOf } from '../web.ts';
import { isForeign, type Mark } from './mark.ts';

/** A name alone, such as `api.example`, is looked at only for letters of another script. */
function bareHost(value: string): { readonly start: number; readonly end: number } | null {
  const isName = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(value) && /[a-z]/i.test(value);
  return isName && isForeign(value) ? { start: 0, end: value.length } : null;
}

const onwardKeys =
  /[?&#](?:next|continue|return(?:_?(?:to|url))?|redirect(?:_?(?:to|ur[il]))?|dest(?:ination)?|goto|url|u|target|callback)=(?<at>https?(?::|%3a)(?:\/|%2f){2}(?:[^/?#&%\s]|%(?!2f)){1,250})/di;

/** The host of an address in the query of another one, to which a browser is sent on. */
function onwardHost(
  value: string,
  from: number,
): { readonly start: number; readonly end: number } | null {
  const [start, end] = onwardKeys.exec(value.slice(from))?.indices?.groups?.['at'] ?? [-1, -1];
  if (start < 0) return null;
  const scheme = /^https?(?::|%3a)(?:\/|%2f){2}/i.exec(value.slice(from + start))?.[0].length ?? 0;
  return { start: from + start + scheme, end: from + end };
}

function isSameSite(one: string, other: string): boolean {
  const site = (host: string) =>
    host.replace(/:\d+$/, '').toLowerCase().split('.').slice(-2).join('.');
  return site(one) === site(other);
}

/** What an address hides from a reader: its real host, letters that look alike, a missing lock. */
export function hostMarks(value: string, pointer: string): readonly Mark[] {
  const place = hostOf(value) ?? bareHost(value);
  if (place === null) return [];
  const host = value.slice(place.start, place.end);
  const mark = (level: Mark['level'], words: string, end = place.end): Mark[] => [
    { pointer, start: place.start, end, level, words },
  ];
  const after = value.slice(place.end);
  if (after.startsWith('\\')) {
    const until = value.slice(place.end + 1).search(/[/?#]/);
    const words = 'Programs do not agree on where the host of this address ends.';
    return mark('critical', words, until < 0 ? value.length : place.end + 1 + until);
  }
  if (/%(?:40|2f|5c)/i.test(host))
    return mark('critical', 'Programs do not agree on where the host of this address ends.');
  if (value.slice(0, place.start).includes('@'))
    return mark('critical', `Goes to ${host}. What stands before @ is only a user name.`);
  if (/^(?:0x[\da-f]+|\d+)(?:\.|:|$)/i.test(host))
    return mark('high', 'A number instead of a name.');
  if (isForeign(host))
    return mark('critical', 'Has letters of another script, which can look like a known name.');
  if (/(?:^|\.)xn--/i.test(host))
    return mark('critical', 'A name in another script, which can look like a known one.');
  const onward = onwardHost(value, place.end);
  if (onward !== null && !isSameSite(host, value.slice(onward.start, onward.end))) {
    const words = `Leads on to ${value.slice(onward.start, onward.end)}.`;
    return [{ pointer, ...onward, level: 'high', words }];
  }
  return /^http:/i.test(value) && !/^(?:localhost|127\.)/.test(host)
    ? mark('high', 'Sent without encryption.')
    : [];
}

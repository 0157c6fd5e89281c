/** Providers where everyone can have an address. Their names are alike by chance. */
const providers = new Set(
  (
    'gmail.com googlemail.com mail.com email.com ymail.com gmx.com gmx.de gmx.net web.de hotmail.com outlook.com live.com ' +
    'msn.com aol.com yahoo.com icloud.com me.com mac.com proton.me pm.me zoho.com fastmail.com mail.ru qq.com 163.com 126.com'
  ).split(' '),
);

const nearMax = 2;
const lengthMax = 100;

/** Whether one domain passes for the other to a hurried reader, and is another one. */
export function looksLike(one: string, other: string): boolean {
  if (one === other || (providers.has(one) && providers.has(other))) return false;
  if (one.length > lengthMax || other.length > lengthMax) return false;
  if (isUnder(one, other) || isUnder(other, one)) return false;
  return isNear(one, other) || drawn(one) === drawn(other) || carries(one, other);
}

function isUnder(one: string, other: string): boolean {
  return one.endsWith(`.${other}`);
}

/** Letters that are drawn alike become one. */
function drawn(domain: string): string {
  return domain
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll(/[1|i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll(/-/g, '');
}

/** `acme.example.evil.test`, `acme-pay.example` and `login-acme.test` carry the name of `acme.example`. */
function carries(domain: string, known: string): boolean {
  if (providers.has(known)) return false;
  if (domain.startsWith(`${known}.`)) return true;
  const name = known
    .split('.')
    .findLast((label, index, all) => index < all.length - 1 && !common.has(label));
  return (
    name !== undefined &&
    name.length >= 4 &&
    domain.split('.').some(label => label !== name && label.split('-').includes(name))
  );
}

/** Labels that many domains share. */
const common = new Set(
  'co com org net gov edu ac or ne example mail email bank shop cloud news info online group team company service support school hotel media data tech app web www sales'.split(
    ' ',
  ),
);

/** Whether two names differ in one or two letters. */
function isNear(one: string, other: string): boolean {
  if (one.length < 5 || Math.abs(one.length - other.length) > nearMax) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let left = 1; left <= one.length; left++) {
    const next = [left];
    for (let right = 1; right <= other.length; right++) {
      const change = (row[right - 1] ?? 0) + (one[left - 1] === other[right - 1] ? 0 : 1);
      next.push(Math.min(change, (row[right] ?? 0) + 1, (next[right - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? 0) <= nearMax;
}

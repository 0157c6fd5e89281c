import { plainAmounts } from '../languages/plain-amounts.ts';

/** What one unit is worth in dollars at most: rounded up, so that an old rate errs towards asking. */
export const dollars: ReadonlyMap<string, number> = new Map(
  Object.entries({
    usd: 1,
    eur: 1.18,
    gbp: 1.36,
    chf: 1.35,
    cad: 0.8,
    aud: 0.75,
    nzd: 0.7,
    jpy: 0.0078,
    cny: 0.16,
    inr: 0.0135,
    brl: 0.22,
    mxn: 0.065,
    sek: 0.12,
    nok: 0.11,
    dkk: 0.17,
    pln: 0.3,
    czk: 0.05,
    huf: 0.0032,
    ron: 0.25,
    try: 0.04,
    zar: 0.065,
    krw: 0.00085,
    sgd: 0.82,
    hkd: 0.135,
    twd: 0.036,
    thb: 0.033,
    idr: 0.00007,
    myr: 0.26,
    php: 0.019,
    vnd: 0.000045,
    ils: 0.33,
    aed: 0.28,
    sar: 0.27,
    kwd: 3.4,
    bhd: 2.7,
    omr: 2.7,
    jod: 1.45,
    tnd: 0.36,
    egp: 0.035,
    ngn: 0.0015,
    kes: 0.0085,
    clp: 0.0012,
    cop: 0.00027,
    pen: 0.3,
    ars: 0.005,
    uah: 0.03,
    rub: 0.015,
    isk: 0.008,
    btc: 250000,
    eth: 10000,
    sol: 500,
    usdc: 1,
    usdt: 1,
    dai: 1,
    wei: 1e-14,
    gwei: 1e-5,
    sat: 0.0025,
    sats: 0.0025,
    lamports: 5e-7,
  }),
);

/** Minor units in one major unit, where it is not a hundred. */
export const minorUnits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    jpy: 1,
    krw: 1,
    vnd: 1,
    clp: 1,
    isk: 1,
    idr: 1,
    huf: 100,
    kwd: 1000,
    bhd: 1000,
    omr: 1000,
    jod: 1000,
    tnd: 1000,
  }),
);

const symbols: ReadonlyMap<string, string> = new Map([
  ['$', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['¥', 'jpy'],
  ['₹', 'inr'],
  ['₩', 'krw'],
  ['₿', 'btc'],
  ['₺', 'try'],
  ['₽', 'rub'],
  ['zł', 'pln'],
  ['kr', 'sek'],
]);

/** An amount the way it was written: how much, of what, as far as the text says. */
interface WrittenAmount {
  readonly value: number;
  readonly currency: string | null;
}

const scales: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['mm', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['t', 1e12],
  ['grand', 1e3],
  ['lakh', 1e5],
  ['crore', 1e7],
]);

/**
 * Reads "$1,250.00", "1.250,00 €", "12k", "USD 5 000", "1.2m", "1e6" and digits of other scripts that fold to
 * ASCII. `null` if it is no amount: words around the number other than units mean it is something else.
 */
export function parseAmount(text: string): WrittenAmount | null {
  if (text.length === 0 || text.length > 64) return null;
  return parsePlain(text) ?? parsePlain(plainAmounts(text));
}

function parsePlain(text: string): WrittenAmount | null {
  let value: number | null = null;
  let currency: string | null = null;
  let scale = 1;
  for (const token of tokens(text.normalize('NFKC').toLowerCase())) {
    const symbol = symbols.get(token);
    if (symbol !== undefined) currency = symbol;
    else if (dollars.has(token)) currency = token;
    else if (scales.has(token) && value !== null) scale *= scales.get(token) ?? 1;
    else if (/^[0-9]/u.test(token)) {
      if (value !== null) return null;
      value = readNumber(token);
      if (value === null) return null;
    } else if (!fillers.has(token)) return null;
  }
  return value === null ? null : { value: value * scale, currency };
}

const fillers: ReadonlySet<string> = new Set([
  'us',
  'dollar',
  'dollars',
  'euro',
  'euros',
  'pounds',
  'about',
  'approx',
  'total',
  '-',
  '+',
  '~',
  'exactly',
  'ca',
  'c',
  'a',
  'yen',
]);

function tokens(text: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    let end = at + 1;
    if (char >= '0' && char <= '9') {
      // A group of thousands may be set off by a space: "5 000".
      while (end < text.length && isNumberPart(text, end)) end += 1;
      found.push(text.slice(at, end));
    } else if (/[a-zł]/u.test(char)) {
      while (end < text.length && /[a-zł]/u.test(text[end] ?? '')) end += 1;
      found.push(text.slice(at, end));
    } else if (char.trim() !== '') found.push(char);
    at = end;
  }
  return found;
}

function isNumberPart(text: string, at: number): boolean {
  const char = text[at] ?? '';
  if ((char >= '0' && char <= '9') || char === '.' || char === ',' || char === "'" || char === '_')
    return true;
  if (char === 'e') return /^e[0-9+]/u.test(text.slice(at, at + 2));
  if (char === '+') return text[at - 1] === 'e';
  return char === ' ' && /^ [0-9]{3}(?![0-9])/u.test(text.slice(at, at + 5));
}

/** Of the last "." and ",", the one followed by other than three digits, or the later of both, is the decimal point. */
function readNumber(text: string): number | null {
  const bare = text
    .replaceAll(' ', '')
    .replaceAll("'", '')
    .replaceAll('_', '')
    .replace(/[.,]+$/u, '');
  if (/^[0-9]+(\.[0-9]+)?e\+?[0-9]{1,2}$/u.test(bare)) return Number(bare);
  const dot = bare.lastIndexOf('.');
  const comma = bare.lastIndexOf(',');
  const point = Math.max(dot, comma);
  if (point < 0) return /^[0-9]+$/u.test(bare) ? Number(bare) : null;
  const mark = bare[point] ?? '.';
  const other = mark === '.' ? ',' : '.';
  const tail = bare.length - point - 1;
  const repeated = bare.indexOf(mark) !== point;
  const grouping = repeated || (tail === 3 && !bare.includes(other) && !/^0[.,]/u.test(bare));
  const whole = grouping ? bare : bare.slice(0, point);
  const digits = whole.replaceAll(',', '').replaceAll('.', '');
  const rest = grouping ? '' : bare.slice(point + 1);
  if (!/^[0-9]*$/u.test(digits) || !/^[0-9]*$/u.test(rest)) return null;
  return Number(`${digits === '' ? '0' : digits}.${rest === '' ? '0' : rest}`);
}

/** What an amount is worth in dollars; an unknown currency counts like the dollar. */
export function inDollars(value: number, currency: string | null): number {
  return Math.abs(value) * (currency === null ? 1 : (dollars.get(currency) ?? 1));
}

/** What multiplies a number when it follows it. */
const scales: ReadonlyMap<string, number> = new Map(
  Object.entries({
    k: 1e3,
    tsd: 1e3,
    tausend: 1e3,
    mille: 1e3,
    mil: 1e3,
    mila: 1e3,
    duizend: 1e3,
    tys: 1e3,
    tysięcy: 1e3,
    tysiące: 1e3,
    thousand: 1e3,
    grand: 1e3,
    m: 1e6,
    mm: 1e6,
    mn: 1e6,
    mio: 1e6,
    mln: 1e6,
    million: 1e6,
    millionen: 1e6,
    millions: 1e6,
    millones: 1e6,
    millón: 1e6,
    milhões: 1e6,
    milhão: 1e6,
    milioni: 1e6,
    milione: 1e6,
    miljoen: 1e6,
    milion: 1e6,
    milionów: 1e6,
    miliony: 1e6,
    b: 1e9,
    bn: 1e9,
    mrd: 1e9,
    mld: 1e9,
    milliarde: 1e9,
    milliarden: 1e9,
    milliard: 1e9,
    milliards: 1e9,
    md: 1e9,
    billion: 1e9,
    miljard: 1e9,
    miliardi: 1e9,
    miliardów: 1e9,
    bi: 1e9,
    mi: 1e6,
    lakh: 1e5,
    lakhs: 1e5,
    lac: 1e5,
    crore: 1e7,
    crores: 1e7,
    cr: 1e7,
    十: 10,
    百: 100,
    千: 1e3,
    万: 1e4,
    萬: 1e4,
    億: 1e8,
    亿: 1e8,
    兆: 1e12,
    백: 100,
    천: 1e3,
    만: 1e4,
    억: 1e8,
    조: 1e12,
    拾: 10,
  }),
);

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '€': 'EUR',
    eur: 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    欧元: 'EUR',
    ユーロ: 'EUR',
    유로: 'EUR',
    $: 'USD',
    usd: 'USD',
    us$: 'USD',
    dollar: 'USD',
    dollars: 'USD',
    dólares: 'USD',
    dollari: 'USD',
    dolarów: 'USD',
    dollaro: 'USD',
    美元: 'USD',
    ドル: 'USD',
    달러: 'USD',
    '£': 'GBP',
    gbp: 'GBP',
    '¥': 'JPY',
    '￥': 'JPY',
    jpy: 'JPY',
    円: 'JPY',
    日元: 'JPY',
    yen: 'JPY',
    cny: 'CNY',
    rmb: 'CNY',
    元: 'CNY',
    人民币: 'CNY',
    块: 'CNY',
    块钱: 'CNY',
    '₩': 'KRW',
    krw: 'KRW',
    원: 'KRW',
    r$: 'BRL',
    brl: 'BRL',
    reais: 'BRL',
    real: 'BRL',
    zł: 'PLN',
    zl: 'PLN',
    pln: 'PLN',
    złotych: 'PLN',
    złote: 'PLN',
    zlotych: 'PLN',
    chf: 'CHF',
    franken: 'CHF',
    fr: 'CHF',
    sfr: 'CHF',
    '₹': 'INR',
    inr: 'INR',
    rs: 'INR',
    rupees: 'INR',
    '₿': 'BTC',
    btc: 'BTC',
    eth: 'ETH',
    mxn: 'MXN',
    pesos: 'MXN',
    ars: 'ARS',
    clp: 'CLP',
    cop: 'COP',
    sek: 'SEK',
    nok: 'NOK',
    dkk: 'DKK',
    czk: 'CZK',
    huf: 'HUF',
    usdc: 'USDC',
    usdt: 'USDT',
    cad: 'CAD',
    aud: 'AUD',
    twd: 'TWD',
    nt$: 'TWD',
    hkd: 'HKD',
    hk$: 'HKD',
    sgd: 'SGD',
    s$: 'SGD',
    a$: 'AUD',
    c$: 'CAD',
    '₺': 'TRY',
    '₽': 'RUB',
    '₪': 'ILS',
    '฿': 'THB',
    '₫': 'VND',
    '₱': 'PHP',
    '₴': 'UAH',
    '₦': 'NGN',
  }),
);

const digitsOf: ReadonlyMap<string, number> = new Map(
  [...'〇一二三四五六七八九'].map((sign, value): [string, number] => [sign, value]),
);

const number =
  /^\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3}){1,6}(?:[.,]\d{1,8})?(?!\d)|^\d{1,3}(?:,\d{2}){1,5},\d{3}(?:\.\d{1,4})?(?!\d)|^\d{1,18}(?:[.,]\d{1,8})?/u;
const word = /^\p{L}{1,12}/u;
const symbolAhead = /^(?:[a-z]{0,2}\$|[\p{Sc}￥])/iu;
const wordSign = /[\p{Script=Han}\p{Script=Hangul}]/u;

interface Read {
  readonly value: number;
  readonly length: number;
}

/**
 * Writes the numbers of a text the plain way: `1.000.000,00 €` becomes `1000000 EUR`, `¥3M`, `1億円`, `4.5万元`, `₩500만`,
 * `1 Mio. EUR`, `R$ 10.000` and `5 lakh` likewise. A number without scale and currency is written with its digits only.
 * One pass; each step looks at a bounded piece.
 */
export function plainAmounts(text: string): string {
  const folded = text.normalize('NFKC');
  let plain = '';
  for (let at = 0; at < folded.length; ) {
    const read = amountAt(folded, at);
    if (read === null) {
      plain += folded[at] ?? '';
      at += 1;
    } else {
      const padded = /[\p{L}]$/u.test(plain) && read.text !== '' ? ' ' : '';
      plain += `${padded}${read.text}${/^\p{L}/u.test(folded.slice(at + read.length, at + read.length + 2)) ? ' ' : ''}`;
      at += read.length;
    }
  }
  return plain;
}

interface WrittenPlainly {
  readonly text: string;
  readonly length: number;
}

function amountAt(text: string, start: number): WrittenPlainly | null {
  const before = text[start - 1] ?? ' ';
  if (/[\p{Script=Latin}\d_.#/-]/u.test(before)) return null;
  const ahead = text.slice(start, start + 64);
  const leading = leadingCurrency(ahead);
  const from = leading?.length ?? 0;
  const read = scaledNumber(ahead.slice(from), leading !== null);
  if (read === null) return null;
  let length = from + read.length;
  const trailing = trailingCurrency(ahead.slice(length));
  if (trailing !== null) length += trailing.length;
  const currency = trailing?.code ?? leading?.code;
  return {
    text: `${String(read.value)}${currency === undefined ? '' : ` ${currency}`}`,
    length,
  };
}

function leadingCurrency(text: string): { readonly code: string; readonly length: number } | null {
  const sign =
    symbolAhead.exec(text)?.[0] ?? /^(?:[A-Z]{3}|Fr\.|Rs\.?|zł)(?=\s?\d)/u.exec(text)?.[0];
  if (sign === undefined) return null;
  const code = currencies.get(sign.toLowerCase().replace('.', ''));
  if (code === undefined) return null;
  const gap = /^\s?/u.exec(text.slice(sign.length))?.[0].length ?? 0;
  return { code, length: sign.length + gap };
}

function trailingCurrency(text: string): { readonly code: string; readonly length: number } | null {
  const linked = /^\.?\s?(?:(?:de|di|of|d')\s)?/u.exec(text)?.[0] ?? '';
  const rest = text.slice(linked.length);
  const sign = symbolAhead.exec(rest)?.[0];
  if (sign !== undefined) {
    const code = currencies.get(sign.toLowerCase());
    return code === undefined || /^\d/u.test(rest.slice(sign.length).trimStart())
      ? null
      : { code, length: linked.length + sign.length };
  }
  const written = word.exec(rest)?.[0] ?? '';
  for (
    let end = wordSign.test(written[0] ?? '') ? Math.min(3, written.length) : written.length;
    end > 0;
    end -= 1
  ) {
    const code = currencies.get(written.slice(0, end).toLowerCase());
    if (code !== undefined) return { code, length: linked.length + end };
    if (!wordSign.test(written[0] ?? '')) break;
  }
  return null;
}

/** A number and the scales behind it; `1億2000万` adds up. */
function scaledNumber(text: string, isMoney: boolean): Read | null {
  let total = 0;
  let length = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let part = 0; part < 4; part += 1) {
    const rest = text.slice(length);
    const read = digitsAt(rest) ?? signsAt(rest);
    if (read === null) break;
    const scaled = scaleAfter(rest.slice(read.length), isMoney);
    if (part > 0 && (scaled.scale >= last || !wordSign.test(text[length - 1] ?? ''))) break;
    total += read.value * scaled.scale;
    length += read.length + scaled.length;
    last = scaled.scale;
    if (scaled.scale === 1) break;
  }
  return length === 0 ? null : { value: Math.round(total * 1e8) / 1e8, length };
}

function digitsAt(text: string): Read | null {
  const written = number.exec(text)?.[0];
  return written === undefined ? null : { value: numberOf(written), length: written.length };
}

/** `三百` and `五`: signs for digits, alone or before a scale. */
function signsAt(text: string): Read | null {
  const first = digitsOf.get(text[0] ?? '');
  return first !== undefined && scales.has(text[1] ?? '') ? { value: first, length: 1 } : null;
}

function scaleAfter(
  text: string,
  isMoney: boolean,
): { readonly scale: number; readonly length: number } {
  let scale = 1;
  let length = 0;
  for (let step = 0; step < 2; step += 1) {
    const rest = text.slice(length);
    const gap = /^[ \u00a0\u202f]?/u.exec(rest)?.[0].length ?? 0;
    const written = word.exec(rest.slice(gap))?.[0] ?? '';
    const name = wordSign.test(written[0] ?? '') ? (written[0] ?? '') : written.toLowerCase();
    const found = scales.get(name);
    // "5 m" may be metres: a short scale that stands apart needs a currency.
    const isShort = name.length <= 2 && gap > 0 && !wordSign.test(name);
    if (found === undefined) break;
    if (isShort && !isMoney && trailingCurrency(rest.slice(gap + name.length)) === null) break;
    scale *= found;
    length += gap + name.length;
  }
  if (scale > 1 && text[length] === '.' && /^\.\s/u.test(text.slice(length))) length += 1;
  return { scale, length };
}

/** Of "." and ",", the last with other than three digits behind it, or the later of both kinds, is the decimal mark. */
function numberOf(written: string): number {
  const bare = written.replace(/[ \u00a0\u202f'’]/gu, '');
  const dot = bare.lastIndexOf('.');
  const comma = bare.lastIndexOf(',');
  const point = Math.max(dot, comma);
  if (point < 0) return Number(bare);
  const mark = bare[point] ?? '.';
  const both = dot >= 0 && comma >= 0;
  const repeated = bare.indexOf(mark) !== point;
  const isDecimal = !repeated && (both || bare.length - point - 1 !== 3 || /^0[.,]/u.test(bare));
  const whole = (isDecimal ? bare.slice(0, point) : bare).replace(/[.,]/gu, '');
  return Number(isDecimal ? `${whole}.${bare.slice(point + 1)}` : whole);
}

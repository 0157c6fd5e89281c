import { combineQuantities } from './combine-quantities.ts';
import type { Token } from './tokens.ts';
import { wordMap, wordSet } from './word-list.ts';

/** A number in the text with what it counts, as far as its own words say. */
export interface Quantity {
  readonly value: number;
  /** Index of the first token, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly currency: string | null;
}

const currencies: ReadonlyMap<string, string> = wordMap(`
  $=USD usd=USD dollar=USD dollars=USD bucks=USD us$=USD €=EUR eur=EUR euro=EUR euros=EUR £=GBP
  gbp=GBP pound=GBP pounds=GBP quid=GBP sterling=GBP ¥=JPY jpy=JPY yen=JPY cny=CNY yuan=CNY
  rmb=CNY inr=INR rupees=INR chf=CHF francs=CHF cad=CAD aud=AUD sek=SEK nok=NOK dkk=DKK pln=PLN
  brl=BRL mxn=MXN sgd=SGD nzd=NZD zar=ZAR krw=KRW ₿=BTC btc=BTC bitcoin=BTC bitcoins=BTC eth=ETH
  ether=ETH sol=SOL usdc=USDC usdt=USDT xrp=XRP doge=DOGE ltc=LTC kroner=NOK krone=NOK kronor=SEK
  krona=SEK zloty=PLN zlotys=PLN złoty=PLN rupee=INR ₹=INR rs=INR won=KRW ₩=KRW peso=MXN
  pesos=MXN real=BRL reais=BRL rand=ZAR lira=TRY liras=TRY try=TRY ₺=TRY franc=CHF shekel=ILS
  shekels=ILS ils=ILS ₪=ILS dirham=AED dirhams=AED aed=AED riyal=SAR riyals=SAR sar=SAR
  baht=THB thb=THB ringgit=MYR myr=MYR hkd=HKD twd=TWD renminbi=CNY czk=CZK koruna=CZK huf=HUF
  forint=HUF ron=RON bgn=BGN rub=RUB ruble=RUB rubles=RUB roubles=RUB uah=UAH hryvnia=UAH
  naira=NGN ngn=NGN kes=KES egp=EGP idr=IDR php=PHP vnd=VND pkr=PKR ars=ARS clp=CLP cop=COP
  pen=PEN isk=ISK ₽=RUB ₴=UAH ₦=NGN ₫=VND ₱=PHP ₿=BTC ฿=THB rm=MYR nt$=TWD hk$=HKD s$=SGD r$=BRL satoshi=BTC sats=BTC matic=MATIC usd$=USD c$=CAD a$=AUD
`);

const units: ReadonlyMap<string, number> = new Map(
  [
    ...wordMap(`
    one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12
    thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19
    twenty=20 thirty=30 forty=40 fourty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90
  `),
  ].map(([word, value]) => [word, Number(value)]),
);

const scales: ReadonlyMap<string, number> = new Map(
  [
    ...wordMap(`
    dozen=12 dozens=24 hundred=100 hundreds=200 thousand=1e3 thousands=2e3 k=1e3 grand=1e3
    million=1e6 millions=2e6 mio=1e6 m=1e6 mm=1e6 mn=1e6 mil=1e6 lakh=1e5 lakhs=1e5 lac=1e5 crore=1e7 crores=1e7 billion=1e9
    billions=2e9 bn=1e9 b=1e9
  `),
  ].map(([word, value]) => [word, Number(value)]),
);

/** A number after one of these is a name, not a count: "step 4", "port 5432", "order 71002". */
const naming: ReadonlySet<string> = wordSet(`
  step port order issue ticket pr line chapter page http error status version v id code row#
  room section phase item invoice case build release rfc cve section figure slide pull request #
  number no nr level priority account customer tenant node instance server shard host customer-id since until before after in at year user# account# run job attempt
  commit by january february march april may june july august september october november
  december
`);

/** All quantities of a text, in order. */
export function findQuantities(tokens: readonly Token[]): readonly Quantity[] {
  const found: Quantity[] = [];
  for (let index = 0; index < tokens.length; ) {
    const quantity = quantityAt(tokens, index);
    if (quantity === undefined) index += 1;
    else {
      found.push(quantity);
      index = quantity.to;
    }
  }
  return combineQuantities(tokens, found);
}

function quantityAt(tokens: readonly Token[], from: number): Quantity | undefined {
  const first = tokens[from];
  if (first === undefined) return undefined;
  const leading = currencies.get(first.word);
  const start = leading !== undefined && first.kind === 'word' ? from + 1 : from;
  const amount = digitsAt(tokens, start) ?? wordsAt(tokens, start);
  if (amount === undefined) return undefined;
  const trailing = currencyAfter(tokens, amount.to);
  const currency =
    leading ??
    amount.currency ??
    trailing?.currency ??
    (tokens[amount.to - 1]?.word === 'grand' ? 'USD' : null);
  if (currency === null && isNoQuantity(tokens, from, amount)) return undefined;
  return { value: amount.value, from, to: trailing?.to ?? amount.to, currency };
}

/** A number without a currency that names a thing or refers to one. */
function isNoQuantity(
  tokens: readonly Token[],
  from: number,
  { value, to, spelled }: Amount,
): boolean {
  const before = tokens[from - 1]?.word ?? '';
  // "88-2041" is a reference, not a count.
  const hyphen = tokens[to];
  const isReference =
    hyphen?.word === '-' &&
    hyphen.start === tokens[to - 1]?.end &&
    tokens[to + 1]?.start === hyphen.end;
  // "squad 12 is …": with one of a thing, the number is its name.
  const isSubject =
    value > 1 && /^(?:is|was|has)$/.test(tokens[to]?.word ?? '') && /^[a-z]+$/.test(before);
  return isReference || isSubject || (naming.has(before) && spelled !== true);
}

function currencyAfter(
  tokens: readonly Token[],
  at: number,
): { to: number; currency: string } | undefined {
  const skip = /^(?:us|u\.s|american|australian|canadian)$/.test(tokens[at]?.word ?? '') ? 1 : 0;
  const currency = currencies.get(tokens[at + skip]?.word ?? '');
  return currency === undefined ? undefined : { to: at + skip + 1, currency };
}

interface Amount {
  readonly value: number;
  readonly to: number;
  readonly currency?: string | null;
  readonly spelled?: boolean;
}

function digitsAt(tokens: readonly Token[], at: number): Amount | undefined {
  const token = tokens[at];
  if (token?.kind !== 'number') return undefined;
  const match = /^(\p{Sc}?)(\d[\d.,_']*(?:e[+-]?\d+)?)([a-z%]*)(\p{Sc}?)$/u.exec(token.word);
  if (match === null) return undefined;
  const [, sign = '', digits = '', suffix = '', behind = ''] = match;
  const base = readDigits(digits);
  const attached = currencies.get(suffix);
  const scale = scales.get(suffix) ?? 1;
  const isMeasure = suffix !== '' && scale === 1 && attached === undefined;
  if (base === undefined || isMeasure) return undefined;
  const grouped = spacedGroups(tokens, at, digits);
  let value = (grouped?.value ?? base) * scale;
  let to = grouped?.to ?? at + 1;
  for (
    let next = scales.get(tokens[to]?.word ?? '');
    next !== undefined && tokens[to]?.kind === 'word';
  ) {
    value *= next;
    to += 1;
    next = scales.get(tokens[to]?.word ?? '');
  }
  return {
    value: rounded(value),
    to,
    currency: currencies.get(sign || behind) ?? attached ?? null,
  };
}

/** "7 215", "1 250 000": groups of three digits with one space between them. */
function spacedGroups(
  tokens: readonly Token[],
  at: number,
  digits: string,
): { value: number; to: number } | undefined {
  if (!/^[1-9]\d{0,2}$/.test(digits)) return undefined;
  let joined = digits;
  let to = at + 1;
  for (; to < at + 4; to += 1) {
    const [before, token] = [tokens[to - 1], tokens[to]];
    if (token?.kind !== 'number' || token.start - (before?.end ?? 0) !== 1) break;
    if (!/^\d{3}$/.test(token.word) || (before?.word.length ?? 0) > 4) break;
    joined += token.word;
  }
  return to === at + 1 ? undefined : { value: Number(joined), to };
}

/** "1,850", "2.400,00", "12'000", "1_000": the last separator with other than three digits is the decimal one. */
export function readDigits(digits: string): number | undefined {
  const plain = digits.replace(/[_']/g, '');
  const comma = plain.lastIndexOf(',');
  const dot = plain.lastIndexOf('.');
  const last = Math.max(comma, dot);
  const decimals = last < 0 ? '' : plain.slice(last + 1);
  const both = comma >= 0 && dot >= 0;
  const repeated = last >= 0 && plain.indexOf(plain.charAt(last)) !== last;
  const isDecimal = last >= 0 && !repeated && (both || decimals.length !== 3);
  const whole = (isDecimal ? plain.slice(0, last) : plain).replace(/[.,]/g, '');
  const value = Number(isDecimal ? `${whole}.${decimals}` : whole);
  return Number.isFinite(value) ? value : undefined;
}

/** "five hundred", "nine and a half thousand", "a couple of thousand", "half a million", "one thousand two hundred". */
function wordsAt(tokens: readonly Token[], from: number): Amount | undefined {
  let total = 0;
  let part = 0;
  let seen = false;
  let at = from;
  for (; at < tokens.length && at < from + 16; at += 1) {
    const word = tokens[at]?.word ?? '';
    if (tokens[at]?.kind !== 'word') break;
    const next = tokens[at + 1]?.word ?? '';
    const [compound, rest] = word.split('-');
    const unit =
      units.get(word) ??
      (compound !== undefined && rest !== undefined && units.has(rest)
        ? (units.get(compound) ?? 0) + (units.get(rest) ?? 0)
        : undefined);
    const scale = word.length > 2 ? scales.get(word) : undefined;
    if (unit !== undefined) {
      part += unit;
      seen = true;
    } else if (
      scale !== undefined &&
      (seen || /s$/.test(word) || /^(?:a|the|few|several|of)$/.test(tokens[at - 1]?.word ?? ''))
    ) {
      if (scale >= 1e3) {
        total += (part || 1) * scale;
        part = 0;
      } else part = (part || 1) * scale;
      seen = true;
    } else if (word === 'half' && seen) part += 0.5;
    else if (word === 'half' && /^(?:a|an)$/.test(next) && scales.has(tokens[at + 2]?.word ?? '')) {
      part = 0.5;
      seen = true;
      at += 1;
    } else if (
      /^(?:couple|few|several)$/.test(word) &&
      (next === 'of' || scales.has(next) || next === 'dozen')
    ) {
      part = word === 'couple' ? 2 : 3;
      seen = scales.has(next) || scales.has(tokens[at + 2]?.word ?? '');
      if (!seen) return undefined;
    } else if (!(seen && /^(?:and|a|of)$/.test(word) && isNumberWord(next))) {
      if (!(word === 'a' && !seen && scales.has(next) && next.length > 2)) break;
    }
  }
  if (!seen) return undefined;
  return { value: rounded(total + part), to: at, spelled: true };
}

function isNumberWord(word: string): boolean {
  return units.has(word) || scales.has(word) || word === 'a' || word === 'half';
}

function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}

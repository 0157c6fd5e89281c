import { idKey, isRpcId, type RpcId } from '../message/rpc.ts';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const object = 0x7b;
const list = 0x5b;
const endOfObject = 0x7d;
const endOfList = 0x5d;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
const mark = [0xef, 0xbb, 0xbf];
/** No id of a client that a gateway forwards is longer. */
const wordMax = 4096;

/**
 * Reads only the id of an answer while its bytes pass, however large it is. A document is an answer to the request that was
 * sent, or no answer to any: one object, with at most one id, which is that of the request.
 */
export class AnswerScan {
  readonly #id: RpcId | null;
  #depth = 0;
  #place: 'before' | 'inside' | 'behind' | 'wrong' = 'before';
  #inText = false;
  #isEscaped = false;
  /** What stands at the top of the document: the name, or the value after it. */
  #word: number[] = [];
  #name: unknown = null;
  #isName = true;
  #ids = 0;

  constructor(id: RpcId | null) {
    this.#id = id;
  }

  /** Whether the document may still be passed on. */
  read(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length && this.#place !== 'wrong'; at++) {
      if (this.#inText && this.#depth > 1 && !this.#isEscaped) at = endOfPlain(chunk, at);
      const byte = chunk[at];
      if (byte === undefined) break;
      if (this.#inText) this.#readText(byte);
      else this.#readByte(byte);
    }
    return this.#place !== 'wrong';
  }

  /** Whether the document ended as it must. An empty one says nothing. */
  get isOwn(): boolean {
    return this.#place === 'behind' || this.#place === 'before';
  }

  get hasId(): boolean {
    return this.#ids === 1;
  }

  #readText(byte: number): void {
    if (this.#depth === 1) this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#inText = false;
  }

  #readByte(byte: number): void {
    if (this.#place !== 'inside') {
      this.#readOutside(byte);
      return;
    }
    if (byte === quote) this.#inText = true;
    if (byte === object || byte === list) this.#depth += 1;
    else if (byte === endOfObject || byte === endOfList) this.#close();
    else if (this.#depth === 1) this.#readMember(byte);
  }

  #readOutside(byte: number): void {
    if (blanks.has(byte)) return;
    if (this.#place === 'before' && mark.includes(byte)) return;
    if (this.#place === 'before' && byte === object) {
      this.#place = 'inside';
      this.#depth = 1;
    } else this.#place = 'wrong';
  }

  #readMember(byte: number): void {
    if (byte === colon) {
      this.#name = this.#parsedWord();
      this.#isName = false;
    } else if (byte === comma) this.#endMember();
    else this.#keep(byte);
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#endMember();
    if (this.#place === 'inside') this.#place = 'behind';
  }

  #endMember(): void {
    const value = this.#parsedWord();
    const name = this.#name;
    this.#name = null;
    this.#isName = true;
    // Some clients read names in any case.
    if (typeof name === 'string' && name !== 'id' && name.toLowerCase() === 'id') {
      this.#place = 'wrong';
    }
    if (name !== 'id') return;
    this.#ids += 1;
    const isOwn =
      value === null || (isRpcId(value) && this.#id !== null && idKey(value) === idKey(this.#id));
    if (!isOwn || this.#ids > 1) this.#place = 'wrong';
  }

  /** Only the value of the id is kept. */
  #keep(byte: number): void {
    if (!this.#isName && this.#name !== 'id') return;
    if (this.#word.length < wordMax) this.#word.push(byte);
  }

  #parsedWord(): unknown {
    const text = Buffer.from(this.#word).toString('utf8').trim();
    this.#word = [];
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}

/** Where the text under way ends or has an escape, or the end of the chunk. */
function endOfPlain(chunk: Buffer, from: number): number {
  const end = chunk.indexOf(quote, from);
  const stop = end < 0 ? chunk.length : end;
  const escaped = chunk.subarray(from, stop).indexOf(backslash);
  return escaped < 0 ? stop : from + escaped;
}

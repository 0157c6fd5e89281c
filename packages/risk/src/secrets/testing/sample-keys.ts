const letters = 'aZ7kQ3mXw9Lr2TbN5vYc8JhD4pGs6FqEuRtKyMnWzHjVdBxCfPgS';

/** The same letters for the same seed every time, with no word in them. A whole key is never written down. */
export function sampleKey(start: string, length: number, alphabet: string = letters): string {
  let state = start.length * 7919 + length;
  let key = start;
  for (let at = 0; at < length; at += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    key += alphabet[Math.floor(state / 65536) % alphabet.length] ?? '';
  }
  return key;
}

export const hexDigits = '3f9a1c7e5b2d804d6';

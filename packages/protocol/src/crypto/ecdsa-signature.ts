/**
 * Turns an ECDSA-Sig-Value for a 256-bit curve (RFC 3279) from DER into r || s, or null where the bytes
 * are not exactly that. Strict, because one signature must have one encoding: short definite lengths,
 * no bytes left over, integers positive and minimal. Whether r and s are in range is for the verifier.
 */
export function ecdsaSignatureFromDer(der: Uint8Array): Uint8Array | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const r = integerAt(der, 2);
  if (r === null) return null;
  const s = integerAt(der, 4 + r.length);
  if (s === null || 6 + r.length + s.length !== der.length) return null;
  const signature = new Uint8Array(64);
  return place(signature, r, 32) && place(signature, s, 64) ? signature : null;
}

/** The content of the INTEGER whose tag is at `offset`, sign octet included. */
function integerAt(der: Uint8Array, offset: number): Uint8Array | null {
  const length = der[offset + 1];
  if (der[offset] !== 0x02 || length === undefined) return null;
  const content = der.subarray(offset + 2, offset + 2 + length);
  const [first, second] = content;
  if (content.length !== length || first === undefined || first >= 0x80) return null;
  if (first === 0 && second !== undefined && second < 0x80) return null;
  return content;
}

/** Writes the integer right-aligned before `end`; false when its value needs more than 32 bytes. */
function place(signature: Uint8Array, integer: Uint8Array, end: number): boolean {
  const magnitude = integer[0] === 0 ? integer.subarray(1) : integer;
  if (magnitude.length > 32) return false;
  signature.set(magnitude, end - magnitude.length);
  return true;
}

/** The signer cannot answer now: it is gone, too slow, or no key of it signs at this time. Nothing was signed. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}

/** The keys are unusable until a person repairs what the message names. */
export class SignerUnusable extends Error {
  override readonly name = 'SignerUnusable';
}

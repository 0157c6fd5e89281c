/** The signer cannot answer now: it is gone, too slow, or no key of it signs at this time. Nothing was signed. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}

/** The keys are not what a signer may use until somebody repairs what the message names. */
export class SignerUnusable extends Error {
  override readonly name = 'SignerUnusable';
}

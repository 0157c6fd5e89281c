/** A gate cannot be opened with what it was given; the message says what to mend. */
export class EmbedRefused extends Error {
  override readonly name = 'EmbedRefused';
}

/** A checkpoint did not arrive outside. It stays in the store and is given again. */
export class CheckpointNotTaken extends Error {
  override readonly name = 'CheckpointNotTaken';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

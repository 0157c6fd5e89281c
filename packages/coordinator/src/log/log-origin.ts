/** The name of a log in its checkpoints. A new epoch is another log, so no checkpoint of it can contradict an older one. */
export function logOrigin({
  storeId,
  epoch,
}: {
  readonly storeId: string;
  readonly epoch: number;
}): string {
  return `${storeId}/${epoch}`;
}

import { type ApproverDirectory, voicesOf } from '@countersign/protocol/chain';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Guards } from './commit.ts';
import type { Context } from './context.ts';
import { storeStream } from './stream-name.ts';

interface Voters {
  /** The approvers of the request who may act now. */
  readonly approvers: ApproverDirectory;
  /** What a commit that depends on it is guarded by: an approver who leaves meanwhile makes it fail. */
  readonly streams: Guards['streams'];
}

/** The present standing of everyone who decided a request (ID-12). */
export async function loadVoters(
  { people }: Pick<Context, 'people'>,
  { entries }: Pick<OpenedRequest, 'entries'>,
): Promise<Voters> {
  const identities = entries.flatMap(voicesOf);
  if (people.present === undefined) return { approvers: await people.directory(), streams: [] };
  const { approvers, version } = await people.present(identities);
  return { approvers, streams: version === null ? [] : [{ stream: storeStream, version }] };
}

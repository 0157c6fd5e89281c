import { InvitationList, InvitationRevoked } from '@countersign/wire/listed-invitations';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

/** Links that no one has used. Apart from the other calls, because one screen needs them: `api.with(invitationCalls)`. */
export function invitationCalls(caller: PersonCaller) {
  return {
    list: (options?: CallOptions) => caller.read(InvitationList, '/v1/invitations', options),
    revoke: (id: string, options?: WriteOptions) =>
      caller.write(
        InvitationRevoked,
        `/v1/invitations/${encodeURIComponent(id)}/revoke`,
        undefined,
        options,
      ),
  };
}

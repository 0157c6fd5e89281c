import { loadDirectory } from '@countersign/coordinator';
import type { Result } from '@countersign/protocol/reason';
import { idFromUuid, operatorRole, PersonId, systemActor } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import { invitationLink, makeInvitation } from './invitation.ts';

const firstRunSeconds = 600;

/**
 * The link for the first person, who gets every role: it lasts ten minutes and opens only while the store has no
 * person. Null where a person exists. The server prints the link for its operator.
 */
export async function firstRunLink(
  app: Pick<App, 'context' | 'origin' | 'policies'>,
): Promise<Result<string | null>> {
  const { context, origin, policies } = app;
  const { state } = await loadDirectory(context);
  if (state.people.size > 0) return { ok: true, value: null };
  const made = await makeInvitation(
    context,
    `invitation_${context.ids.uuid().replaceAll('-', '')}`,
    {
      kind: 'first_person',
      personId: idFromUuid(PersonId, 'person', context.ids.uuid()),
      roles: [operatorRole, ...policies.policy.roles],
      profile: null,
      seconds: firstRunSeconds,
      by: systemActor,
    },
  );
  return made.ok ? { ok: true, value: invitationLink(origin, made.value.token) } : made;
}

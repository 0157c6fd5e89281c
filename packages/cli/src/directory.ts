import {
  invitationCalls,
  type PersonApi,
  type PersonChange,
  type PersonFacts,
} from '@countersign/client/people';
import { type CommandIo, CommandRefused, output } from './command.ts';
import type { InviteOptions, PeopleOptions } from './commands/people.ts';
import { personApi } from './session/person-api.ts';
import { readAllPages } from './session/read-all-pages.ts';
import { withFreshProof } from './session/with-fresh-proof.ts';
import { tellAsked } from './tell-asked.ts';
import { bold, cyan, dim, green, text, yellow } from './terminal/styled-text.ts';
import { minutesUntil } from './terminal/time-left.ts';

export function everybody(api: PersonApi, { signal }: CommandIo): Promise<readonly PersonFacts[]> {
  return readAllPages(async after => {
    const { people, next } = await api.listPeople({ after, signal });
    return { items: people, next };
  });
}

export async function listPeople(
  io: CommandIo,
  options: PeopleOptions & { readonly all?: boolean },
): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const found = await everybody(api, io);
  const shown = found.filter(({ active }) => options.all === true || active);
  out.json({ people: shown });
  if (shown.length === 0) return out.line('There are no people.');
  out.table(
    shown.map(person => [
      person.name ?? dim('(forgotten)'),
      person.email ?? '',
      person.roles.length === 0 ? dim('no roles') : person.roles.join(', '),
      waysIn(person),
      dim(person.person_id),
    ]),
    { head: ['name', 'e-mail', 'roles', 'signs in with', 'person'] },
  );
  const hidden = found.length - shown.length;
  if (hidden > 0) out.line(dim(`${hidden} deactivated; see them with --all`));
}

function waysIn({ active, passkeys, oidc_accounts, linked_accounts }: PersonFacts) {
  if (!active) return yellow('deactivated');
  const ways = [
    ...(passkeys === 0 ? [] : [passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`]),
    ...(oidc_accounts === 0 ? [] : ['the organisation']),
    ...(linked_accounts === 0 ? [] : ['a linked account']),
  ];
  return ways.length === 0 ? yellow('nothing yet') : ways.join(', ');
}

export async function invitePerson(
  io: CommandIo,
  name: string,
  options: InviteOptions,
): Promise<void> {
  const out = output(io, options.json);
  const { email = null, role: roles = [] } = options;
  const made = await withFreshProof(io, out, options, ({ api }) =>
    api.invite({ name, email, roles }, { signal: io.signal }),
  );
  if ('house_request' in made) return tellAsked(out, made, `The invitation of ${name}`);
  out.json(made);
  const having = roles.length === 0 ? 'without a role' : `as ${roles.join(', ')}`;
  out.line(text`${green('✓')} ${bold(name)} is invited ${having}`);
  if (made.link === null) return;
  out.line();
  out.line(
    `Send this link only to them. It works once, within ${minutesUntil(io, made.expires_at)}:`,
  );
  out.line(text`  ${cyan(made.link)}`);
  if (/^https?:\/\/(?:localhost|127\.|\[::1\])/.test(made.link)) {
    out.line();
    out.line(
      yellow(
        'This link leads to localhost: on another machine it opens nothing. Start the server with --origin and an address that the person can reach, then invite again.',
      ),
    );
  }
}

export async function listInvitations(io: CommandIo, options: PeopleOptions): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { invitations } = await api.with(invitationCalls).list({ signal: io.signal });
  out.json({ invitations });
  if (invitations.length === 0) {
    out.line('No invitation is open.');
    return;
  }
  out.table(
    invitations.map(({ invitation_id, name, roles, state, expires_at }) => [
      invitation_id,
      bold(name ?? 'a person'),
      roles.join(', '),
      state === 'valid'
        ? `valid for ${minutesUntil(io, expires_at)}`
        : state === 'expired'
          ? dim('expired')
          : dim('opens no more'),
    ]),
    { head: ['invitation', 'person', 'roles', 'state'] },
  );
}

export async function revokeInvitation(
  io: CommandIo,
  id: string,
  options: PeopleOptions,
): Promise<void> {
  const out = output(io, options.json);
  const revoked = await withFreshProof(io, out, options, ({ api }) =>
    api.with(invitationCalls).revoke(id, { signal: io.signal }),
  );
  out.json(revoked);
  out.line(text`${green('✓')} The link opens nothing any more.`);
}

export async function setRoles(
  io: CommandIo,
  who: string,
  roles: readonly string[],
  options: PeopleOptions,
): Promise<void> {
  const changed = await change(io, who, { roles }, options);
  if (changed === null) return;
  const words = roles.length === 0 ? 'has no roles now' : `is ${roles.join(', ')} now`;
  output(io, options.json).line(
    text`${green('✓')} ${bold(changed.name ?? changed.person_id)} ${words}`,
  );
}

export async function setActive(
  io: CommandIo,
  who: string,
  active: boolean,
  options: PeopleOptions,
): Promise<void> {
  const changed = await change(io, who, { active }, options);
  if (changed === null) return;
  const words = active ? 'may act again' : 'may no longer act';
  output(io, options.json).line(
    text`${green('✓')} ${bold(changed.name ?? changed.person_id)} ${words}`,
  );
}

async function change(
  io: CommandIo,
  who: string,
  what: PersonChange,
  options: PeopleOptions,
): Promise<PersonFacts | null> {
  const out = output(io, options.json);
  const changed = await withFreshProof(io, out, options, async ({ api }) => {
    const { person_id } = personNamed(who, await everybody(api, io));
    return api.changePerson(person_id, what, { signal: io.signal });
  });
  if ('house_request' in changed) {
    tellAsked(out, changed, `The change of ${who}`);
    return null;
  }
  out.json(changed);
  return changed;
}

/** By id, address or name. A name that two people have names neither. */
export function personNamed(who: string, people: readonly PersonFacts[]): PersonFacts {
  const found = people.filter(
    ({ person_id, email, name }) => person_id === who || email === who || name === who,
  );
  const [person] = found;
  if (person !== undefined && found.length === 1) return person;
  throw new CommandRefused(
    'failed',
    person === undefined
      ? 'No person has this id, e-mail address or name.'
      : `${found.length} people have this name.`,
    person === undefined
      ? 'See: countersign people --all'
      : 'Give the id: countersign people --all',
  );
}

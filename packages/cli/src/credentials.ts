import type { CredentialFacts, RegisteredCredential } from '@countersign/client/people';
import { type CommandIo, CommandRefused, type Output, output } from './command.ts';
import type { KeyOptions, MakeOptions, Verb } from './commands/keys.ts';
import { personApi } from './session/person-api.ts';
import { readAllPages } from './session/read-all-pages.ts';
import { withFreshProof } from './session/with-fresh-proof.ts';
import { tellAsked } from './tell-asked.ts';
import { bold, cyan, dim, green, red, type Text, text } from './terminal/styled-text.ts';
import { shortMoment } from './terminal/time-left.ts';

export async function listCredentials(
  io: CommandIo,
  options: KeyOptions & { readonly all?: boolean },
): Promise<void> {
  const out = output(io, options.json);
  const { signal } = io;
  const { api } = await personApi(io, options);
  const found = await readAllPages(async after => {
    const { credentials, next } = await api.listCredentials({ after, signal });
    return { items: credentials, next };
  });
  const shown = found.filter(({ revoked_at }) => options.all === true || revoked_at === null);
  out.json({ credentials: shown });
  if (shown.length === 0) return out.line('No credentials.');
  out.table(
    shown.map(credential => [
      credential.label ?? '',
      (credential.channel ?? credential.kind).replaceAll('_', ' '),
      rightsOf(credential),
      stateOf(credential),
      dim(credential.credential_id),
    ]),
    { head: ['label', 'kind', 'may', 'since', 'credential'] },
  );
  const hidden = found.length - shown.length;
  if (hidden > 0) out.line(dim(`${hidden} revoked; see them with --all`));
}

function rightsOf({ verbs, agent_ids, executor, service_id }: CredentialFacts): string {
  if (verbs.length > 0 && agent_ids.length === 1 && agent_ids[0] === executor) {
    return `${verbs.join(', ')} as ${executor}`;
  }
  const asAgent = verbs.filter(verb => verb !== 'consume');
  const parts = [
    ...(asAgent.length === 0 ? [] : [`${asAgent.join(', ')} as ${agent_ids.join(', ')}`]),
    ...(verbs.includes('consume') ? [`consume as ${executor}`] : []),
  ];
  if (parts.length > 0) return parts.join('; ');
  if (service_id !== null) return `decide as ${service_id}`;
  return agent_ids.length > 0 ? `sign for ${agent_ids.join(', ')}` : 'sign in';
}

function stateOf({ registered_at, revoked_at, expires_at }: CredentialFacts): Text {
  if (revoked_at !== null) return red(`revoked ${shortMoment(revoked_at)}`);
  const until = expires_at === null ? '' : `, until ${shortMoment(expires_at)}`;
  return dim(`${shortMoment(registered_at)}${until}`);
}

export async function makeKey(io: CommandIo, label: string, options: MakeOptions): Promise<void> {
  const out = output(io, options.json);
  const { agent = [], subject = [], toolServer, executor, expires, edge } = options;
  const asked = options.verb ?? verbsFor(agent, executor);
  const edgeKey = edge === undefined ? null : await edgeKeyIn(edge);
  const verbs = edgeKey === null ? asked : [...new Set([...asked, 'edge' as const])];
  const made = await withFreshProof(io, out, options, ({ api }) =>
    api.makeApiKey(
      {
        label,
        verbs,
        agent_ids: agent,
        ...(subject.length === 0 ? {} : { subject_ids: subject }),
        ...(toolServer === undefined ? {} : { tool_server: toolServer }),
        ...(edgeKey === null ? {} : { edge_key: edgeKey }),
        ...(executor === undefined ? {} : { executor }),
        ...(expires === undefined ? {} : { expires_at: expires }),
      },
      { signal: io.signal },
    ),
  );
  if ('house_request' in made) return tellAsked(out, made, `The API key ${label}`);
  tellSecret(out, made, text`${green('✓')} Made the API key ${bold(label)}`);
  if (agent[0] !== undefined) {
    out.line(dim(`An agent uses it as COUNTERSIGN_KEY, with COUNTERSIGN_AGENT=${agent[0]}.`));
  }
}

/** An agent asks and looks; an executor uses up what was approved. */
/** What the batches of the edge are signed with. The private half stays in the folder. */
async function edgeKeyIn(folder: string) {
  const { openEdgeKey } = await import('@countersign/edge');
  return openEdgeKey(folder).publicKey;
}

function verbsFor(agents: readonly string[], executor: string | undefined): Verb[] {
  if (agents.length === 0 && executor === undefined) {
    throw new CommandRefused(
      'usage',
      'Expected --agent, --executor or both: what is the key for?',
      'See: countersign keys make --help',
    );
  }
  return [
    ...(agents.length === 0 ? [] : (['propose', 'observe'] as const)),
    ...(executor === undefined ? [] : (['consume'] as const)),
  ];
}

/** The secret is printed only this once, and is not stored here. */
function tellSecret(out: Output, made: RegisteredCredential, first: Text): void {
  out.json(made);
  out.line(first);
  out.line(text`  credential  ${made.credential.credential_id}`);
  out.line(text`  may         ${rightsOf(made.credential)}`);
  out.line();
  if (made.secret === null) return;
  out.line('Shown once. Put it where secrets are kept:');
  out.line(text`  ${cyan(made.secret)}`);
}

export async function rotateKey(
  io: CommandIo,
  id: string,
  options: KeyOptions & { readonly keep?: boolean },
): Promise<void> {
  const out = output(io, options.json);
  const { keep = false } = options;
  const made = await withFreshProof(io, out, options, ({ api }) =>
    api.rotateCredential(id, { keep, signal: io.signal }),
  );
  if ('house_request' in made) return tellAsked(out, made, `The new key for ${id}`);
  const old = keep ? 'the old one stays in use until you revoke it' : 'the old one is revoked';
  tellSecret(
    out,
    made,
    text`${green('✓')} Made another key for ${bold(made.credential.label ?? id)}; ${old}`,
  );
}

export async function revokeKey(
  io: CommandIo,
  id: string,
  options: KeyOptions & { readonly reason: string },
): Promise<void> {
  const out = output(io, options.json);
  const revoked = await withFreshProof(io, out, options, ({ api }) =>
    api.revokeCredential(id, options.reason, { signal: io.signal }),
  );
  out.json(revoked);
  out.line(text`${green('✓')} ${bold(revoked.label ?? id)} is revoked permanently.`);
}

import type { RequestRepresentation } from '@countersign/client/people';
import { joiningOf } from '@countersign/protocol/chain';
import {
  dim,
  green,
  joined,
  red,
  type StyledText,
  type Text,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import type { Shown } from './read-shown.ts';
import { momentWords } from './time-words.ts';
import { hangingLines, separated } from './wrap-text.ts';

type Stage = RequestRepresentation['chain']['stages'][number];
type Entry = RequestRepresentation['entries'][number];

/** The stages as a path: what is done, what is open, what comes after, and who said what. */
export function stageLines({ facts, names }: Shown, now: Date, columns: number): StyledText[] {
  return facts.chain.stages.flatMap((stage, index) => {
    const state = facts.stages[index]?.state ?? 'waiting';
    const entries = facts.entries.filter(entry => entry.stage_index === index);
    const marks = { satisfied: green('✓'), open: yellow('●'), waiting: dim('○') } as const;
    const mark = entries.some(({ decision }) => decision === 'deny') ? red('✗') : marks[state];
    const allows = facts.stages[index]?.allows ?? 0;
    const count = stage.required
      ? `${allows} of ${stage.quorum}`
      : 'optional: may reject, delays nothing';
    return [
      ...hangingLines(
        text`  ${mark} `,
        [text`${dataText(stage.name)}  ${dim(count)}  ${dim(admits(stage))}`],
        columns,
      ),
      ...joiningLines(stage, facts, now).map(line => text`      ${dim(line)}`),
      ...entries.flatMap(entry => hangingLines('      ', entryLines(entry, names, now), columns)),
    ];
  });
}

/** Who joins the stage later, and who has joined it (ES-1). */
function joiningLines(stage: Stage, { request, status }: Shown['facts'], now: Date): StyledText[] {
  if (status !== 'pending') return [];
  return joiningOf(stage, request)
    .filter(({ at }) => at < request.expires_at)
    .map(({ at, approvers }) => {
      const verb = at <= now.toISOString() ? 'joined' : 'joins';
      return joined([...whoIs(approvers), ` ${verb} at ${momentWords(at, now)}`]);
    });
}

/** Whom a stage takes, and how sure it must be of them. */
function admits({ approvers, approver_kinds, separation, min_assurance }: Stage): StyledText {
  const how = approver_kinds.includes('human') ? assuranceWords[min_assurance] : 'a listed service';
  const apart = separation === 'self_confirm' ? 'may be self-confirmed' : 'independent';
  return joined([...whoIs(approvers), `, ${how}, ${apart}`]);
}

function whoIs({ roles, identities }: Stage['approvers']): Text[] {
  const who = [
    ...roles.map(role => text`role ${dataText(role)}`),
    ...identities.map(identity => dataText(identity)),
  ];
  return separated(who, ' or ');
}

const assuranceWords: Readonly<Record<Stage['min_assurance'], string>> = {
  conversation: 'in a conversation, or signed in',
  channel: 'in a channel, or signed in',
  session: 'signed in',
  oidc: 'signed in by the organisation',
  webauthn: 'passkey signature over this decision',
};

function entryLines(entry: Entry, names: ReadonlyMap<string, string | null>, now: Date): Text[] {
  const name = names.get(entry.approver_identity) ?? entry.approver_identity;
  const said = entry.decision === 'allow' ? green('approved') : red('rejected');
  const self =
    entry.separation === 'self_confirm' ? yellow(', self-confirmed, not independent') : '';
  const line = text`${dataText(name)} ${said} ${dim(`at ${momentWords(entry.decided_at, now)}, by ${entry.identity_assurance}`)}${self}`;
  return entry.reason === '' ? [line] : [line, text`${dim('reason')} "${dataText(entry.reason)}"`];
}

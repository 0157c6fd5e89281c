import type { OpenedRequest } from '@countersign/protocol/request';
import type { RiskLevel, Timestamp } from '@countersign/protocol/value';
import { requestUrl } from '../pages/request-url.ts';
import { clockTime } from './clock-times.ts';

/** What one person is told. It has no values of an action and no way to decide: values are behind a sign-in (DR-4). */
export type PersonalNotice =
  | AskedNotice
  | DigestNotice
  | { readonly kind: 'settled'; readonly approval_request_id: string }
  | { readonly kind: 'alarm'; readonly approval_request_id: string; readonly agent_id: string }
  | {
      readonly kind: 'release';
      readonly approval_request_id: string;
      readonly agent_id: string;
      readonly tool_name: string;
    }
  | { readonly kind: 'test' };

interface AskedNotice {
  readonly kind: 'ask' | 'reminder';
  readonly approval_request_id: string;
  readonly agent_id: string;
  readonly tool_name: string;
  readonly risk: RiskLevel;
  readonly requested_at: Timestamp;
  readonly deadline: Timestamp;
  /** Where the request has several stages: the one that waits. */
  readonly stage: { readonly name: string; readonly index: number; readonly count: number };
  /** Whether no one else could decide it now. */
  readonly only_you: boolean;
}

interface DigestNotice {
  readonly kind: 'digest';
  /** Soonest deadline first, and no more than fit. */
  readonly waiting: readonly AskedNotice[];
  /** How many wait in all, as far as they were counted. */
  readonly count: number;
  readonly isMore: boolean;
}

/** A notice in words, the same for every channel. */
export interface NoticeWords {
  /** For a subject or the title of a notification. */
  readonly title: string;
  readonly sentences: readonly string[];
  /** Further lines with a link each. */
  readonly lines: readonly { readonly text: string; readonly url: string }[];
  readonly button: { readonly label: string; readonly url: string };
}

/** The people who look at a notice have a time zone each. */
export function noticeWords(
  origin: string,
  notice: Exclude<PersonalNotice, { kind: 'settled' }>,
  timeZone: string,
): NoticeWords {
  switch (notice.kind) {
    case 'ask':
    case 'reminder':
      return askedWords(origin, notice, timeZone);
    case 'digest':
      return digestWords(origin, notice, timeZone);
    case 'alarm':
      return {
        title: `${plainName(notice.agent_id)} ran another action than the approved one`,
        sentences: [
          'An executor reported that it ran another action than the approved one. Look at the evidence, and lock the agent if you do not know why.',
        ],
        lines: [],
        button: {
          label: 'Look at the request',
          url: requestUrl(origin, notice.approval_request_id),
        },
      };
    case 'release':
      return {
        title: `One person released ${plainName(notice.tool_name)} of ${plainName(notice.agent_id)} alone`,
        sentences: [
          'One person released this action in place of the people of its chain. Another person must review it.',
        ],
        lines: [],
        button: {
          label: 'Look at the release',
          url: requestUrl(origin, notice.approval_request_id),
        },
      };
    case 'test':
      return {
        title: 'Test message',
        sentences: [
          'Messages from Countersign reach you here. No request waits because of this message.',
        ],
        lines: [],
        button: { label: 'Open the inbox', url: `${origin}/` },
      };
  }
}

function askedWords(origin: string, notice: AskedNotice, timeZone: string): NoticeWords {
  const until = clockTime(notice.deadline, timeZone);
  const agent = plainName(notice.agent_id);
  const { name, index, count } = notice.stage;
  const stage =
    count === 1 ? '' : ` You decide for ${plainName(name)}, stage ${index} of ${count}.`;
  const only = notice.only_you ? ' Only you can decide it.' : '';
  return {
    title:
      notice.kind === 'ask'
        ? `${agent} waits for you until ${until}`
        : `Reminder: ${agent} waits for you until ${until}`,
    sentences: [
      `${riskWords(notice.risk)}: ${plainName(notice.tool_name)}, asked by ${agent} at ${clockTime(notice.requested_at, timeZone)}.${stage}${only}`,
      `No answer by ${until} means that nothing runs.`,
    ],
    lines: [],
    button: { label: 'Look at the request', url: requestUrl(origin, notice.approval_request_id) },
  };
}

function digestWords(
  origin: string,
  { waiting, count, isMore }: DigestNotice,
  timeZone: string,
): NoticeWords {
  const first = waiting[0];
  const many = isMore
    ? `${count} or more requests wait`
    : count === 1
      ? '1 request waits'
      : `${count} requests wait`;
  const unshown = count - waiting.length;
  return {
    title:
      first === undefined
        ? 'Nothing waits for you'
        : `${many} for you, the first until ${clockTime(first.deadline, timeZone)}`,
    sentences: [
      `${first === undefined ? 'Nothing waits' : many} for you.`,
      ...(unshown > 0 || isMore ? ['The inbox shows the rest.'] : []),
    ],
    lines: waiting.map(each => ({
      text: `${riskWords(each.risk)}: ${plainName(each.tool_name)}, asked by ${plainName(each.agent_id)}, until ${clockTime(each.deadline, timeZone)}`,
      url: requestUrl(origin, each.approval_request_id),
    })),
    button: { label: 'Open the inbox', url: `${origin}/` },
  };
}

const levels: Readonly<Record<RiskLevel, string>> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
  critical: 'Critical risk',
};

function riskWords(level: RiskLevel): string {
  return levels[level];
}

const nameMax = 64;

/**
 * A name that an agent or its developer chose, on one line: nothing invisible, nothing that turns the direction of the
 * text, nothing that could end a header.
 */
function plainName(name: string): string {
  const shown = [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}').replace(/\s+/g, ' ')];
  return shown.length <= nameMax ? shown.join('') : `${shown.slice(0, nameMax - 1).join('')}…`;
}

/** What is told of a request that waits. */
export function askedNotice(
  kind: AskedNotice['kind'],
  { request, chain, tool_name }: OpenedRequest,
  stage: { readonly name: string; readonly index: number },
  onlyYou: boolean,
  risk: RiskLevel,
): AskedNotice {
  return {
    kind,
    approval_request_id: request.approval_request_id,
    agent_id: request.agent_id,
    tool_name,
    risk,
    requested_at: request.requested_at,
    deadline: request.expires_at,
    stage: { name: stage.name, index: stage.index + 1, count: chain.stages.length },
    only_you: onlyYou,
  };
}

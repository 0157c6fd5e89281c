import type { OpenedRequest } from '@countersign/protocol/request';
import type { RiskLevel, Timestamp } from '@countersign/protocol/value';
import type { AskedWords as AskedNames } from '../notice-text/english.ts';
import { noticeText, type Reader } from '../notice-text/reader.ts';
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
  /** The stage that waits, where the request has several. */
  readonly stage: { readonly name: string; readonly index: number; readonly count: number };
  /** Whether no one else could decide it now. */
  readonly only_you: boolean;
}

interface DigestNotice {
  readonly kind: 'digest';
  /** The soonest deadlines first, as many as fit. */
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

/** A notice as the person reads it: in their language, by their clock. */
export function noticeWords(
  origin: string,
  notice: Exclude<PersonalNotice, { kind: 'settled' }>,
  reader: Reader,
): NoticeWords {
  const text = noticeText(reader);
  switch (notice.kind) {
    case 'ask':
    case 'reminder':
      return askedWords(origin, notice, reader);
    case 'digest':
      return digestWords(origin, notice, reader);
    case 'alarm':
      return {
        title: text.alarm(plainName(notice.agent_id)),
        sentences: [text.alarmWords],
        lines: [],
        button: { label: text.look, url: requestUrl(origin, notice.approval_request_id) },
      };
    case 'release':
      return {
        title: text.release(plainName(notice.tool_name), plainName(notice.agent_id)),
        sentences: [text.releaseWords],
        lines: [],
        button: { label: text.lookRelease, url: requestUrl(origin, notice.approval_request_id) },
      };
    case 'test':
      return {
        title: text.test,
        sentences: [text.testWords],
        lines: [],
        button: { label: text.inbox, url: `${origin}/` },
      };
  }
}

function namesOf(notice: AskedNotice, reader: Reader): AskedNames {
  const { clock } = noticeText(reader);
  return {
    risk: notice.risk,
    tool: plainName(notice.tool_name),
    agent: plainName(notice.agent_id),
    at: clockTime(notice.requested_at, reader.timeZone, clock),
    until: clockTime(notice.deadline, reader.timeZone, clock),
  };
}

function askedWords(origin: string, notice: AskedNotice, reader: Reader): NoticeWords {
  const text = noticeText(reader);
  const names = namesOf(notice, reader);
  const { agent, until } = names;
  const { name, index, count } = notice.stage;
  const sentences = [
    text.what(names),
    ...(count === 1 ? [] : [text.stage(plainName(name), index, count)]),
    ...(notice.only_you ? [text.onlyYou] : []),
  ];
  return {
    title: notice.kind === 'ask' ? text.asked(agent, until) : text.reminder(agent, until),
    sentences: [sentences.join(reader.language === 'ja' ? '' : ' '), text.noAnswer(until)],
    lines: [],
    button: { label: text.look, url: requestUrl(origin, notice.approval_request_id) },
  };
}

function digestWords(
  origin: string,
  { waiting, count, isMore }: DigestNotice,
  reader: Reader,
): NoticeWords {
  const text = noticeText(reader);
  const first = waiting[0];
  const unshown = count - waiting.length;
  return {
    title:
      first === undefined ? text.nothing : text.first(count, isMore, namesOf(first, reader).until),
    sentences: [
      first === undefined ? text.nothingWords : text.waiting(count, isMore),
      ...(unshown > 0 || isMore ? [text.rest] : []),
    ],
    lines: waiting.map(each => ({
      text: text.line(namesOf(each, reader)),
      url: requestUrl(origin, each.approval_request_id),
    })),
    button: { label: text.inbox, url: `${origin}/` },
  };
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

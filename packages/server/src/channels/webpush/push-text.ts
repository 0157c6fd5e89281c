import { noticeText, type Reader } from '../../notice-text/reader.ts';
import { noticeWords, type PersonalNotice } from '../personal-notice.ts';

/** What the service worker of the inbox shows. It has no values, and nothing to press that decides. */
export interface PushText {
  readonly kind: 'show' | 'withdraw';
  /** One notification for each request: a reminder replaces the first one. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** A path of this origin. */
  readonly path: string;
  readonly silent: boolean;
  /** How many requests wait for the person, for the badge of the app. */
  readonly count: number;
}

export function pushText(
  origin: string,
  notice: PersonalNotice,
  { reader, isQuiet, count }: { reader: Reader; isQuiet: boolean; count: number },
): PushText {
  if (notice.kind === 'settled') {
    const { decided, decidedWords } = noticeText(reader);
    const words = { title: decided, body: decidedWords, path: '/' };
    return { kind: 'withdraw', tag: notice.approval_request_id, ...words, silent: true, count };
  }
  const { title, sentences, button } = noticeWords(origin, notice, reader);
  const isCritical = 'risk' in notice && notice.risk === 'critical';
  return {
    kind: 'show',
    tag: 'approval_request_id' in notice ? notice.approval_request_id : notice.kind,
    title,
    body: sentences.join(' '),
    path: button.url.slice(origin.length),
    silent: isQuiet && !isCritical,
    count,
  };
}

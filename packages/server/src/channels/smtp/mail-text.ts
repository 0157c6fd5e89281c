import type { NoticeText } from '../../notice-text/english.ts';
import { noticeText, type Reader } from '../../notice-text/reader.ts';
import { type NoticeWords, noticeWords, type PersonalNotice } from '../personal-notice.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A notice as a mail: plain text, and the same words as HTML without anything that is loaded from elsewhere. */
export function mailText(
  origin: string,
  notice: Exclude<PersonalNotice, { kind: 'settled' }>,
  reader: Reader,
): MailText {
  const words = noticeWords(origin, notice, reader);
  const settings = `${origin}/settings`;
  return {
    subject: words.title,
    text: plainText(words, settings, noticeText(reader)),
    html: htmlText(words, settings, reader),
  };
}

function plainText(
  { sentences, lines, button }: NoticeWords,
  settings: string,
  { footer, change }: NoticeText,
): string {
  return [
    ...sentences,
    '',
    ...lines.flatMap(({ text, url }) => [`- ${text}`, `  ${url}`]),
    ...(lines.length === 0 ? [] : ['']),
    `${button.label}: ${button.url}`,
    '',
    '-- ',
    footer,
    `${change}: ${settings}`,
    '',
  ].join('\n');
}

function htmlText(
  { title, sentences, lines, button }: NoticeWords,
  settings: string,
  reader: Reader,
): string {
  const { footer, change } = noticeText(reader);
  const link = (url: string, label: string, style: string): string =>
    `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
  const quiet = 'color:#4a5162;font-size:13px';
  const list = lines.map(
    ({ text, url }) => `<li style="margin:0 0 8px">${link(url, text, 'color:#2747c9')}</li>`,
  );
  return [
    `<!doctype html><html lang="${reader.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(title)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/24px system-ui,sans-serif;color:#14171f;background:#ffffff">',
    `<h1 style="font-size:20px;line-height:28px;margin:0 0 12px">${escaped(title)}</h1>`,
    ...sentences.map(each => `<p style="margin:0 0 12px">${escaped(each)}</p>`),
    ...(list.length === 0
      ? []
      : [`<ul style="margin:0 0 12px;padding:0 0 0 20px">${list.join('')}</ul>`]),
    `<p style="margin:20px 0">${link(button.url, button.label, 'display:inline-block;padding:10px 16px;border-radius:8px;background:#2747c9;color:#ffffff;text-decoration:none;font-weight:600')}</p>`,
    `<p style="${quiet};border-top:1px solid #d9dce3;padding-top:12px">${escaped(footer)} ${link(settings, change, 'color:#2747c9')}</p>`,
    '</body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] ?? '');
}

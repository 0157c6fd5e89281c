import type { Found } from '../parameters.ts';
import type { Mark } from './mark.ts';

const hidden =
  /^(?:bcc|bcc[_-]?(?:recipients?|addresses|emails?|list|to)|blind_?(?:carbon_?)?copy)$/i;
const forwards =
  /^(?:(?:auto_?)?forward(?:s|ing|ed)?(?:_?(?:to|address|email|recipient))?|redirect_?to|delegate_?to)$/i;
const hiddenWords = 'A hidden copy: the others do not see this recipient.';
const oneLine = /^(?:subject|title|from|sender|to|cc|reply_?to|(?:x-)?[a-z]+(?:-[a-z]+)+)$/i;
const rawMail = /^[A-Z][\w-]{1,40}:[ \t][^\r\n]{0,998}\r?\n[A-Z][\w-]{1,40}:/;
const hiddenLine = /(?:^|\n)(?:resent-)?bcc:[ \t]*(?<at>[^\r\n]{1,998})/dgi;
const lengthMax = 100_000;

/** Recipients that stand where no view of a message looks for them: in headers, deep inside, in a raw mail. */
export function headerMarks({ key, value, pointer }: Found): readonly Mark[] {
  if (typeof value !== 'string' || value === '' || value.length > lengthMax) return [];
  const whole: Mark = { pointer, start: 0, end: 0, level: 'high', words: hiddenWords };
  if (hidden.test(key) || isUnderHidden(pointer)) return [whole];
  if (forwards.test(key) && /@/.test(value))
    return [{ ...whole, words: 'A copy of what arrives from now on goes there.' }];
  if (oneLine.test(key) && /[\r\n]\s*[\w-]{2,40}:/.test(value)) {
    const words = 'A line break in a header: what follows it is another header.';
    return [{ ...whole, level: 'critical', words }];
  }
  if (!rawMail.test(value)) return [];
  const head = value.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return [...head.matchAll(hiddenLine)].map(found => {
    const [start, end] = found.indices?.groups?.['at'] ?? [0, 0];
    return { ...whole, start, end };
  });
}

/** `bccRecipients: [{ emailAddress: { address } }]`. */
function isUnderHidden(pointer: string): boolean {
  return (
    /\/(?:address|email|mail|value)$/i.test(pointer) &&
    pointer.split('/').some(step => hidden.test(step))
  );
}

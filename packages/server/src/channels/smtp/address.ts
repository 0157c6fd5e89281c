import { accept, type Result, refuse } from '@countersign/protocol/reason';

const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain =
  /^(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * One plain address, and nothing that means more in a header or a command of SMTP: no line ends, no quotes, no comments,
 * no list, no name, no route. What a mail system would take for several addresses or for a header is refused, and not
 * repaired.
 */
export function readAddress(text: string): Result<string> {
  const at = text.lastIndexOf('@');
  const [name, host] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  return at > 0 && name.length <= 64 && local.test(name) && domain.test(host)
    ? accept(text)
    : refuse(
        'object_malformed',
        'expected one plain mail address of ASCII characters, such as mara@example.com',
      );
}

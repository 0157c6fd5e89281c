import { sentenceOf } from '@countersign/card';
import {
  dim,
  green,
  red,
  type StyledText,
  styled,
  type Text,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import type { Shown } from './read-shown.ts';

/** What the action does, in the words of every screen: the rule's sentence, or the one made from the bound bytes. */
export function titleText({ facts, beside, bound }: Shown): StyledText {
  const { request } = facts;
  if (bound === null) return text`${dataText(request.operation)} ${dim('its bytes were erased')}`;
  // Its hidden characters are spelled out already.
  return styled(sentenceOf(bound.action, beside.display?.parts ?? null).text);
}

export function statusText(status: string): StyledText {
  const looks: Readonly<Record<string, (words: Text) => StyledText>> = {
    pending: yellow,
    allowed: green,
    consumed: green,
    denied: red,
    revoked: red,
  };
  return (looks[status] ?? dim)(status);
}

import type { HouseRequestOpened } from '@countersign/client/people';
import type { Output } from './command.ts';
import { bold, cyan, text, yellow } from './terminal/styled-text.ts';

/** A change waits for other people. What is told once is told now. */
export function tellAsked(out: Output, asked: HouseRequestOpened, what: string): void {
  const { house_request, secret, link } = asked;
  const { approval_request_id } = house_request;
  out.json(asked);
  out.line(text`${yellow('…')} ${bold(what)} waits for approval. Nothing has changed yet.`);
  out.line(text`  request  ${approval_request_id}`);
  out.line(text`  see      countersign show ${approval_request_id}`);
  const once = secret ?? link;
  if (once === null) return;
  out.line();
  out.line('Shown once. It works after the approval:');
  out.line(text`  ${cyan(once)}`);
}

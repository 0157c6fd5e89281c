import type { PersonApi, RequestRepresentation } from '@countersign/client/people';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { openBrowser } from '../session/open-browser.ts';
import { bold, cyan, dim, text } from '../terminal/styled-text.ts';
import { awaitChange } from './await-change.ts';
import type { Shown } from './read-shown.ts';

const demands = {
  session: 'The risk is high or critical. A terminal cannot approve it.',
  oidc: 'This stage requires a sign-in with your organisation account. A terminal cannot give it.',
  webauthn:
    'This stage requires a passkey signature over this decision. A terminal cannot give it.',
} as const;

/** Where a person decides in a browser. */
export function deepLink(server: string, id: string): string {
  return `${server}/requests/${id}`;
}

/**
 * A terminal holds no passkey. If a stage demands one, the person decides in the browser, and this function waits for
 * the decision. An interrupt ends the wait and decides nothing.
 */
export async function handOver(
  io: CommandIo,
  out: Output,
  at: { readonly api: PersonApi; readonly server: string; readonly wait: boolean },
  { facts, beside, bound }: Shown,
): Promise<RequestRepresentation> {
  const id = facts.approval_request_id;
  const link = deepLink(at.server, id);
  out.note(text`${demands[beside.eligibility.needs ?? 'webauthn']}`);
  out.note(text`Decide it in the browser: ${cyan(link)}`);
  if (bound !== null) out.note(text`The page shows the same short code: ${bold(bound.short_code)}`);
  if (io.isTty) openBrowser(io, link);
  if (!at.wait) {
    throw new CommandRefused(
      'pending',
      'It is not decided yet.',
      `Wait for it: countersign wait ${id}`,
    );
  }
  out.note(
    dim('Waiting for the decision in the browser. Ctrl-C stops waiting and decides nothing.'),
  );
  const before = facts.entries.length;
  const decided = await awaitChange<RequestRepresentation>({
    read: (after, seconds, signal) =>
      at.api.getRequest(id, after === null ? { signal } : { wait: seconds, after, signal }),
    isOver: ({ status, entries }) => status !== 'pending' || entries.length > before,
    signal: io.signal,
    seconds: null,
  });
  return decided ?? facts;
}

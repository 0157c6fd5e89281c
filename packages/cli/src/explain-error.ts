import { CommandRefused } from './command.ts';
import type { ExitName } from './exit-codes.ts';

/**
 * The facts of an `ApiProblem` of the client. It is recognised by its name, because that module is loaded only where
 * needed.
 */
interface Problem extends Error {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string | null;
  readonly status: number;
}

const notPermitted = new Set([
  'actor_not_permitted',
  'approver_assurance_too_low',
  'terminal_too_weak',
  'approver_is_agent',
  'approver_kind_not_permitted',
  'approver_not_eligible',
  'approver_joins_later',
  'approver_not_independent',
  'terminal_sign_in_expired',
  'terminal_sign_in_refused',
]);
const denied = new Set([
  'policy_denied',
  'request_cancelled',
  'request_denied',
  'request_sent_back',
  'rejected_for_good',
]);
const lapsed = new Set([
  'chain_changed',
  'epoch_changed',
  'grant_already_consumed',
  'grant_expired',
  'grant_revoked',
  'policy_changed',
  'precondition_changed',
  'request_expired',
]);

/** The end that a refusal of the server stands for. */
export function exitOfCode(code: string, status: number): ExitName {
  if (code === 'server_unreachable' || status === 0) return 'unreachable';
  if (status === 401 || status === 403 || notPermitted.has(code)) return 'not_permitted';
  if (denied.has(code)) return 'denied';
  if (lapsed.has(code)) return 'lapsed';
  if (code === 'request_pending') return 'pending';
  return 'failed';
}

/** Every error as a refusal that people can act on; null where it is a fault of this program. */
export function asRefused(error: unknown): CommandRefused | null {
  if (error instanceof CommandRefused) return error;
  if (!(error instanceof Error)) return null;
  if (error.name === 'ApiProblem') return fromProblem(error as Problem);
  if (error.name === 'AbortError') return new CommandRefused('interrupted', 'Interrupted.');
  // Only a waiting command has a time limit of its own. Within that time, a running server has answered at least once.
  if (error.name === 'TimeoutError') return unreachable('no answer came in time');
  return null;
}

function fromProblem({ code, title, detail, remedy, status }: Problem): CommandRefused {
  const exit = exitOfCode(code, status);
  if (exit === 'unreachable') return unreachable(detail === '' ? title : detail);
  const problem = [title, detail === '' ? '' : sentence(detail)].join(' ').trim();
  const again: Readonly<Record<string, string>> = {
    terminal_change_unconfirmed:
      'Run it in a terminal, where you can confirm it in the browser, or do it on the pages of the server.',
    step_up_missing: 'Your sign-in is too old for this. Sign in again: countersign sign-in',
    session_expired: 'Sign in again: countersign sign-in',
    not_authenticated: 'Sign in: countersign sign-in',
  };
  return new CommandRefused(exit, problem, again[code] ?? remedy, code);
}

/** No answer came from the server, or none that can be read; `detail` says which. */
export function unreachable(detail: string): CommandRefused {
  const [, how] = /^no answer came\b(.*)$/s.exec(detail) ?? [];
  return new CommandRefused(
    'unreachable',
    `The server does not answer${how ?? `: ${detail}`}.`,
    'Check the address (--url, COUNTERSIGN_URL), and that it runs: countersign serve',
    'server_unreachable',
  );
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(first) ? first : `${first}.`;
}

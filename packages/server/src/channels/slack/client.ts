import type { WebClient } from '@slack/web-api';
import type { SlackSettings } from './settings.ts';

const timeoutMilliseconds = 10_000;

type Library = typeof import('@slack/web-api');

/** Prints nothing. A failure is thrown, and the outbox tries again. */
const silent = ({ LogLevel }: Library) => ({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
});

const clients = new WeakMap<SlackSettings, Promise<WebClient>>();

/**
 * The client of the configured workspace. Its address comes from the configuration of the operator, never from a
 * request or a payload. So it need not go through the dispatcher that judges addresses. It follows no redirects,
 * because another party chooses their target.
 */
export function slackClient(settings: SlackSettings): Promise<WebClient> {
  const known = clients.get(settings) ?? makeClient(settings);
  clients.set(settings, known);
  return known;
}

async function makeClient(settings: SlackSettings): Promise<WebClient> {
  // A server without Slack does not load it.
  const library = await import('@slack/web-api');
  return new library.WebClient(settings.bot_token, {
    slackApiUrl: settings.api_url,
    allowAbsoluteUrls: false,
    logger: silent(library),
    timeout: timeoutMilliseconds,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: (url, init) => fetch(url, { ...(init as RequestInit), redirect: 'error' }),
  });
}

/** What went wrong with a call, without anything that was sent. */
export function slackProblem(error: unknown): string {
  const { code = 'unknown', data } = error as {
    readonly code?: string;
    readonly data?: { readonly error?: string };
  };
  return `Slack: ${data?.error ?? code}`;
}

import type { Dispatcher } from '../webhooks/dispatch.ts';

const timeoutMilliseconds = 5000;
const responseLimitBytes = 262_144;

/** The JSON object that a host answers. Anything else throws an error that names the host, never the content. */
export async function readJson(
  dispatcher: Dispatcher,
  call: { url: string; method: 'GET' | 'POST'; headers: Readonly<Record<string, string>> },
): Promise<Record<string, unknown>> {
  const sent = await dispatcher.send({
    ...call,
    body: '',
    timeoutMilliseconds,
    responseLimitBytes,
  });
  const { host } = new URL(call.url);
  if (!sent.ok) throw new Error(`${host}: ${sent.problem}`);
  if (sent.status !== 200) throw new Error(`${host}: expected status 200, found ${sent.status}`);
  try {
    const value: unknown = JSON.parse(Buffer.from(sent.body).toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The check below reports it: an answer that is no JSON comes from another kind of server.
  }
  throw new Error(`${host}: expected a JSON object`);
}

import {
  describeApi,
  problemMediaType,
  type Route,
  wrongAnswer,
} from '@countersign/server/testing';
import type { Description } from './fuzzed-call.ts';
import type { RawAnswer } from './http-call.ts';

/** What is wrong with an answer, by the row of its route; null where nothing is. */
type CheckAnswer = (route: Route | null, method: string, answer: RawAnswer) => string | null;

export function answerChecker(routes: readonly Route[]): {
  readonly description: Description;
  readonly check: CheckAnswer;
} {
  const description = withoutReferences(describeApi(routes, '0')) as Description;
  const check: CheckAnswer = (route, method, { status, headers, text }) => {
    if (status >= 500) return 'it is a failure of the server';
    const type = headers['content-type'] ?? '';
    if (method === 'HEAD' || status === 204 || status === 304) {
      return text === '' ? null : 'expected no body';
    }
    if (status >= 400) {
      // Node itself answers input that is not HTTP, and an expectation that cannot be met.
      if (text === '' && (status === 400 || status === 417 || status === 431)) return null;
      if (!type.startsWith(problemMediaType)) return `expected a problem, found ${type}`;
      const problem = JSON.parse(text) as { status: number };
      if (problem.status !== status) return 'the problem names another status';
      return route === null || route.internal ? null : wrongAnswer(route, status, problem);
    }
    if (route === null || route.internal || !/^application\/json/.test(type)) return null;
    return wrongAnswer(route, status, JSON.parse(text));
  };
  return { description, check };
}

/** The document with every reference replaced by what it means. No schema of the API contains itself. */
function withoutReferences(document: object): unknown {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Record<string, unknown>;
    const meant = typeof $ref === 'string' ? at(document, $ref) : {};
    const own = Object.entries({ ...(meant as object), ...rest });
    return Object.fromEntries(
      own.filter(([name]) => name !== 'examples').map(([name, each]) => [name, resolve(each)]),
    );
  };
  return resolve({ paths: (document as { paths: unknown }).paths });
}

function at(document: object, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], document);
}

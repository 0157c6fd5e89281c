import { describeApi, Problem, problemMediaType, type Route } from '@countersign/server/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Description } from './fuzzed-call.ts';
import type { RawAnswer } from './http-call.ts';

/** What is wrong with an answer, by the description that the API gives of itself; null where nothing is. */
type CheckAnswer = (route: Route | null, method: string, answer: RawAnswer) => string | null;

export function answerChecker(routes: readonly Route[]): {
  readonly description: Description;
  readonly check: CheckAnswer;
} {
  const description = describeApi(routes, '0') as unknown as Description;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validators = new Map<string, ValidateFunction>();
  for (const operations of Object.values(description.paths)) {
    for (const { operationId, responses } of Object.values(operations)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const schema = content['application/json']?.schema;
        if (schema !== undefined) validators.set(`${operationId} ${status}`, ajv.compile(schema));
      }
    }
  }
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
      const problem = Problem.safeParse(JSON.parse(text));
      if (!problem.success) return problem.error.message;
      return problem.data.status === status ? null : 'the problem names another status';
    }
    if (route === null || route.internal || !/^application\/json/.test(type)) return null;
    const validate = validators.get(`${route.id} ${status}`);
    if (validate === undefined) return `${status} is not described`;
    return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors);
  };
  return { description, check };
}

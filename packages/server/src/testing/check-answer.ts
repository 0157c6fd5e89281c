import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@countersign/wire/problem';
import { problemsOf } from '../http/problem-codes.ts';
import type { Route } from '../http/route.ts';
import { routes } from '../routes/index.ts';

const rows = routes.map(route => ({
  route,
  form: new RegExp(`^${route.path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
  fixed: !route.path.includes(':'),
}));

/** The row that serves a call; null where none does. A path without parameters goes first, as on the server. */
export function routeAt(method: string, path: string): Route | null {
  const [plain = ''] = path.split('?');
  const found = rows.filter(({ route, form }) => route.method === method && form.test(plain));
  return (found.find(({ fixed }) => fixed) ?? found[0])?.route ?? null;
}

/**
 * What is wrong with an answer, by the row of the route; null where nothing is. A schema leaves out members that it
 * does not know. So an answer that differs from its parsed form says more than was agreed.
 */
export function wrongAnswer(route: Route, status: number, body: unknown): string | null {
  if (status >= 400) {
    const problem = Problem.safeParse(body);
    if (!problem.success) return `${route.id}: not a problem: ${problem.error.message}`;
    const { code } = problem.data;
    if (problemsOf(route).includes(code)) return null;
    return `${route.id}: refused with ${code}, which its row does not name`;
  }
  const schema = route.answers[status];
  if (schema === undefined) return `${route.id}: ${status} is not described`;
  if (typeof schema === 'string') return null;
  const read = schema.safeParse(body);
  if (!read.success) return `${route.id}: ${read.error.message}`;
  return isDeepStrictEqual(read.data, body) ? null : `${route.id}: says more than was agreed`;
}

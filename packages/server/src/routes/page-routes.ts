import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

const files = {
  page: { name: 'front-door.html', mediaType: 'text/html; charset=utf-8' },
  script: { name: 'front-door.js', mediaType: 'text/javascript; charset=utf-8' },
  mark: { name: 'mark.svg', mediaType: 'image/svg+xml; charset=utf-8' },
  style: { name: 'front-door.css', mediaType: 'text/css; charset=utf-8' },
} as const;

/** The way in for people. The page is the same for everybody; what it shows, it asks the API for. */
export const pageRoutes: readonly Route[] = [
  page('/', 'getFrontDoor', 'page'),
  page('/join', 'getJoinPage', 'page'),
  page('/pages/front-door.js', 'getFrontDoorScript', 'script'),
  page('/pages/front-door.css', 'getFrontDoorStyle', 'style'),
  page('/pages/mark.svg', 'getMark', 'mark'),
  route({
    method: 'GET',
    path: '/v1/sign-in-ways',
    id: 'getSignInWays',
    tag: 'session',
    summary: 'How people sign in here',
    access: ['anyone'],
    answers: { 200: z.strictObject({ passkey: z.literal(true), oidc: z.boolean() }) },
    handle: ({ settings }) => json({ passkey: true, oidc: settings.oidc !== null }),
  }),
];

function page(path: `/${string}`, id: string, file: keyof typeof files): Route {
  const { name, mediaType } = files[file];
  const text = readFileSync(new URL(`../../pages/${name}`, import.meta.url), 'utf8');
  return route({
    method: 'GET',
    path,
    id,
    tag: 'pages',
    summary: 'The way in for people',
    access: ['anyone'],
    internal: true,
    answers: { 200: mediaType },
    handle: () => ({ kind: 'text', status: 200, mediaType, text }),
  });
}

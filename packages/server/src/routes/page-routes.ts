import { SignInWays } from '@countersign/wire/sessions';
import * as z from 'zod';
import { configuredChannels } from '../channels/configured-channels.ts';
import { json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { answerFile } from '../pages/answer-file.ts';
import { notBuiltPage } from '../pages/not-built-page.ts';

const html = 'text/html; charset=utf-8';
/** Any address of a page may carry a query, which its script reads. */
const AnyQuery = z.record(z.string(), z.unknown());
const Id = z.strictObject({ id: z.string().max(512) });

/** The pages for people. They are the same for all visitors; they fetch their content from the API. */
export const pageRoutes: readonly Route[] = [
  page('/', 'getFrontPage'),
  page('/join', 'getJoinPage'),
  page('/terminal', 'getTerminalPage'),
  page('/inbox', 'getInboxPage'),
  page('/requests/:id', 'getRequestPage'),
  page('/history', 'getHistoryPage'),
  page('/history/:id', 'getHistoryItemPage'),
  page('/policy', 'getPolicyPage'),
  page('/people', 'getPeoplePage'),
  page('/holds/:id', 'getHoldPage'),
  page('/dead-letters', 'getDeadLettersPage'),
  route({
    method: 'GET',
    path: '/assets/:file',
    id: 'getAsset',
    tag: 'pages',
    summary: 'A file of the pages',
    access: ['anyone'],
    internal: true,
    page: true,
    params: z.strictObject({ file: z.string().max(512) }),
    answers: { 200: 'application/octet-stream' },
    handle: ({ site }, { params, headers }) => {
      const file = site?.assets.get(params.file);
      return file === undefined
        ? refuseCall('route_not_found', 'the pages have no such file')
        : answerFile(file, 'for_ever', headers);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sign-in-ways',
    id: 'getSignInWays',
    tag: 'session',
    summary: 'How people sign in here, and what else they can link',
    access: ['anyone'],
    purpose: 'sign_in',
    answers: {
      200: SignInWays,
    },
    handle: ({ settings }) =>
      json({
        passkey: true,
        oidc: settings.oidc !== null,
        channels: configuredChannels(settings).flatMap(({ channel: { name, title, link } }) =>
          link === null ? [] : [{ name, title, details: link.details }],
        ),
      }),
  }),
];

function page(path: `/${string}`, id: string): Route {
  return route({
    method: 'GET',
    path,
    id,
    tag: 'pages',
    summary: 'A page for people',
    access: ['anyone'],
    internal: true,
    page: true,
    ...(path.endsWith('/:id') ? { params: Id } : {}),
    query: AnyQuery,
    answers: { 200: html },
    handle: ({ site }, { headers }) =>
      answerFile(site?.index ?? notBuiltPage, 'until_asked', headers),
  });
}

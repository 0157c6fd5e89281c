import { PageAddress } from '@countersign/wire/pages';
import { SignInWays } from '@countersign/wire/sessions';
import * as z from 'zod';
import { configuredChannels } from '../channels/configured-channels.ts';
import { json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { answerFile } from '../pages/answer-file.ts';
import { notBuiltPage } from '../pages/not-built-page.ts';
import { appFiles } from '../pages/read-site.ts';

const html = 'text/html; charset=utf-8';
/** Any address of a page may carry a query, which its script reads. */
const AnyQuery = z.record(z.string(), z.unknown());

const ids: Readonly<Record<PageAddress, string>> = {
  '/': 'getFrontPage',
  '/join': 'getJoinPage',
  '/terminal': 'getTerminalPage',
  '/inbox': 'getInboxPage',
  '/requests/:id': 'getRequestPage',
  '/batch': 'getBatchPage',
  '/plans/:agent/:id': 'getPlanPage',
  '/holds/:id': 'getHoldPage',
  '/history': 'getHistoryPage',
  '/history/:id': 'getHistoryItemPage',
  '/policy': 'getPolicyPage',
  '/people': 'getPeoplePage',
  '/connect': 'getConnectPage',
  '/agents': 'getAgentsPage',
  '/allowances': 'getAllowancesPage',
  '/requests/:id/allow': 'getAllowSimilarPage',
  '/insights': 'getInsightsPage',
  '/dead-letters': 'getDeadLettersPage',
  '/settings': 'getSettingsPage',
};

/** The pages for people. They are the same for all visitors; they fetch their content from the API. */
export const pageRoutes: readonly Route[] = [
  ...PageAddress.options.map(page),
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
  ...appFiles.map(appFile),
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

function page(path: PageAddress): Route {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, z.string().max(512)]);
  return route({
    method: 'GET',
    path,
    id: ids[path],
    tag: 'pages',
    summary: 'A page for people',
    access: ['anyone'],
    internal: true,
    page: true,
    ...(named.length > 0 ? { params: z.strictObject(Object.fromEntries(named)) } : {}),
    query: AnyQuery,
    answers: { 200: html },
    handle: ({ site }, { headers }) =>
      answerFile(site?.index ?? notBuiltPage, 'until_asked', headers),
  });
}

/** A file of the app. Its name never changes, so browsers ask each time whether it is still the same. */
function appFile(name: (typeof appFiles)[number]): Route {
  return route({
    method: 'GET',
    path: `/${name}`,
    id: `getAppFile${name.replace(/(?:^|[-.])(\w)/g, (_, first: string) => first.toUpperCase())}`,
    tag: 'pages',
    summary: 'A file of the installable app',
    access: ['anyone'],
    internal: true,
    page: true,
    answers: { 200: 'application/octet-stream' },
    handle: ({ site }, { headers }) => {
      const file = site?.app.get(name);
      return file === undefined
        ? refuseCall('route_not_found', 'the pages have no such file')
        : answerFile(file, 'until_asked', headers);
    },
  });
}

import * as z from 'zod';
import { json } from '../http/answer.ts';
import { describeApi } from '../http/openapi.ts';
import { referencePage, referenceStyle } from '../http/reference-page.ts';
import { type Route, route } from '../http/route.ts';

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';

/** What the API says about itself. */
export function descriptionRoutes(described: readonly Route[], version: string): readonly Route[] {
  const routes: Route[] = [
    route({
      method: 'GET',
      path: '/v1/openapi.json',
      id: 'getDescription',
      tag: 'operating',
      summary: 'This API, as OpenAPI 3.1',
      access: ['anyone'],
      purpose: 'published',
      answers: { 200: z.record(z.string(), z.unknown()) },
      handle: () => json(description()),
    }),
    route({
      method: 'GET',
      path: '/v1/reference',
      id: 'getReference',
      tag: 'operating',
      summary: 'This API as a page for people',
      access: ['anyone'],
      purpose: 'published',
      answers: { 200: html },
      handle: () => ({ kind: 'text', status: 200, mediaType: html, text: page() }),
    }),
    route({
      method: 'GET',
      path: '/v1/reference.css',
      id: 'getReferenceStyle',
      tag: 'operating',
      summary: 'The style of that page',
      access: ['anyone'],
      purpose: 'published',
      internal: true,
      answers: { 200: css },
      handle: () => ({ kind: 'text', status: 200, mediaType: css, text: referenceStyle }),
    }),
  ];
  const all = [...described, ...routes];
  // Made when first asked for, because most servers are never asked.
  const description = once(() => describeApi(all, version));
  const page = once(() => referencePage(all, version));
  return routes;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

import * as z from 'zod';

/** The address of every page for people. The server answers these with the pages, which then show themselves. */
export const PageAddress = z.enum([
  '/',
  '/join',
  '/terminal',
  '/inbox',
  '/requests/:id',
  '/batch',
  '/plans/:agent/:id',
  '/holds/:id',
  '/history',
  '/history/:id',
  '/policy',
  '/people',
  '/connect',
  '/agents',
  '/allowances',
  '/requests/:id/allow',
  '/insights',
  '/dead-letters',
  '/settings',
]);
export type PageAddress = z.infer<typeof PageAddress>;

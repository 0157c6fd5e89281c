import { createPersonApi, type PersonApi } from '@countersign/client/people';
import { language } from '../language/chosen.ts';
import { heldBrowserKey } from './browser-key.ts';

/** The server that served this page, called as the signed-in person. */
export const api: PersonApi = createPersonApi({
  url: location.origin,
  browserKey: heldBrowserKey,
  language,
});

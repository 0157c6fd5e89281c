import { createPersonApi, type PersonApi } from '@countersign/client/people';

/** The server that served this page, called as whoever is signed in. */
export const api: PersonApi = createPersonApi({ url: location.origin });

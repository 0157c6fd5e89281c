import { createPersonApi, type PersonApi } from '@countersign/client/people';

/** The server that served this page, called as the signed-in person. */
export const api: PersonApi = createPersonApi({ url: location.origin });

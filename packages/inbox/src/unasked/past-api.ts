import { pastCalls } from '@countersign/client/people';
import { api } from '../data/api.ts';

/** Loaded with the pages that need it. */
export const pastApi = api.with(pastCalls);

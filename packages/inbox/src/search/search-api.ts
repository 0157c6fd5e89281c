import { searchCalls } from '@countersign/client/people';
import { api } from '../data/api.ts';

/** Loaded with the page that needs it. */
export const searchApi: ReturnType<typeof searchCalls> = api.with(searchCalls);

import { batchCalls } from '@countersign/client/people';
import { api } from '../data/api.ts';

/** Loaded with the page that needs it. */
export const batchApi = api.with(batchCalls);

import { settingCalls } from '@countersign/client/people';
import { api } from '../data/api.ts';

export const settingApi: ReturnType<typeof settingCalls> = api.with(settingCalls);

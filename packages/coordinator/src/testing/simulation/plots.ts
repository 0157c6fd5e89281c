import type { Settings } from '../../ports.ts';
import type { Client } from './client.ts';
import { askAgain, flood, sameQuestion, smallThings } from './plots-of-asking.ts';
import {
  approvals,
  deadlines,
  intruders,
  lives,
  races,
  signedDecisions,
  swappedGrants,
} from './plots-of-requests.ts';
import { evidence, holds, plans, policies } from './plots-of-surroundings.ts';

/** A story that clients live through. It aims at some rules; chance, faults and other clients do the rest. */
export interface Plot {
  readonly name: string;
  /** Numbers that make its rules bite early. */
  readonly settings?: Partial<Settings>;
  /** Time leaps often in it. */
  readonly hasty?: boolean;
  /** It brings policies into force itself. */
  readonly edits?: boolean;
  run(client: Client): Promise<void>;
}

export const plots: readonly Plot[] = [
  approvals,
  races,
  deadlines,
  sameQuestion,
  flood,
  askAgain,
  plans,
  holds,
  evidence,
  smallThings,
  signedDecisions,
  swappedGrants,
  intruders,
  policies,
  lives,
];

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
  /** Its people are those of the directory: they are added, lend roles and leave by events of the store. */
  readonly staffed?: boolean;
  /** Processes die and come back in it even on a calm day. */
  readonly restarts?: boolean;
  /** So many processes, at least. */
  readonly processes?: number;
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

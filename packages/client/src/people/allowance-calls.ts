import type { AllowanceBody, ConfirmAllowanceBody } from '@countersign/wire/allowances';
import type { Sent } from '@countersign/wire/sent';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

export type AllowanceAsked = Sent<typeof AllowanceBody>;

// Loaded with the first answer that needs them.
const wire = () => import('@countersign/wire/allowances');
const AllowanceFacts = async () => (await wire()).AllowanceFacts;
const AllowanceRecord = async () => (await wire()).AllowanceRecord;
const AllowanceList = async () => (await wire()).AllowanceList;
const AllowancePreview = async () => (await wire()).AllowancePreview;
const HouseRequestOpened = async () => (await import('@countersign/wire/house')).HouseRequestOpened;

/** Allowances: what they would have covered, asking for one, and ending one. */
export function allowanceCalls(caller: PersonCaller) {
  return {
    listAllowances: (options?: CallOptions) =>
      caller.read(AllowanceList, '/v1/allowances', options),
    readAllowance: (id: string, options?: CallOptions) =>
      caller.read(AllowanceRecord, pathOf(id), options),
    previewAllowance: (request: string, choice: AllowanceAsked, options?: CallOptions) =>
      caller.write(AllowancePreview, `${startOf(request)}/preview`, choice, options),
    askAllowance: (request: string, choice: AllowanceAsked, options?: WriteOptions) =>
      caller.write(HouseRequestOpened, startOf(request), choice, options),
    confirmAllowance: (
      id: string,
      from: Sent<typeof ConfirmAllowanceBody> = {},
      options?: WriteOptions,
    ) => caller.write(HouseRequestOpened, `${pathOf(id)}/confirm`, from, options),
    suspendAllowance: (id: string, reason: string, options?: WriteOptions) =>
      caller.write(AllowanceFacts, `${pathOf(id)}/suspend`, { reason }, options),
    revokeAllowance: (id: string, reason: string, options?: WriteOptions) =>
      caller.write(AllowanceFacts, `${pathOf(id)}/revoke`, { reason }, options),
  };
}

function pathOf(id: string): string {
  return `/v1/allowances/${encodeURIComponent(id)}`;
}

function startOf(request: string): string {
  return `/v1/requests/${encodeURIComponent(request)}/allowances`;
}

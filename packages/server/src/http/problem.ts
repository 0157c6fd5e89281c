import { type Refusal, reasonCodes } from '@countersign/protocol/reason';
import type { Problem } from '@countersign/wire/problem';

export function problemOf({ code, detail }: Refusal, callId: string): Problem {
  const { http, title, remedy, retry, outcome } = reasonCodes[code];
  return {
    type: `urn:countersign:problem:${code}`,
    title,
    status: http,
    detail,
    code,
    remedy,
    retry,
    outcome,
    call_id: callId,
  };
}

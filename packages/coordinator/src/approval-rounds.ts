import { parseStrict } from '@countersign/protocol/json';
import { type CaseState, emptyCase, evolveCase } from '@countersign/protocol/plan';
import type { RequestEvent } from '@countersign/protocol/request';
import type { CaseId } from '@countersign/protocol/value';
import type { Context } from './context.ts';

/** A case is the fold of its rounds; their claims say which streams those are. */
export async function loadCase(context: Context, caseId: CaseId): Promise<CaseState> {
  let state = emptyCase;
  for (let round = 1; ; round++) {
    const claim = await context.store.findClaim({ scope: 'round', key: `${caseId}/${round}` });
    if (claim === null) return state;
    for (const { text } of await context.store.readStream(claim.owner)) {
      const { type, at, data } = parseStrict(text) as unknown as RequestEvent;
      state = evolveCase(state, { type, at, data } as RequestEvent);
    }
  }
}

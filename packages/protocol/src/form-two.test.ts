// Members that came after the first form of an object (attention, ADR 0105). Each is absent where it is not used, so
// that no digest of the first form changes. A new one is added to this table, and so is looked at here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { EvidenceBundle } from './bundle/evidence-bundle.ts';
import { Chain, Stage } from './chain/chain.ts';
import { ChainEntry, DecisionAssertion, EntrySubmission } from './chain/chain-entry.ts';
import { Hold } from './hold/hold.ts';
import { ApprovalRequest } from './request/approval-request.ts';
import { Grant } from './request/grant.ts';
import { RequestEvent } from './request/request-event.ts';
import { Resolution } from './request/resolution.ts';

const table: Readonly<Record<string, readonly [z.ZodType, readonly string[]]>> = {
  request: [ApprovalRequest, ['allowable', 'amendable', 'amends', 'asked_since']],
  entry: [ChainEntry, ['break_glass', 'on_behalf_of']],
  submission: [EntrySubmission, ['break_glass', 'on_behalf_of']],
  assertion: [DecisionAssertion, ['batch']],
  resolution: [Resolution, ['allowance']],
  grant: [Grant, []],
  stage: [Stage, ['escalation', 'read']],
  chain: [Chain, ['break_glass']],
  hold: [Hold, ['admits', 'agent_id']],
  bundle: [EvidenceBundle, ['allowance', 'delegations', 'versions']],
  parties: [partiesOf(), ['authors']],
};

function partiesOf(): z.ZodType {
  for (const form of RequestEvent.options) {
    const data = (form.shape as Record<string, z.ZodType>)['data'];
    const parties = data instanceof z.ZodObject ? data.shape['parties'] : undefined;
    if (parties instanceof z.ZodObject) return parties;
  }
  throw new Error('no event has parties');
}

/** The members of an object, behind its checks and transformations. */
function membersOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodPipe) return membersOf(schema.in as z.ZodType);
  throw new Error(`${schema.type} is no object`);
}

describe('objects with a second form', () => {
  for (const [name, [schema, known]] of Object.entries(table)) {
    test(`the second form of a ${name} has these members, and no other`, () => {
      const found = Object.entries(membersOf(schema))
        .filter(([, member]) => member instanceof z.ZodOptional)
        .map(([key]) => key)
        .sort();
      assert.deepEqual(found, known);
    });

    test(`a member that a ${name} does not use is absent: it is never null, and nothing takes its place`, () => {
      for (const key of known) {
        const member = membersOf(schema)[key];
        assert.ok(member !== undefined);
        assert.equal(member.safeParse(null).success, false, key);
        assert.deepEqual(member.safeParse(undefined), { success: true, data: undefined }, key);
      }
    });

    test(`a reader of a ${name} refuses a member that it does not know`, () => {
      const refused = schema.safeParse({ a_later_member: true });
      const codes = refused.error?.issues.map(issue => issue.code) ?? [];
      assert.ok(codes.includes('unrecognized_keys'), codes.join());
    });
  }
});

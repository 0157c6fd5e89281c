// The story of a mail that a person on call rejected after the desk had not answered, made only with the public API of the
// package.

import { parseChain, parseEntrySubmission } from '@countersign/protocol/chain';
import {
  inputDigest,
  type OpenRequest,
  parseApprovalRequest,
  type RequestCommand,
} from '@countersign/protocol/request';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import type { AmendedStory } from './amended-story.ts';
import { action, chain, idOf, in_force, noon, open, person, request, site } from './story.ts';

const [desk] = chain.stages;
const escalating = parseChain({
  ...chain,
  stages: [{ ...desk, escalation: [{ after_seconds: 60, approvers: { roles: ['on_call'] } }] }],
});

const asked = parseApprovalRequest({ ...request, asked_since: noon });
const shown = viewDigest(presentedView(asked, action));
const opens: OpenRequest = { ...open, request: asked, chain: escalating };

/** After a minute, which is when `tell` takes the second step. */
const rejects: RequestCommand = {
  type: 'record_entry',
  submission: parseEntrySubmission({
    chain_entry_id: idOf('ace', 1),
    stage_index: 0,
    decision: 'deny',
    reason_code: 'reviewed',
    reason: 'not at night',
    input_digest: inputDigest(asked),
    view_digest: shown,
  }),
  principal: person(3, ['on_call']),
  in_force,
  passkeys: { ...site, passkeys: [] },
  view_digest: shown,
  issuer: 'countersign-test',
  ids: { approval_resolution_id: idOf('apr', 1) as never, grant_id: idOf('grant', 1) as never },
};

export const escalatedStory: AmendedStory = { steps: [opens, rejects], action, versions: [] };

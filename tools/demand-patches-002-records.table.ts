// The patches of document 002 that its records notice. demand-patches.table.ts says what they are for.

import type { DemandPatch } from './demand-patch.ts';

const agt = 'packages/dialects/src/agt';

export const recordPatchesOf002: readonly DemandPatch[] = [
  {
    demands: ['D2-20'],
    name: 'a chain that was replaced is accepted',
    file: `${agt}/judge-records.ts`,
    find: `  if (!sameChain) {`,
    replace: `  if (!sameChain && chain.version === '') {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-56', 'D2-57', 'D2-58'],
    name: 'advice of a model decides',
    file: `${agt}/judge-records.ts`,
    find: `  if (approver_kind === 'llm_advisory') {`,
    replace: `  if (approver_kind === 'advice') {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-25', 'D2-26'],
    name: 'a stage is decided twice',
    file: `${agt}/judge-records.ts`,
    find: `  if (before.some(other => other.chain_entry_id === id || other.stage_index === stage_index)) {`,
    replace: `  if (before.some(other => other.chain_entry_id === '')) {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-24'],
    name: 'stages are decided in any order',
    file: `${agt}/judge-records.ts`,
    find: `  if (!open) return no('chain_tampered', 'stage_not_open'`,
    replace: `  if (id === '') return no('chain_tampered', 'stage_not_open'`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-28'],
    name: 'one person decides every stage',
    file: `${agt}/judge-records.ts`,
    find: `  if (before.some(other => other.approver_identity === approver_identity)) {`,
    replace: `  if (before.some(other => other.approver_identity === '')) {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-27'],
    name: 'a late decision counts',
    file: `${agt}/judge-records.ts`,
    find: `    sortable(entry.decided_at) < sortable(approval_request.expires_at);`,
    replace: `    sortable(entry.decided_at) !== '';`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-23'],
    name: 'a decision follows a deny',
    file: `${agt}/judge-records.ts`,
    find: `  if (before.some(other => other.decision === 'deny')) {`,
    replace: `  if (before.some(other => other.chain_entry_id === '')) {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-46', 'D2-24'],
    name: 'a resolution without its entries is accepted',
    file: `${agt}/judge-records.ts`,
    find: `  if (outcome === 'allow' && (denied || !allowed || !hasRequired)) {`,
    replace: `  if (outcome === 'allow' && denied) {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-1', 'D2-60'],
    name: 'records of any version are read',
    file: `${agt}/records.ts`,
    find: `export const AgtRecords = z.strictObject({
  schema_version: z.literal(agtSchemaVersion),`,
    replace: `export const AgtRecords = z.strictObject({
  schema_version: z.string(),`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-3'],
    name: 'an approval is not validated again at the time of the execution',
    file: `${agt}/from-records.ts`,
    find: `  if (isDue(ends, attempt.now)) return`,
    replace: `  if (isDue(ends, request.requested_at as never)) return`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-55'],
    name: 'records without a signature release an execution',
    file: `${agt}/from-records.ts`,
    find: `  return signed
    ? accepted(grant)`,
    replace: `  return signed || grant === null
    ? accepted(grant)`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-10', 'D2-43'],
    name: 'the digest of what is about to run is not compared',
    file: `${agt}/from-records.ts`,
    find: `  if (!equalDigests(digest.value, request.action_digest)) {`,
    replace: `  if (!equalDigests(request.action_digest, request.action_digest)) {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-44'],
    name: 'an approval under another policy counts',
    file: `${agt}/from-records.ts`,
    find: `  if (attempt.policy_version !== request.policy_version) {`,
    replace: `  if (attempt.policy_version === '') {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-45'],
    name: 'an approval under another chain counts',
    file: `${agt}/from-records.ts`,
    find: `  if (attempt.approval_chain_version !== request.approval_chain_version) {`,
    replace: `  if (attempt.approval_chain_version === '') {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-17'],
    name: 'entries need no link to the entry before',
    file: `${agt}/judge-records.ts`,
    find: `    if (entry.previous_entry_digest !== previous) {`,
    replace: `    if (entry.previous_entry_digest === '') {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-54'],
    name: 'the digest of an entry is not computed again',
    file: `${agt}/judge-records.ts`,
    find: `    if (!equalDigests(agtEntryDigest(entry), entry.entry_digest)) {`,
    replace: `    if (!equalDigests(entry.entry_digest, entry.entry_digest)) {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-19', 'D2-41'],
    name: 'votes without a resolution release an execution',
    file: `${agt}/from-records.ts`,
    find: `  if (resolution === null) return refused('no_resolution', 'request_pending', 'no decision yet');`,
    replace: `  if (resolution === null) return accepted(attempt.grant);`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-21'],
    name: 'a stage admits a role that it does not declare',
    file: `${agt}/from-records.ts`,
    find: `roles: allowed_roles },`,
    replace: `roles: [...allowed_roles, 'anyone'] },`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-42'],
    name: 'a withdrawn request is not told as cancelled',
    file: `${agt}/from-records.ts`,
    find: `  if (status === 'cancelled') return refused('cancelled', 'request_cancelled', 'it was withdrawn');
`,
    replace: ``,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-47'],
    name: 'a used approval is used again',
    file: `${agt}/from-records.ts`,
    find: `  if (status === 'consumed')
`,
    replace: `  if (status === '')
`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-22'],
    name: 'a stage is decided by a person whom it does not list',
    file: `${agt}/judge-records.ts`,
    find: `  if (!mayBeListed)
`,
    replace: `  if (!mayBeListed && id === '')
`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-35'],
    name: 'an approver of whom nothing is known decides',
    file: `${agt}/judge-records.ts`,
    find: `  if (!isKnownAssurance(entry)) {`,
    replace: `  if (entry.identity_assurance === '') {`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-64'],
    name: 'a request allows on timeout',
    file: `${agt}/records.ts`,
    find: `  fail_closed_on_timeout: z.literal(true),`,
    replace: `  fail_closed_on_timeout: z.boolean(),`,
    test: `${agt}/records.test.ts`,
  },
  {
    demands: ['D2-14'],
    name: 'an entry without a reason code is refused',
    file: `${agt}/records.ts`,
    find: `  reason_code: z.union([z.literal(''), Name]),`,
    replace: `  reason_code: Name,`,
    test: `${agt}/records.test.ts`,
  },
];

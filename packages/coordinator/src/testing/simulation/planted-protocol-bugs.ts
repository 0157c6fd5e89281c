import type { PlantedBug } from './planted-bugs.ts';

const protocol = 'packages/protocol/src';

/** Wrong rules: the commit is made as it should be, and should not be made at all. */
export const protocolBugs: readonly PlantedBug[] = [
  {
    rule: 'AB-1',
    name: 'a grant is not bound to its resolution',
    file: `${protocol}/request/verify-for-execution.ts`,
    find: `  if (differing !== undefined)
    return no('grant_binding_mismatch'`,
    replace: `  if (differing === undefined && grant === null)
    return no('grant_binding_mismatch'`,
  },
  {
    rule: 'AB-2',
    name: 'the digest of what runs is not compared',
    file: `${protocol}/action/action-binding.ts`,
    find: `  if (digest === approvedDigest) return accept(digest);`,
    replace: `  if (digest !== '') return accept(digest);`,
  },
  {
    rule: 'AB-6',
    name: 'the definition of the tool is not compared',
    file: `${protocol}/request/verify-for-execution.ts`,
    find: `  if (approved === null || equalDigests(`,
    replace: `  if (approved !== undefined || equalDigests(`,
  },
  {
    rule: 'AB-7',
    name: 'preconditions are not compared',
    file: `${protocol}/request/verify-for-execution.ts`,
    find: `  for (const { name, digest } of state.request.preconditions) {`,
    replace: `  for (const { name, digest } of state.request.preconditions.slice(0, 0)) {`,
  },
  {
    rule: 'TM-1',
    name: 'deadlines are not looked at',
    file: `${protocol}/request/request-state.ts`,
    find: `  return deadline !== null && isDue(deadline, now) ? 'expired' : state.status;`,
    replace: `  return deadline === '' && isDue(deadline, now) ? 'expired' : state.status;`,
  },
  {
    rule: 'TM-1',
    name: 'at its deadline a thing is still alive',
    file: `${protocol}/value/timestamp.ts`,
    find: `  return now >= deadline;`,
    replace: `  return now > deadline;`,
  },
  {
    rule: 'TM-3',
    name: 'an execution may start after its grant has ended',
    file: `${protocol}/request/consume-grant.ts`,
    find: `  const start_by = earlierOf(
    addSeconds(now, command.start_within_seconds),
    resolution.grant_expires_at,
  );`,
    replace: `  const start_by = earlierOf(
    addSeconds(now, command.start_within_seconds),
    addSeconds(now, command.start_within_seconds),
  );`,
  },
  {
    rule: 'SU-8',
    name: 'a worker that repeats the consume of another one starts too',
    file: 'packages/protocol/src/request/report-execution.ts',
    find: `  if (heard.replayed && !heard.made_here) {`,
    replace: `  if (heard.replayed && heard.attempt === '') {`,
  },
  {
    rule: 'TM-3',
    name: 'an executor starts although it heard too late',
    file: `${protocol}/request/report-execution.ts`,
    find: `  return isDue(receipt.start_by, now)
    ? refuse('execution_start_too_late'`,
    replace: `  return isDue(receipt.report_by, now)
    ? refuse('execution_start_too_late'`,
  },
  {
    rule: 'SU-2',
    name: 'a revoked grant can be consumed',
    file: `${protocol}/request/request-state.ts`,
    find: `    'grant.revoked': 'revoked',
    'grant.expired': 'expired',`,
    replace: `    'grant.revoked': 'allowed',
    'grant.expired': 'expired',`,
  },
  {
    rule: 'SU-2',
    name: 'a nonce is good for a second decision on the same request',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (state.entries.some(({ assertion }) => assertion?.nonce === nonce)) {`,
    replace: `  if (state.entries.some(({ assertion }) => assertion?.nonce === \`\${nonce} \`)) {`,
  },
  {
    rule: 'SU-3',
    name: 'the consume and the start are not one commit',
    file: `${protocol}/request/consume-grant.ts`,
    find: `    {
      type: 'execution.allowed',
      at: now,`,
    replace: `    ...([] as RequestEvent[]),
  );
  emit<RequestEvent>(
    {
      type: 'execution.allowed',
      at: now,`,
  },
  {
    rule: 'SU-6',
    name: 'a worker that lost the consume may report',
    file: `${protocol}/request/report-execution.ts`,
    find: `  if (command.attempt !== receipt.attempt) {`,
    replace: `  if (command.attempt === '') {`,
  },
  {
    rule: 'ID-4',
    name: 'the assurance of an approver is not compared',
    file: `${protocol}/chain/eligibility.ts`,
    find: `  if (!sureEnough) {`,
    replace: `  if (!sureEnough && approver.assurance === 'client_asserted') {`,
  },
  {
    rule: 'ID-5',
    name: 'people approve what their own agent does',
    file: `${protocol}/chain/eligibility.ts`,
    find: `    parties.agent_owner,
    ...(parties.authors ?? []),
  ];`,
    replace: `    ...(parties.authors ?? []),
  ];`,
  },
  {
    rule: 'ID-6',
    name: 'the acting agent decides as a service',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (principal.kind === 'agent' || identityOf(principal) === request.agent_id) {`,
    replace: `  if (principal.kind === 'agent') {`,
  },
  {
    rule: 'ID-11',
    name: 'a question that no one can decide is asked',
    file: `${protocol}/request/open-request.ts`,
    find: `  if (stage !== null) {`,
    replace: `  if (stage !== null && directory.length === 0) {`,
  },
  {
    rule: 'CH-1',
    name: 'stages are decided in any order',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (!progress.open)`,
    replace: `  if (!progress.open && progress.satisfied)`,
  },
  {
    rule: 'CH-2',
    name: 'a denial does not end the chain',
    file: `${protocol}/chain/chain-progress.ts`,
    find: `  if (entries.some(entry => entry.decision === 'deny')) return 'deny';`,
    replace: '',
  },
  {
    rule: 'CH-3',
    name: 'one is as good as two',
    file: `${protocol}/chain/chain-progress.ts`,
    find: `    const satisfied = people.size >= stage.quorum;`,
    replace: `    const satisfied = people.size >= 1;`,
  },
  {
    rule: 'CH-4',
    name: 'a decision that is delivered twice is refused',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (earlier !== undefined) {`,
    replace: `  if (earlier !== undefined && earlier.approver_kind === 'service') {`,
  },
  {
    rule: 'CH-4',
    name: 'a changed decision under the same id is taken for the same',
    file: `${protocol}/request/record-entry.ts`,
    find: `    return same
      ? emit()`,
    replace: `    return same || earlier !== undefined
      ? emit()`,
  },
  {
    rule: 'CH-5',
    name: 'one person decides twice',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (entries.some(entry => voicesOf(entry).some(voice => voices.includes(voice)))) {`,
    replace: `  if (entries.some(entry => voicesOf(entry).includes(principal.principal_id))) {`,
  },
  {
    rule: 'CH-7',
    name: 'a decision is taken under a policy that is no longer in force',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (!versions.ok) return versions;`,
    replace: '',
  },
  {
    rule: 'GT-4',
    name: 'a rejection for good leaves the case open',
    file: `${protocol}/plan/approval-case.ts`,
    find: `  if (latest.rejection === 'never') {`,
    replace: `  if (latest.round > 1000) {`,
  },
  {
    rule: 'GT-4',
    name: 'what was sent back to be fixed is asked again unchanged',
    file: `${protocol}/plan/approval-case.ts`,
    find: `  if (latest.rejection === 'fix' && latest.action_digest === next.action_digest) {`,
    replace: `  if (latest.round > 1000) {`,
  },
  {
    rule: 'GT-5',
    name: 'a case has any number of rounds',
    file: `${protocol}/plan/approval-case.ts`,
    find: `  if (next.round > next.rounds_max) {`,
    replace: `  if (next.round > next.rounds_max + 1000) {`,
  },
  {
    rule: 'EV-3',
    name: 'evidence is used twice',
    file: `${protocol}/evidence/evidence-envelope.ts`,
    find: `  if (state.status === 'consumed') {`,
    replace: `  if (state.status === 'consumed' && fingerprint.path === '') {`,
  },
  {
    rule: 'EV-5',
    name: 'anything but Cancel is taken for Proceed',
    file: `${protocol}/hold/hold.ts`,
    find: `  const answer = choice === confirmationChoices[0] ? 'proceed' : 'cancel';`,
    replace: `  const answer = choice !== confirmationChoices[1] ? 'proceed' : 'cancel';`,
  },
  {
    rule: 'EV-10',
    name: 'a grant outlives its epoch',
    file: `${protocol}/request/verify-for-execution.ts`,
    find: `  if (grant.epoch !== in_force.epoch) {`,
    replace: `  if (grant.epoch > in_force.epoch) {`,
  },
  {
    rule: 'EV-10',
    name: 'what an earlier epoch left open is still decided',
    file: `${protocol}/request/record-entry.ts`,
    find: `  if (!life.ok) return life;`,
    replace: '',
  },
  {
    rule: 'CH-8',
    name: 'a decision is dated before what it follows',
    file: `${protocol}/request/record-entry.ts`,
    find: `  const decidedAt = before > now ? before : now;`,
    replace: `  const decidedAt = before === '' ? before : now;`,
  },
  {
    rule: 'AB-1',
    name: 'whatever is presented for a grant that was signed here is taken for it',
    file: `${protocol}/request/grant.ts`,
    find: `  if (signedHere?.jws === jws && isSignedWithOneOf(keys, { jws, typ: grantType })) {`,
    replace: `  if (signedHere !== undefined) {`,
  },
];

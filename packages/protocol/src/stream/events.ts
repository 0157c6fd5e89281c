/**
 * Every event there is. The same string names it in streams, in the log, on SSE, in webhooks and in
 * metrics. A type never changes its shape: a new shape is a new type. `docs/events.md` is kept equal.
 */
export const eventTypes = {
  'policy.decided': { stream: 'request', title: 'A policy answered for one exact action.' },
  'policy.answered': {
    stream: 'segment',
    title: 'A policy answered for one exact action without a request.',
  },
  'policy.answered_together': {
    stream: 'segment',
    title: 'A policy answered for several exact actions without a request.',
  },
  'policy.activated': { stream: 'store', title: 'A policy version came into force.' },
  'request.opened': { stream: 'request', title: 'A request for approval was opened.' },
  'request.reaffirmed': {
    stream: 'request',
    title: 'A new policy answered the same, so the request stays open under it.',
  },
  'entry.recorded': { stream: 'request', title: 'An approver decided.' },
  'entry.refused': {
    stream: 'request',
    title: 'A decision was not accepted; the request is unchanged.',
  },
  'advice.recorded': {
    stream: 'request',
    title: 'A model gave advice, which decides nothing.',
  },
  'question.asked': {
    stream: 'request',
    title: 'A reviewer asked the agent something; the request is unchanged.',
  },
  'question.answered': {
    stream: 'request',
    title: 'The agent answered a question. Its words are not verified, and decide nothing.',
  },
  'request.allowed': { stream: 'request', title: 'Every required stage allowed the request.' },
  'request.denied': { stream: 'request', title: 'An eligible approver denied the request.' },
  'rejection.lifted': {
    stream: 'request',
    title: 'An operator lifted a rejection that was for good.',
  },
  'release.reviewed': {
    stream: 'request',
    title: 'Another person reviewed an action that one person released alone.',
  },
  'request.expired': { stream: 'request', title: 'No decision arrived in time.' },
  'request.cancelled': {
    stream: 'request',
    title:
      'The request was withdrawn, its policy or chain is no longer in force, or a lock closed it.',
  },
  'request.amended': {
    stream: 'request',
    title: 'A reviewer changed the action, and another request took the place of this one.',
  },
  'grant.issued': {
    stream: 'request',
    title: 'An allowed request received its one-use grant.',
  },
  'grant.expired': { stream: 'request', title: 'The grant was not used in time.' },
  'grant.revoked': {
    stream: 'request',
    title: 'The grant was revoked before it was used.',
  },
  'grant.consumed': { stream: 'request', title: 'The grant was used.' },
  'execution.allowed': {
    stream: 'request',
    title: 'The executor was told to start, in the same commit as the consume.',
  },
  'execution.refused': { stream: 'request', title: 'The executor was told not to start.' },
  'execution.reported': {
    stream: 'request',
    title: 'The executor reported the outcome of the action.',
  },
  'execution.reconciled': { stream: 'request', title: 'A person settled an unknown outcome.' },
  'plan.blocked': { stream: 'plan', title: 'A request or a hold stopped steps of the plan.' },
  'plan.resumed': { stream: 'plan', title: 'A block of the plan was removed.' },
  'plan.aborted': { stream: 'plan', title: 'The plan was aborted.' },
  'plan.recovering': { stream: 'plan', title: 'The plan runs its recovery steps, and only those.' },
  'plan.completed': { stream: 'plan', title: 'The plan was finished.' },
  'hold.placed': { stream: 'hold', title: 'A session was halted until a person answers.' },
  'hold.extended': {
    stream: 'hold',
    title: 'A session that continues the halted conversation is halted too.',
  },
  'hold.rendered': { stream: 'hold', title: 'A screen showed the hold to a person.' },
  'hold.answered': { stream: 'hold', title: 'A person answered the hold, or it expired.' },
  'hold.resumed': { stream: 'hold', title: 'The agent was given the answer, yes or no.' },
  'conversation.joined': {
    stream: 'conversation',
    title: 'A host said which conversation a session belongs to.',
  },
  'guard.reported': {
    stream: 'guard',
    title: 'A machine reported whether a coding agent on it is guarded.',
  },
  'guard.seen': { stream: 'guard', title: 'A hook of a guarded agent asked, after a while.' },
  'guard.paused': {
    stream: 'guard',
    title: 'A person paused the guard of their agent with a passkey, for a limited time.',
  },
  'guard.resumed': { stream: 'guard', title: 'A person ended a pause before its time.' },
  'guard.forgotten': {
    stream: 'guard',
    title: 'A person took a guard that is no longer used off the list.',
  },
  'edge.snapshot_issued': {
    stream: 'edge',
    title: 'An edge was given the policy in force, to allow actions itself for some seconds.',
  },
  'edge.batch_recorded': {
    stream: 'edge',
    title: 'An edge told what it allowed; the server evaluated each action again.',
  },
  'edge.batch_refused': {
    stream: 'edge',
    title: 'What an edge told was not accepted, and is not recorded.',
  },
  'edge.gap_recorded': {
    stream: 'edge',
    title: 'An edge lost its backlog: what it allowed under some snapshots is not known.',
  },
  'allowance.made': {
    stream: 'allowance',
    title: 'The people of a chain allowed more of the same kind, within limits.',
  },
  'allowance.suspended': {
    stream: 'allowance',
    title: 'An allowance covers nothing until it is confirmed again.',
  },
  'allowance.confirmed': {
    stream: 'allowance',
    title: 'The people of its chain confirmed a suspended allowance.',
  },
  'allowance.revoked': { stream: 'allowance', title: 'A person ended an allowance permanently.' },
  'allowance.used': { stream: 'allowance-uses', title: 'An allowance covered one action.' },
  'lock.placed': {
    stream: 'store',
    title: 'An agent, a person, a key or everything was locked.',
  },
  'lock.lifted': { stream: 'store', title: 'A lock was lifted.' },
  'delegation.made': {
    stream: 'store',
    title: 'A person named another person who decides on their behalf for a time.',
  },
  'delegation.revoked': {
    stream: 'store',
    title: 'A delegation was revoked before its time was over.',
  },
  'tools.recorded': {
    stream: 'store',
    title:
      'An agent listed the tools of an MCP server for the first time; their definitions count.',
  },
  'tools.agent_added': {
    stream: 'store',
    title: 'Another agent listed the tools of a known MCP server.',
  },
  'tools.accepted': {
    stream: 'store',
    title: 'Operators accepted new, changed or vanished definitions of tools.',
  },
  'review.opened': {
    stream: 'reviews',
    title: 'One person released an action alone, and another person must review it.',
  },
  'review.closed': { stream: 'reviews', title: 'The review of a release is closed.' },
  'evidence.recorded': {
    stream: 'evidence',
    title: 'A confirmation signal was recorded; it permits nothing.',
  },
  'evidence.consumed': { stream: 'evidence', title: 'A confirmation signal was used.' },
  'evidence.refused': { stream: 'evidence', title: 'A confirmation signal did not match.' },
  'key.added': { stream: 'store', title: 'A signing key came into use.' },
  'key.revoked': { stream: 'store', title: 'A signing key was revoked.' },
  'person.added': { stream: 'store', title: 'A person joined.' },
  'person.changed': { stream: 'store', title: 'A person, or their roles, changed.' },
  'credential.registered': { stream: 'store', title: 'A person registered a credential.' },
  'credential.revoked': { stream: 'store', title: 'A credential was revoked.' },
  'session.started': { stream: 'session', title: 'A person signed in.' },
  'session.change_proven': {
    stream: 'session',
    title: 'A person began a change that writes no event of its own in the call.',
  },
  'session.ended': { stream: 'session', title: 'A person signed out, or their session was ended.' },
  'invitation.made': {
    stream: 'invitation',
    title: 'An operator made a link that lets one person in, once.',
  },
  'invitation.used': { stream: 'invitation', title: 'A person joined through the link.' },
  'invitation.revoked': {
    stream: 'invitation',
    title: 'An operator revoked the link before a person used it.',
  },
  'terminal_sign_in.asked': {
    stream: 'terminal_sign_in',
    title: 'A terminal asked a person to sign it in.',
  },
  'terminal_sign_in.answered': {
    stream: 'terminal_sign_in',
    title: 'A person confirmed or refused to sign the terminal in.',
  },
  'terminal_sign_in.used': {
    stream: 'terminal_sign_in',
    title: 'The terminal received its session.',
  },
  'epoch.started': {
    stream: 'store',
    title: 'A new epoch of the store started; open approvals of the earlier epoch are void.',
  },
  'store.marked_for_tests': {
    stream: 'store',
    title: 'The store was made for tests; only tests may open it.',
  },
} as const satisfies Record<string, { stream: EventStream; title: string }>;

/** What a stream of events is about. */
export type EventStream =
  | 'request'
  | 'plan'
  | 'hold'
  | 'conversation'
  | 'guard'
  | 'edge'
  | 'allowance'
  | 'allowance-uses'
  | 'evidence'
  | 'reviews'
  | 'segment'
  | 'store'
  | 'session'
  | 'invitation'
  | 'terminal_sign_in';

export type EventType = keyof typeof eventTypes;

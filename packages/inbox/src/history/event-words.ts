import {
  parseRequestEvent,
  type RequestEvent,
  type RequestEventOf,
} from '@countersign/protocol/request';
import type { StreamEvent } from '@countersign/protocol/stream';
import type { Assurance } from '@countersign/protocol/value';
import type { IconName } from '../design/icon.tsx';
import { historyText } from '../language/english/history.ts';
import { placed } from '../language/fill.ts';

/** A part of a line: our words, foreign words, or bytes such as a digest or a code. */
export type Stretch = string | { readonly said: string } | { readonly code: string };

/** One event of the log as one line. */
interface EventWords {
  readonly icon: IconName;
  /** `key` changed the right to run, `no` is a refusal or an end. */
  readonly look: 'plain' | 'key' | 'no';
  readonly title: string;
  readonly detail: readonly Stretch[];
}

export interface EventReader {
  readonly nameOf: (personId: string) => string;
  readonly stageName: (index: number) => string;
  /** Of the action that was approved, to see whether what ran was another one. */
  readonly actionDigest: string;
  readonly shortCode: string | null;
  readonly audience: string;
  /** When the grant ends, by the reader's clock; null where there is none. */
  readonly grantUntil: string | null;
}

/** What an event says. One that this page does not know is named, never left out. */
export function eventWords(event: StreamEvent, reader: EventReader): EventWords {
  const known = readEvent(event);
  if (known === null) {
    return line('info', 'plain', event.type, [historyText.noDescription]);
  }
  return wordsOf(known, reader);
}

function readEvent({ type, at, data }: StreamEvent): RequestEvent | null {
  try {
    return parseRequestEvent({ type, at, data });
  } catch {
    return null;
  }
}

function refusedStartWords({
  executor,
  refusal,
}: RequestEventOf<'execution.refused'>['data']): EventWords {
  const again = refusal.code === 'grant_already_consumed';
  return line(
    'refused',
    'no',
    again ? historyText.secondUseRefused : historyText.startRefused,
    placed<Stretch>(again ? historyText.triedAgain : historyText.toldNotToStart, {
      executor: code(executor),
      code: code(refusal.code),
    }),
  );
}

function amendedWords(
  { by, reason, superseded_by }: RequestEventOf<'request.amended'>['data'],
  reader: EventReader,
): EventWords {
  return line(
    'info',
    'plain',
    historyText.changedByReviewer,
    placed<Stretch>(historyText.askedIn, {
      who: said(actorWords(by, reader)),
      reason: quoted(reason),
      request: code(superseded_by),
    }),
  );
}

function wordsOf<Type extends RequestEvent['type']>(
  event: { readonly type: Type; readonly data: DataOf<Type> },
  reader: EventReader,
): EventWords {
  return wordsByType[event.type](event.data, reader);
}

const wordsByType: {
  readonly [Type in RequestEvent['type']]: (data: DataOf<Type>, reader: EventReader) => EventWords;
} = {
  'policy.decided': data => {
    const { verdict, policy_rule_id, policy_version } = data.decision;
    const titles = {
      require_approval: historyText.policyAsked,
      allow: historyText.policyAllowed,
      deny: historyText.policyDenied,
    } as const;
    const rule = ruleWords(policy_rule_id, policy_version);
    return line('policy', verdict === 'deny' ? 'no' : 'plain', titles[verdict], rule);
  },
  'request.opened': (data, reader) => {
    const { request, change } = data;
    const bytes = [
      ...placed<Stretch>(historyText.digestIs, { digest: digest(request.action_digest) }),
    ];
    if (reader.shortCode !== null) {
      bytes.push(...placed<Stretch>(historyText.andCode, { code: code(reader.shortCode) }));
    }
    if (request.round > 1) bytes.push(historyText.andRound(request.round));
    if (change !== null) bytes.push(': ', quoted(change));
    return line('inbox', 'plain', historyText.opened, bytes);
  },
  'request.reaffirmed': data => {
    const { policy_rule_id, policy_version } = data.decision;
    const rule = ruleWords(policy_rule_id, policy_version);
    return line('policy', 'plain', historyText.reaffirmed, rule);
  },
  'entry.recorded': (data, reader) => entryWords(data.entry, reader),
  'entry.refused': (data, reader) => {
    const { by, decision, refusal } = data;
    const title = decision === 'allow' ? historyText.approvalRefused : historyText.rejectionRefused;
    const who = said(actorWords(by, reader));
    const detail = placed<Stretch>(historyText.whoAnswer, { who, code: code(refusal.code) });
    return line('refused', 'no', title, detail);
  },
  'advice.recorded': data => {
    const { model, recommendation } = data.advice;
    const detail = placed<Stretch>(historyText.modelSaid, {
      model: code(model),
      what: said(recommendation),
    });
    return line('info', 'plain', historyText.adviceGiven, detail);
  },
  'question.asked': (data, reader) => {
    const who = said(reader.nameOf(data.by));
    const detail = placed<Stretch>(historyText.whoAsked, { who, what: quoted(data.text) });
    return line('question', 'plain', historyText.questionAsked, detail);
  },
  'question.answered': data =>
    line(
      'question',
      'plain',
      historyText.questionAnswered,
      placed<Stretch>(historyText.notVerifiedWords, { what: quoted(data.text) }),
    ),
  'request.allowed': () => line('check', 'key', historyText.everyStage, [historyText.isAllowed]),
  'request.denied': () =>
    line('cross', 'no', historyText.rejected, [historyText.nothingRunsReason]),
  'rejection.lifted': (data, reader) =>
    line('info', 'plain', historyText.rejectionLifted, [
      said(actorWords(data.by, reader)),
      ': ',
      quoted(data.reason),
    ]),
  'release.reviewed': (data, reader) =>
    line(
      data.verdict === 'justified' ? 'check' : 'cross',
      data.verdict === 'justified' ? 'key' : 'no',
      data.verdict === 'justified' ? historyText.reviewedJustified : historyText.reviewedNot,
      [said(reader.nameOf(data.by)), ': ', quoted(data.findings)],
    ),
  'request.expired': () => line('clock', 'no', historyText.expired, [historyText.noDecision]),
  'request.cancelled': (data, reader) => cancelledWords(data, reader),
  'grant.issued': (_data, reader) => {
    const { grantUntil, audience } = reader;
    const detail = placed<Stretch>(
      grantUntil === null ? historyText.oneUse : historyText.oneUseUntil,
      { audience: code(audience), until: grantUntil ?? '' },
    );
    return line('shield-check', 'plain', historyText.grantIssued, detail);
  },
  'grant.expired': () => line('clock', 'no', historyText.grantExpired, [historyText.notUsedInTime]),
  'grant.revoked': (data, reader) =>
    line('refused', 'no', historyText.grantRevoked, [
      said(actorWords(data.by, reader)),
      ': ',
      quoted(data.reason),
    ]),
  'grant.consumed': data =>
    line(
      'play',
      'key',
      historyText.consumed,
      placed<Stretch>(historyText.usedGrant, { executor: code(data.receipt.executor) }),
    ),
  'execution.allowed': data =>
    line(
      'play',
      'key',
      historyText.started,
      placed<Stretch>(historyText.sameDigest, {
        executor: code(data.executor),
        digest: digest(data.action_digest),
      }),
    ),
  'execution.refused': data => refusedStartWords(data),
  'execution.reported': (data, reader) => reportedWords(data.receipt, reader),
  'execution.reconciled': (data, reader) => {
    const { receipt, by, reason } = data;
    return line('people', receipt.outcome === 'succeeded' ? 'key' : 'no', settledTitle(receipt), [
      said(actorWords(by, reader)),
      ': ',
      quoted(reason),
    ]);
  },
  'request.amended': (data, reader) => amendedWords(data, reader),
};

function ruleWords(rule: string, policyVersion: string): readonly Stretch[] {
  const [version = ''] = policyVersion.split('+');
  return placed<Stretch>(historyText.ruleAndVersion, { rule: code(rule), version: said(version) });
}

type DataOf<Type extends RequestEvent['type']> = Extract<RequestEvent, { type: Type }>['data'];

function entryWords(entry: DataOf<'entry.recorded'>['entry'], reader: EventReader): EventWords {
  const stage = reader.stageName(entry.stage_index);
  const who =
    entry.approver_kind === 'service'
      ? entry.approver_identity
      : reader.nameOf(entry.approver_identity);
  const how = assuranceWords[entry.identity_assurance];
  const { on_behalf_of: behalf } = entry;
  const lender = behalf === undefined ? '' : reader.nameOf(behalf.person_id);
  const detail: Stretch[] = [said(who), `, ${how}`];
  if (behalf !== undefined) detail.splice(1, 0, historyText.onBehalfOf(lender));
  if (entry.reason !== '') detail.push(': ', quoted(entry.reason));
  if (entry.decision === 'deny')
    return line('cross', 'no', historyText.stageRejected(stage), detail);
  if (entry.break_glass !== undefined)
    return line('bolt', 'key', historyText.releasedAlone, detail);
  return entry.separation === 'self_confirm'
    ? line('check', 'key', historyText.stageConfirmed(stage), detail)
    : line('check', 'key', historyText.stageApproved(stage), detail);
}

const assuranceWords: Readonly<Record<Assurance, string>> = {
  webauthn: historyText.byPasskey,
  session: historyText.bySession,
  oidc: historyText.byOrganisation,
  channel: historyText.inChat,
  conversation: historyText.inConversation,
  client_asserted: historyText.asClientSays,
  service_key: historyText.serviceKey,
  mtls: historyText.serviceCertificate,
};

function cancelledWords(data: DataOf<'request.cancelled'>, reader: EventReader): EventWords {
  const { cause, by, reason } = data;
  const titles = {
    withdrawn: historyText.withdrawn,
    policy_changed: historyText.cancelledPolicy,
    chain_changed: historyText.cancelledChain,
    epoch_changed: historyText.cancelledEpoch,
    locked: historyText.closedByLock,
  } as const;
  const detail =
    cause === 'withdrawn'
      ? [said(actorWords(by, reader)), ': ', quoted(reason)]
      : [historyText.toldToAsk];
  return line('refused', 'no', titles[cause], detail);
}

function reportedWords(
  receipt: DataOf<'execution.reported'>['receipt'],
  { actionDigest }: EventReader,
): EventWords {
  const { outcome, result_digest, error, final_action_digest } = receipt;
  const executor = code(receipt.executor);
  const detail = [
    ...(result_digest === null
      ? placed<Stretch>(historyText.reported, { executor })
      : placed<Stretch>(historyText.reportedResult, { executor, digest: digest(result_digest) })),
  ];
  if (error !== null) detail.push(': ', quoted(error));
  if (final_action_digest !== null && final_action_digest !== actionDigest) {
    const ran = { digest: digest(final_action_digest) };
    detail.push(...placed<Stretch>(historyText.ranOther, ran));
    return line('warning', 'no', historyText.otherAction, detail);
  }
  if (outcome === 'succeeded') return line('check', 'key', historyText.succeeded, detail);
  if (outcome === 'failed') return line('cross', 'no', historyText.failed, detail);
  return line('warning', 'no', historyText.outcomeUnknown, detail);
}

function settledTitle({ outcome }: DataOf<'execution.reconciled'>['receipt']): string {
  return outcome === 'succeeded' ? historyText.settledSucceeded : historyText.settledFailed;
}

function actorWords(
  { kind, identity }: { readonly kind: string; readonly identity: string },
  { nameOf }: EventReader,
): string {
  if (kind === 'human') return nameOf(identity);
  return kind === 'system'
    ? 'Countersign'
    : kind === 'agent'
      ? historyText.agentNamed(identity)
      : historyText.serviceNamed(identity);
}

function line(
  icon: IconName,
  look: EventWords['look'],
  title: string,
  detail: readonly Stretch[],
): EventWords {
  return { icon, look, title, detail };
}

function said(text: string): Stretch {
  return { said: text };
}

function quoted(text: string): Stretch {
  return { said: `“${text}”` };
}

function code(text: string): Stretch {
  return { code: text };
}

/** `sha256:5b0e…a91c`, short enough to compare at a glance; the whole is in the bundle. */
function digest(text: string): Stretch {
  return { code: shortDigest(text) };
}

export function shortDigest(text: string): string {
  const [, start = '', end = ''] = /^(sha256:[0-9a-f]{4})[0-9a-f]+([0-9a-f]{4})$/.exec(text) ?? [];
  return start === '' ? text : `${start}…${end}`;
}

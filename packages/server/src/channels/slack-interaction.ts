import { failClosed, readRequest, recordEntry } from '@countersign/coordinator';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import {
  type ReasonCode,
  type Refusal,
  type Result,
  reasonCodes,
} from '@countersign/protocol/reason';
import { ChainEntryId, idFromUuid, type Principal } from '@countersign/protocol/value';
import * as z from 'zod';
import type { App } from '../app.ts';
import type { SlackSettings } from '../start/server-settings.ts';
import type { PostedCard } from './slack-budget.ts';
import { mayApproveInChat, reasonDialogue, requestUrl } from './slack-card.ts';
import { slackClient, slackProblem } from './slack-client.ts';
import { refreshCard } from './slack-deliveries.ts';
import { personOfAccount, type SlackAccount } from './slack-link.ts';
import { type CardValue, readCardValue } from './slack-value.ts';

const Id = z.string().min(1).max(255);
const Text = z.string().max(4000);

const Who = { team: z.object({ id: Id }), user: z.object({ id: Id, team_id: Id.optional() }) };

const BlockActions = z.object({
  type: z.literal('block_actions'),
  ...Who,
  trigger_id: Text,
  channel: z.object({ id: Id }),
  message: z.object({ ts: Id }),
  actions: z
    .array(z.object({ action_id: Id, action_ts: Id, value: Text.optional() }))
    .min(1)
    .max(25),
});

const ViewSubmission = z.object({
  type: z.literal('view_submission'),
  ...Who,
  view: z.object({
    id: Id,
    callback_id: Id,
    private_metadata: Text,
    state: z.object({
      values: z.object({ reason: z.object({ text: z.object({ value: Text.nullish() }) }) }),
    }),
  }),
});

/** What Slack sends when somebody clicks or writes, as far as it is read. Names in it are nobody's identity. */
export const SlackInteraction = z.discriminatedUnion('type', [BlockActions, ViewSubmission]);
export type SlackInteraction = z.infer<typeof SlackInteraction>;

/** What a dialogue remembers of the card that it was opened from. */
const DialogueMemory = z.strictObject({ value: Text, channel: Id, ts: Id });

/** What is answered to Slack: nothing, or what is wrong with what was written. */
export type InteractionAnswer = { readonly reason: string } | null;

/** The account of whoever acted, or null where it belongs to another workspace. */
export function accountOf(
  { team_id }: Pick<SlackSettings, 'team_id'>,
  { team, user }: SlackInteraction,
): SlackAccount | null {
  const isOurs = team.id === team_id && (user.team_id ?? team_id) === team_id;
  return isOurs ? { team_id, user_id: user.id } : null;
}

/** Does what was clicked or written, and tells the person what came of it. */
export async function actInSlack(
  app: App,
  slack: SlackSettings,
  account: SlackAccount,
  interaction: SlackInteraction,
): Promise<InteractionAnswer> {
  if (interaction.type === 'view_submission') {
    return submitReason(app, slack, account, interaction.view);
  }
  const { channel, message, trigger_id } = interaction;
  const card = { channel: channel.id, ts: message.ts };
  for (const { action_id, action_ts, value = '' } of interaction.actions) {
    if (action_id === 'approve') {
      const decided = await decide(app, slack, account, {
        value: readCardValue(value),
        decision: 'allow',
        reason: '',
        occasion: action_ts,
      });
      await report(app, slack, account, card, value, decided);
    } else if (action_id === 'reject') {
      const known = await personOfAccount(app.context, account);
      if (known === null) {
        await report(app, slack, account, card, value, { ok: false, refusal: unlinked });
        continue;
      }
      const memory = JSON.stringify({ value, ...card });
      await slackClient(slack).views.open({ trigger_id, view: reasonDialogue(memory) });
    }
  }
  return null;
}

async function submitReason(
  app: App,
  slack: SlackSettings,
  account: SlackAccount,
  view: z.infer<typeof ViewSubmission>['view'],
): Promise<InteractionAnswer> {
  const memory = readMemory(view.private_metadata);
  if (view.callback_id !== 'reject' || memory === null) return { reason: 'This is out of date.' };
  const reason = view.state.values.reason.text.value ?? '';
  const decided = await decide(app, slack, account, {
    value: readCardValue(memory.value),
    decision: 'deny',
    reason,
    occasion: view.id,
  });
  if (!decided.ok) return { reason: words(decided.refusal.code) };
  inBackground(app, report(app, slack, account, memory, memory.value, decided));
  return null;
}

interface ChatDecision {
  readonly value: CardValue | null;
  readonly decision: 'allow' | 'deny';
  readonly reason: string;
  /** What Slack calls this one click or dialogue. A repetition of it is the same decision (TR-3). */
  readonly occasion: string;
}

/**
 * Decides as the person whose account it is. The card says what it was about; the core says whether that is still
 * the question, and whether this person may answer it in this way.
 */
async function decide(
  app: App,
  slack: SlackSettings,
  account: SlackAccount,
  { value, decision, reason, occasion }: ChatDecision,
): Promise<Result<unknown>> {
  const principal: Principal | null = await personOfAccount(app.context, account);
  if (principal === null) return { ok: false, refusal: unlinked };
  if (value === null) return no('answer_malformed', 'the card is none of ours');
  const { approval_request_id, stage_index, input_digest } = value;
  const read = await readRequest(app.context, approval_request_id);
  if (!read.ok) return read;
  const { request } = read.value.state;
  if (request.route.kind !== 'admin_channel') {
    return no('route_kind_mismatch', 'this request is not put in a channel');
  }
  if (decision === 'allow' && !mayApproveInChat(slack, request.risk.level)) {
    return no('channel_level_exceeded', `chat may not approve ${request.risk.level} risk`);
  }
  return failClosed(() =>
    recordEntry(app.context, {
      approvalRequestId: approval_request_id,
      principal,
      submission: parseEntrySubmission({
        chain_entry_id: entryIdFor(account, approval_request_id, occasion),
        stage_index,
        decision,
        reason_code: decision === 'allow' ? 'approved_in_slack' : 'rejected_in_slack',
        reason,
        summary: null,
        input_digest,
        // A card shows the action, not every fact of the question; it does not claim to be the whole view.
        view_digest: null,
        assertion: null,
      }),
    }),
  );
}

/** The same for every repetition of one act, so that what Slack sends twice is recorded once. */
export function entryIdFor(
  { team_id, user_id }: SlackAccount,
  approval_request_id: string,
  occasion: string,
): ChainEntryId {
  const [, hex = ''] = sha256({ team_id, user_id, approval_request_id, occasion }).split(':');
  const uuid = `${hex.slice(0, 12)}4${hex.slice(12, 15)}8${hex.slice(15, 30)}`;
  return idFromUuid(ChainEntryId, 'ace', uuid);
}

/** Brings the card up to date, and tells the person alone where nothing came of their click. */
async function report(
  app: App,
  slack: SlackSettings,
  account: SlackAccount,
  card: PostedCard,
  value: string,
  decided: Result<unknown>,
): Promise<void> {
  const id = readCardValue(value)?.approval_request_id;
  if (!decided.ok) {
    const { code } = decided.refusal;
    app.log.warn({ code, approval_request_id: id }, 'a click in Slack decided nothing');
    const where = id === undefined ? '' : ` ${requestUrl(app.origin, id)}`;
    const text = `${words(code)}${where}`;
    inBackground(
      app,
      slackClient(slack).chat.postEphemeral({ channel: card.channel, user: account.user_id, text }),
    );
  }
  if (id !== undefined) inBackground(app, refreshCard(app, slack, id, card));
}

/** Slack is answered without waiting for these. */
function inBackground(app: App, work: Promise<unknown>): void {
  work.catch(error => app.log.warn({ problem: slackProblem(error) }, 'Slack was not told'));
}

function words(code: ReasonCode): string {
  if (code === unlinked.code) return 'Nothing was decided. Link your account first: in the inbox.';
  const { title, remedy } = reasonCodes[code];
  return `Nothing was decided. ${title} ${remedy}`;
}

function readMemory(text: string): z.infer<typeof DialogueMemory> | null {
  try {
    return DialogueMemory.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const unlinked: Refusal = {
  code: 'person_assertion_not_valid',
  detail: 'this account is linked to nobody who is active',
};

function no(code: ReasonCode, detail: string): Result<never> {
  return { ok: false, refusal: { code, detail } };
}

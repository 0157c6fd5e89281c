import type { RejectionChoice } from '@countersign/protocol/chain';
import { type ReasonCode, type Result, reasonCodes } from '@countersign/protocol/reason';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { requestUrl } from '../../pages/request-url.ts';
import { personOfAccount } from '../link-account.ts';
import { recordAnswer, unlinked } from '../record-answer.ts';
import type { PostedCard } from './budget.ts';
import { reasonDialogue } from './card.ts';
import { slackClient, slackProblem } from './client.ts';
import { refreshCard } from './deliveries.ts';
import { channelName, type SlackAccount } from './link.ts';
import type { SlackSettings } from './settings.ts';
import { type CardValue, readCardValue } from './value.ts';

const Id = z.string().min(1).max(255);
const Text = z.string().max(4000);

const Who = { team: z.object({ id: Id }), user: z.object({ id: Id, team_id: Id.optional() }) };

const BlockActions = z.object({
  type: z.literal('block_actions'),
  ...Who,
  trigger_id: Text,
  channel: z.object({ id: Id }),
  message: z.object({ ts: Id }),
  // One click presses one button. More in one message would be a decision about several requests (GT-8).
  actions: z.array(z.object({ action_id: Id, action_ts: Id, value: Text.optional() })).length(1),
});

const ViewSubmission = z.object({
  type: z.literal('view_submission'),
  ...Who,
  view: z.object({
    id: Id,
    callback_id: Id,
    private_metadata: Text,
    state: z.object({
      values: z.object({
        reason: z.object({ text: z.object({ value: Text.nullish() }) }),
        // Absent from a dialogue that was opened before there was a choice.
        next: z
          .object({
            choice: z.object({
              selected_option: z.object({ value: z.enum(['fix', 'never']) }).nullish(),
            }),
          })
          .optional(),
      }),
    }),
  }),
});

/** What Slack sends when a person clicks or writes, as far as it is read. A name in it is not an identity. */
export const SlackInteraction = z.discriminatedUnion('type', [BlockActions, ViewSubmission]);
export type SlackInteraction = z.infer<typeof SlackInteraction>;

/** What a dialogue remembers of the card that it was opened from. */
const DialogueMemory = z.strictObject({ value: Text, channel: Id, ts: Id });

/** The answer to Slack: nothing, or what is wrong with the text that the person wrote. */
export type InteractionAnswer = { readonly reason: string } | null;

/** The account of the acting person, or null where it belongs to another workspace. */
export function accountOf(
  { team_id }: Pick<SlackSettings, 'team_id'>,
  { team, user }: SlackInteraction,
): SlackAccount | null {
  const isOurs = team.id === team_id && (user.team_id ?? team_id) === team_id;
  return isOurs ? { team_id, user_id: user.id } : null;
}

/** Carries out what the person clicked or wrote, and tells them the result. */
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
        choice: null,
        occasion: action_ts,
      });
      await report(app, slack, account, card, value, decided);
    } else if (action_id === 'reject') {
      const known = await personOfAccount(app.context, channelName, account);
      if (known === null) {
        await report(app, slack, account, card, value, { ok: false, refusal: unlinked });
        continue;
      }
      const memory = JSON.stringify({ value, ...card });
      await (await slackClient(slack)).views.open({ trigger_id, view: reasonDialogue(memory) });
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
    choice: view.state.values.next?.choice.selected_option?.value ?? null,
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
  /** What a rejection lets follow; null where it was not chosen. */
  readonly choice: RejectionChoice | null;
  /** What Slack calls this one click or dialogue. A repetition of it is the same decision (TR-3). */
  readonly occasion: string;
}

/** The card says what it was about; the core says whether that is still the question. */
async function decide(
  app: App,
  slack: SlackSettings,
  account: SlackAccount,
  { value, choice, ...answer }: ChatDecision,
): Promise<Result<unknown>> {
  if (value === null) return no('answer_malformed', 'this server did not make this card');
  return recordAnswer(app, channelName, account, {
    ...value,
    ...answer,
    reason_code:
      answer.decision === 'allow' ? 'approved_in_slack' : (choice ?? 'rejected_in_slack'),
    approveUpTo: slack.approve_up_to,
  });
}

/** Updates the card. Where a click had no effect, tells only the person who clicked. */
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
    app.log.warn({ code, approval_request_id: id }, 'a click in Slack was refused');
    const where = id === undefined ? '' : ` ${requestUrl(app.origin, id)}`;
    const text = `${words(code)}${where}`;
    inBackground(
      app,
      slackClient(slack).then(({ chat }) =>
        chat.postEphemeral({ channel: card.channel, user: account.user_id, text }),
      ),
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

function no(code: ReasonCode, detail: string): Result<never> {
  return { ok: false, refusal: { code, detail } };
}

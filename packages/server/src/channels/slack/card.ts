import type { ActionBinding } from '@countersign/protocol/action';
import { chainProgress, releaseOf } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import type { EventType } from '@countersign/protocol/stream';
import { meetsPersonAssurance, type RiskLevel } from '@countersign/protocol/value';
import {
  type Fact,
  type PresentedView,
  renderPlain,
  segmentText,
  shortCode,
} from '@countersign/protocol/view';
import type { Block, KnownBlock } from '@slack/web-api';
import { requestUrl } from '../../pages/request-url.ts';
import { mayApproveUpTo } from '../record-answer.ts';
import type { SlackSettings } from './settings.ts';
import { writeCardValue } from './value.ts';

/** A message as Slack takes it. `text` is what notifications and screen readers say. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: (KnownBlock | Block)[];
}

/** What a list of several requests says about each. */
export interface DigestLine {
  readonly approval_request_id: string;
  /** The sentence of the action. */
  readonly sentence: string;
  readonly risk: RiskLevel;
}

/** Longer values, and more of them, are counted here and read in the inbox. */
const valueLengthMax = 300;
const wordsLengthMax = 1500;
const factsLengthMax = 3000;
const namedMax = 15;

const riskWords: Readonly<Record<RiskLevel, string>> = {
  low: 'low risk',
  medium: 'medium risk',
  high: 'HIGH RISK',
  critical: 'CRITICAL RISK',
};

/** Every character spelled out that could hide or mislead. */
function visible(text: string): string {
  return renderPlain(segmentText(text));
}

/** For the one place that Slack reads as its markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What the card is made from. A large view is left to the inbox. */
export interface ShownInChat {
  readonly view: PresentedView | null;
  readonly view_digest: Digest;
}

const tooLarge = {
  lines: ['The action is too large for a card: open it in the inbox.'],
  isWhole: false,
};

/**
 * The question, as chat shows it. Everything that comes from the agent is literal text. Slack does not interpret it, so
 * it cannot become a mention, a link or formatting. The card offers to approve only where chat may approve this risk,
 * the stage accepts a linked account, and the card shows the whole action. Otherwise the button leads to the inbox,
 * where the person approves with a passkey.
 */
export function questionCard(
  origin: string,
  settings: Pick<SlackSettings, 'approve_up_to'>,
  state: OpenedRequest,
  action: ActionBinding,
  { sentence, level }: { readonly sentence: string; readonly level: RiskLevel },
  { view, view_digest }: ShownInChat,
): SlackMessage {
  const { request } = state;
  const code = shortCode({ ...request, view_digest });
  const { lines, isWhole } = view === null ? tooLarge : factLines(view.action);
  const tool = shown(action.target.tool_name);
  const what = spelled(sentence);
  const reasons = request.risk.signals.map(({ signal, evidence }) => `${signal}: ${evidence}`);
  const facts = [
    `Tool: ${tool}`,
    `Target: ${action.target.resource === null ? 'none' : shown(action.target.resource)}`,
    `Agent: ${shown(request.agent_id)}`,
    `Risk: ${riskWords[level]}`,
    ...(reasons.length === 0 ? [] : [`Why risky: ${shown(reasons.join('; '))}`]),
    `Why asked: ${shown(request.reason)}`,
    `Code: ${code}`,
    `Expires: ${request.expires_at}`,
  ];
  const says = request.agent_reasoning;
  const url = requestUrl(origin, request.approval_request_id);
  const open = chainProgress(state.chain, state.entries).find(stage => stage.open);
  const takesChat = open !== undefined && meetsPersonAssurance('channel', open.stage.min_assurance);
  const value = writeCardValue({
    approval_request_id: request.approval_request_id,
    input_digest: inputDigest(request),
    stage_index: open?.stage_index ?? 0,
  });
  const mayApprove =
    takesChat &&
    isWhole &&
    fits(says ?? '', wordsLengthMax) &&
    mayApproveUpTo(settings.approve_up_to, level);
  return {
    text: escapeMarkup(`Approval needed: ${what}. ${riskWords[level]}, code ${code}`),
    blocks: [
      header('Approval needed'),
      literal([what]),
      literal(facts),
      literal(lines),
      ...(says === null
        ? []
        : [literal([`The agent says (unverified): ${shown(says, wordsLengthMax)}`])]),
      {
        type: 'actions',
        elements: [
          mayApprove
            ? button('approve', 'Approve', { value, style: 'primary' })
            : button('open_to_approve', 'Approve in the inbox', { url }),
          ...(takesChat ? [button('reject', 'Reject', { value, style: 'danger' })] : []),
          ...(mayApprove ? [button('open', 'Open in the inbox', { url })] : []),
        ],
      },
    ],
  };
}

/** Many questions at once. They are read and decided in the inbox. */
export function digestCard(
  origin: string,
  agentId: string,
  waiting: readonly DigestLine[],
): SlackMessage {
  const agent = shown(agentId);
  const title = `${waiting.length} approvals needed for ${agent}`;
  const more = waiting.length - namedMax;
  return {
    text: escapeMarkup(title),
    blocks: [
      header('Approvals needed'),
      literal([title]),
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_list',
            style: 'bullet',
            elements: waiting.slice(0, namedMax).map(({ approval_request_id, sentence, risk }) => ({
              type: 'rich_text_section' as const,
              elements: [
                { type: 'text' as const, text: `${spelled(sentence)}, ${riskWords[risk]}: ` },
                {
                  type: 'link' as const,
                  url: requestUrl(origin, approval_request_id),
                  text: 'open',
                },
              ],
            })),
          },
        ],
      },
      ...(more > 0 ? [literal([`and ${more} more, all in the inbox`])] : []),
      {
        type: 'actions',
        elements: [button('open', 'Open the inbox', { url: `${origin}/` })],
      },
    ],
  };
}

const outcomeWords: Partial<Record<EventType, string>> = {
  'request.allowed': 'Approved',
  'request.denied': 'Rejected',
  'request.expired': 'Expired: no decision arrived in time',
  'request.cancelled': 'Withdrawn',
  'request.amended': 'Changed by a reviewer',
};

/** What is left of a card once nothing is asked any more. */
export function settledCard(
  origin: string,
  { request }: OpenedRequest,
  event: EventType,
  sentence: string,
): SlackMessage {
  const outcome = outcomeWords[event] ?? 'Settled';
  const what = spelled(sentence);
  return {
    text: escapeMarkup(`${outcome}: ${what}`),
    blocks: [
      literal([`${outcome}: ${what}`, `Agent: ${shown(request.agent_id)}`]),
      {
        type: 'actions',
        elements: [
          button('open', 'Open in the inbox', {
            url: requestUrl(origin, request.approval_request_id),
          }),
        ],
      },
    ],
  };
}

/** A warning: another action ran than the approved one. */
export function alarmCard(
  origin: string,
  { request, receipts }: OpenedRequest,
  sentence: string,
): SlackMessage {
  const isOther = ({ final_action_digest: ran }: (typeof receipts)[number]) =>
    ran !== null && ran !== request.action_digest;
  const { executor = '', final_action_digest: ran } = receipts.find(isOther) ?? {};
  const what = spelled(sentence);
  const title = 'Alarm: another action ran than the approved one';
  return {
    text: escapeMarkup(`${title}. Approved: ${what}`),
    blocks: [
      header(title),
      literal([
        `Approved: ${what}`,
        `Agent: ${shown(request.agent_id)}`,
        `Executor: ${shown(executor)}`,
        `Approved digest: ${request.action_digest}`,
        `Reported digest: ${ran ?? 'none'}`,
        'Stop the executor and find out what it ran.',
      ]),
      {
        type: 'actions',
        elements: [
          button('open', 'Open in the inbox', {
            url: requestUrl(origin, request.approval_request_id),
          }),
        ],
      },
    ],
  };
}

/** One person released the action alone, and another person must review it. */
export function releaseCard(
  origin: string,
  { request, entries }: OpenedRequest,
  sentence: string,
): SlackMessage {
  const title = 'Released by one person, to be reviewed';
  const what = spelled(sentence);
  const reason = releaseOf(entries)?.reason ?? '';
  return {
    text: escapeMarkup(`${title}: ${what}`),
    blocks: [
      header(title),
      literal([
        `Released: ${what}`,
        `Agent: ${shown(request.agent_id)}`,
        `Reason: ${shown(reason)}`,
        'Another person must review it.',
      ]),
      {
        type: 'actions',
        elements: [
          button('open', 'Open in the inbox', {
            url: requestUrl(origin, request.approval_request_id),
          }),
        ],
      },
    ],
  };
}

/** Where a reason for a rejection is written. */
export function reasonDialogue(metadata: string) {
  return {
    type: 'modal' as const,
    callback_id: 'reject',
    private_metadata: metadata,
    title: plain('Reject'),
    submit: plain('Reject'),
    close: plain('Back'),
    blocks: [
      {
        type: 'input' as const,
        block_id: 'reason',
        label: plain('Why?'),
        element: {
          type: 'plain_text_input' as const,
          action_id: 'text',
          multiline: true,
          max_length: 3000,
        },
      },
      {
        type: 'input' as const,
        block_id: 'next',
        label: plain('What may the agent do next?'),
        element: {
          type: 'radio_buttons' as const,
          action_id: 'choice',
          options: [
            {
              value: 'fix',
              text: plain('Send back to fix: it may ask again with a changed action'),
            },
            { value: 'never', text: plain('Never: the case is closed, the action stays refused') },
          ],
        },
      },
    ],
  };
}

function factLines(facts: readonly Fact[]): { lines: string[]; isWhole: boolean } {
  const told = facts.filter(({ kind, size }) => !isContainer(kind) || size === 0);
  const lines: string[] = [];
  let length = 0;
  let isWhole = true;
  for (const { label, kind, value, size } of told) {
    const name = renderPlain(label);
    const text = isContainer(kind) ? `(empty ${kind})` : renderPlain(value);
    const line = `${summarised(name, name.length)}: ${summarised(text, size)}`;
    length += line.length;
    if (length > factsLengthMax) break;
    isWhole &&= name.length <= valueLengthMax && text.length <= valueLengthMax;
    lines.push(line);
  }
  const more = told.length - lines.length;
  if (more > 0) lines.push(`and ${more} more values: open it in the inbox`);
  return { lines, isWhole: isWhole && more === 0 };
}

function isContainer(kind: Fact['kind']): boolean {
  return kind === 'object' || kind === 'array';
}

function fits(text: string, max: number): boolean {
  return visible(text).length <= max;
}

function shown(text: string, max = valueLengthMax): string {
  return summarised(visible(text), Buffer.byteLength(text), max);
}

/** A sentence spells out its hidden characters itself, and is short. */
function spelled(sentence: string): string {
  return sentence.length <= wordsLengthMax ? sentence : `${sentence.slice(0, wordsLengthMax)}…`;
}

/** Nothing is cut: what does not fit is counted instead, and read elsewhere. */
function summarised(text: string, bytes: number, max = valueLengthMax): string {
  return text.length <= max ? text : `(${bytes} bytes: open it in the inbox)`;
}

function plain(text: string) {
  return { type: 'plain_text' as const, text, emoji: false };
}

function header(text: string): KnownBlock {
  return { type: 'header', text: plain(text) };
}

function literal(lines: readonly string[]): KnownBlock {
  return {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: lines.join('\n') }] },
    ],
  };
}

function button(
  action_id: string,
  text: string,
  more: { value?: string; url?: string; style?: 'primary' | 'danger' },
) {
  return { type: 'button' as const, action_id, text: plain(text), ...more };
}

import type { Result } from '@countersign/protocol/reason';
import { ChainEntryId, idFromUuid, timestampFromMilliseconds } from '@countersign/protocol/value';
import { StoreFacts } from '@countersign/wire/agent-answers';
import { ConversationQuestion } from '@countersign/wire/conversations';
import { HttpCaller, type HttpOptions } from './http-call.ts';
import { reader } from './read-answer.ts';

const readStore = reader(StoreFacts);
const readQuestion = reader(ConversationQuestion);

/** What a registered host signs with: a compact JWS of this type over the canonical JSON of the payload. */
export type HostSigner = (typ: string, payload: object) => string;

interface HostOptions extends HttpOptions {
  readonly sign: HostSigner;
  /** The person who sits before the screen, as the directory names them. */
  readonly person: string;
}

/** The question of a request, as a host shows it. */
export type AskedInConversation = NonNullable<ReturnType<typeof readQuestion>>;

/** What an answer is bound to. */
export type BoundQuestion = Pick<
  AskedInConversation,
  'store_id' | 'approval_request_id' | 'stage_index' | 'input_digest' | 'view_digest' | 'nonce'
>;

/** A program that shows questions where the agent was stopped, and vouches for which button a person pressed. */
export interface ConversationHost {
  /** The question, where policy admits an answer from a conversation. */
  ask(approvalRequestId: string): Promise<Result<AskedInConversation>>;
  answer(question: BoundQuestion, choice: 'Proceed' | 'Cancel'): Promise<Result<true>>;
}

export function conversationHost({ sign, person, ...options }: HostOptions): ConversationHost {
  const agent = new HttpCaller(options);
  const callAs = (key: string) => new HttpCaller({ ...options, key });
  const { clock } = agent;
  const issued_at = () => timestampFromMilliseconds(clock.now());
  const hostKey = (store_id: string) =>
    sign('countersign-host+jws', { type: 'countersign/host/v1', store_id, issued_at: issued_at() });
  return {
    ask: async id => {
      const store = await agent.call({ method: 'GET', path: '/v1/keys' }, readStore);
      if (!store.ok) return store;
      const path = `/v1/requests/${encodeURIComponent(id)}/conversation`;
      return callAs(hostKey(store.value.store_id)).call({ method: 'GET', path }, readQuestion);
    },
    answer: (question, choice) => {
      const { approval_request_id, store_id } = question;
      const assertion = sign('countersign-conversation+jws', {
        type: 'countersign/conversation/v1',
        store_id,
        approval_request_id,
        stage_index: question.stage_index,
        chain_entry_id: idFromUuid(ChainEntryId, 'ace', crypto.randomUUID()),
        person_id: person,
        input_digest: question.input_digest,
        view_digest: question.view_digest,
        decision: choice === 'Proceed' ? 'allow' : 'deny',
        choice,
        reason: null,
        nonce: question.nonce,
        issued_at: issued_at(),
      });
      const path = `/v1/requests/${encodeURIComponent(approval_request_id)}/conversation-answers`;
      return callAs(hostKey(store_id)).call(
        { method: 'POST', path, body: { assertion } },
        () => true as const,
      );
    },
  };
}

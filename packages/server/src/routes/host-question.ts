import { ConfirmationCard } from '@countersign/risk/intent';
import { ConversationQuestion } from '@countersign/wire/conversations';

/** The question of a conversation with the exact form of what stands above its buttons, which `risk` defines. */
export const HostQuestion = ConversationQuestion.extend({ confirmation: ConfirmationCard });

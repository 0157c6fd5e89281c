import type { AllowanceChoice } from '@countersign/protocol/allowance';
import type { DirectoryChange } from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { actorOf, type Principal } from '@countersign/protocol/value';
import { askAllowance, askConfirmation } from '../../allowance/ask-allowance.ts';
import { endAllowance } from '../../allowance/change-allowance.ts';
import { runAllowance } from '../../allowance/make-allowance.ts';
import { amendRequest } from '../../amend-request.ts';
import { carryOut } from '../../carry-out.ts';
import type { Context } from '../../context.ts';
import { changeDirectoryAtOnce } from '../../directory/change-directory.ts';
import { reviewRelease } from '../../release-reviews.ts';
import type { Performers } from './operation.ts';

/** Commands by which people change what is asked, allow more of the same, or let others decide for them. */
export type AttentionOperation =
  | {
      readonly kind: 'amend';
      readonly approvalRequestId: string;
      readonly principal: Principal;
      readonly actionDigest: string;
      readonly parameters: object;
    }
  | {
      readonly kind: 'ask_allowance';
      readonly approvalRequestId: string;
      readonly principal: Principal;
      readonly choice: AllowanceChoice;
    }
  | {
      readonly kind: 'confirm_allowance';
      readonly allowanceId: string;
      readonly principal: Principal;
    }
  | { readonly kind: 'carry_out'; readonly approvalRequestId: string }
  | {
      readonly kind: 'end_allowance';
      readonly allowanceId: string;
      readonly type: 'suspend' | 'revoke';
      readonly principal: Principal;
    }
  | {
      readonly kind: 'change_directory';
      readonly changes: readonly DirectoryChange[];
      readonly principal: Principal;
    }
  | {
      readonly kind: 'review';
      readonly approvalRequestId: string;
      readonly principal: Principal;
    };

/** Why a person changes an action. */
const amendReason = 'less is enough';

/** How each of them runs the real use case. */
export const attentionPerformers: Performers<AttentionOperation> = {
  amend: (context, { actionDigest, ...amendment }) =>
    amendRequest(context, {
      ...amendment,
      actionDigest: actionDigest as never,
      reason: amendReason,
    }),
  ask_allowance: (context, asked) => askAllowance(context, asked),
  confirm_allowance: (context, asked) => askConfirmation(context, asked),
  carry_out: (context, { approvalRequestId }) =>
    carryOut(context, approvalRequestId, (asked, state) => runAllowance(context, asked, state)),
  end_allowance: (context, ending) => endAllowance(context, { ...ending, reason: 'no longer' }),
  change_directory: (context, { changes, principal }): Promise<Result<unknown>> =>
    changeDirectoryAtOnce(context, changes, actorOf(principal)),
  review: (context: Context, reviewed) =>
    reviewRelease(context, { ...reviewed, verdict: 'justified', findings: 'it was needed' }),
};

/** One line for a reader, of an allowance or of the directory. */
export function describeAttention(operation: AttentionOperation, short: (id: string) => string) {
  const by = 'principal' in operation ? ` by ${operation.principal.principal_id}` : '';
  switch (operation.kind) {
    case 'confirm_allowance':
      return `confirm ${short(operation.allowanceId)}${by}`;
    case 'end_allowance':
      return `${operation.type} ${short(operation.allowanceId)}${by}`;
    case 'change_directory':
      return `${operation.changes.map(({ type }) => type).join(' ')}${by}`;
    default:
      return `${operation.kind} ${short(operation.approvalRequestId)}${by}`;
  }
}

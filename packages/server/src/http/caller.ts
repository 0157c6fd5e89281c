import type { PublicKey } from '@countersign/protocol/crypto';
import type { LentRoles } from '@countersign/protocol/directory';
import {
  operatorRole,
  type PersonId,
  type Principal,
  type Timestamp,
} from '@countersign/protocol/value';
import type { Language } from '@countersign/wire/language';
import type { Right } from './right.ts';

/** The verbs of an agent's or executor's credential. Deciding is not one of them. */
export type Verb = 'propose' | 'consume' | 'observe' | 'edge';

/** Who is calling, as an authenticator found out. Nothing that was sent in a body ever becomes part of it. */
export type Caller =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'agent';
      readonly principal: Principal;
      readonly verbs: readonly Verb[];
      /** The agents it speaks for. */
      readonly agent_ids: readonly string[];
      /** The audience whose grants it may consume. */
      readonly executor: string | null;
      /** The people that it may act for. */
      readonly subject_ids: readonly string[];
      /** Who is responsible for its agents, where a token says so. The directory knows the owner of a key. */
      readonly owner: PersonId | null;
      /** The server whose tools it calls, where its credential attests one. */
      readonly tool_server: string | null;
      /** What it signs as an edge; null where no operator made it one (EG-4). */
      readonly edge_key: PublicKey | null;
    }
  | {
      readonly kind: 'person';
      readonly principal: Principal;
      readonly person_id: PersonId;
      readonly roles: readonly string[];
      /** What other people lend to this person now (DG-1). */
      readonly lent?: readonly LentRoles[];
      readonly session_id: string;
      /** When the person last proved who they are. */
      readonly proven_at: Timestamp;
      readonly is_recent: boolean;
      /**
       * Where the session is. Only a session in a browser can make something that lets a person in for longer than a
       * session.
       */
      readonly lives: 'browser' | 'terminal';
      /** What a terminal was signed in for: to stay, with its token in a file, or for a change that follows at once. */
      readonly use: 'stay' | 'change' | 'chat';
      /** The language of the page, in which actions are described. It gives no right. English where it is absent. */
      readonly language?: Language;
    }
  | { readonly kind: 'service'; readonly principal: Principal; readonly service_id: string }
  | {
      readonly kind: 'host';
      readonly credential_id: string;
      readonly agent_ids: readonly string[];
    };

export const nobody: Caller = { kind: 'nobody' };

export function rightsOf(caller: Caller): ReadonlySet<Right> {
  const held = new Set<Right>(['anyone']);
  switch (caller.kind) {
    case 'nobody':
      break;
    case 'agent':
      for (const verb of caller.verbs) held.add(verb);
      break;
    case 'person': {
      const isOperator = caller.roles.includes(operatorRole);
      held.add('person');
      if (caller.roles.length > 0) held.add('role');
      if (isOperator) held.add('operator');
      if (caller.is_recent) held.add('recent_person');
      if (caller.is_recent && caller.lives === 'browser') held.add('recent_browser');
      if (caller.is_recent && isOperator) held.add('recent_operator');
      break;
    }
    case 'service':
    case 'host':
      held.add(caller.kind);
  }
  return held;
}

/** The name under which limits, idempotency keys and logs know a caller; null for an unknown caller. */
export function callerName(caller: Caller): string | null {
  switch (caller.kind) {
    case 'nobody':
      return null;
    case 'host':
      return `host:${caller.credential_id}`;
    default:
      return `${caller.kind}:${caller.principal.principal_id}`;
  }
}

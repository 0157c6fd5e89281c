type Phase = 'unseen' | 'arming' | 'ready' | 'passkey' | 'sending' | 'committed';

/**
 * The progress of a decision. The only way to `ready` leads through `arming`. A card must be true, complete and seen
 * before `arming` begins. Every change leads back there. So a press that was meant for an earlier screen cannot approve
 * the present one.
 */
export interface ApproveState {
  readonly phase: Phase;
  /** Everything that must be seen has been seen, and it is true. */
  readonly complete: boolean;
  /** Grows each time the wait starts again. So the end of an earlier wait does not count for a later one. */
  readonly turn: number;
  /** What is being decided, or was. */
  readonly decision: 'allow' | 'deny' | null;
}

export type ApproveEvent =
  | { readonly type: 'looked'; readonly complete: boolean }
  /** The screen shows something else than before. */
  | { readonly type: 'changed' }
  /** The window was hidden or covered, and is visible again. */
  | { readonly type: 'returned' }
  /** Half a second has passed since this turn began to arm. */
  | { readonly type: 'armed'; readonly turn: number }
  | { readonly type: 'approve'; readonly passkey: boolean }
  | { readonly type: 'reject'; readonly passkey: boolean }
  /** The passkey signed this very decision. */
  | { readonly type: 'signed' }
  /** The store said yes. */
  | { readonly type: 'committed' }
  /** The passkey or the store said no, or the result is unknown. */
  | { readonly type: 'refused' };

/** A release by one person is always signed with a passkey, and has no button that arms. */
type DecisionEvent = ApproveEvent | { readonly type: 'release' };

export const initialApprove: ApproveState = {
  phase: 'unseen',
  complete: false,
  turn: 0,
  decision: null,
};

/** What each event does to the state; an event that does not fit the phase changes nothing. */
const transitions: {
  readonly [Type in ApproveEvent['type']]: (
    state: ApproveState,
    event: Extract<ApproveEvent, { type: Type }>,
  ) => ApproveState;
} = {
  looked(state, { complete }) {
    if (complete === state.complete) return state;
    const looked = { ...state, complete };
    return isWaiting(state.phase) ? begin(looked) : looked;
  },
  // A decision on its way is bound to the shown view. After a change the store refuses it, so the answer of the store
  // decides.
  changed: state =>
    state.phase === 'sending' || state.phase === 'committed' ? state : begin(state),
  // The passkey dialogue also takes the focus. That does not restart the wait.
  returned: state => (isWaiting(state.phase) ? begin(state) : state),
  armed: (state, { turn }) =>
    state.phase === 'arming' && state.complete && turn === state.turn
      ? { ...state, phase: 'ready' }
      : state,
  approve: (state, { passkey }) =>
    state.phase === 'ready' && state.complete ? send(state, 'allow', passkey) : state,
  reject: (state, { passkey }) => (isWaiting(state.phase) ? send(state, 'deny', passkey) : state),
  signed: state => (state.phase === 'passkey' ? { ...state, phase: 'sending' } : state),
  committed: state => (state.phase === 'sending' ? { ...state, phase: 'committed' } : state),
  refused: state => (state.phase === 'passkey' || state.phase === 'sending' ? begin(state) : state),
};

export function evolveApprove<Type extends ApproveEvent['type']>(
  state: ApproveState,
  event: Extract<ApproveEvent, { type: Type }>,
): ApproveState {
  return transitions[event.type as Type](state, event);
}

export function evolveDecision(state: ApproveState, event: DecisionEvent): ApproveState {
  if (event.type !== 'release') return evolveApprove(state, event);
  return isWaiting(state.phase) ? { ...state, phase: 'passkey', decision: 'allow' } : state;
}

function send(state: ApproveState, decision: 'allow' | 'deny', passkey: boolean): ApproveState {
  return { ...state, phase: passkey ? 'passkey' : 'sending', decision };
}

function begin(state: ApproveState): ApproveState {
  const { complete, turn } = state;
  return complete
    ? { phase: 'arming', complete, turn: turn + 1, decision: null }
    : { phase: 'unseen', complete, turn, decision: null };
}

function isWaiting(phase: Phase): boolean {
  return phase === 'unseen' || phase === 'arming' || phase === 'ready';
}

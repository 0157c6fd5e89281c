import type { ReasonCode } from '@countersign/protocol/reason';

/** What the operator must correct. */
export type GateFaultKind =
  | 'url'
  | 'host'
  | 'key'
  | 'right'
  | 'agent'
  | 'executor'
  | 'clock'
  | 'trust';

export interface GateFault {
  readonly kind: GateFaultKind;
  readonly code: ReasonCode;
  /** What was expected and found. It holds no secret. */
  readonly detail: string;
  readonly remedy: string;
}

/**
 * The gate is not set up correctly. This is a fault of the installation and not an answer about the action: neither
 * policy nor a person was asked. So it is not a NotAllowed, and no text invites the model to continue. `faults` lists
 * every fault.
 */
export class GateMisconfigured extends Error {
  override readonly name = 'GateMisconfigured';
  readonly faults: readonly [GateFault, ...GateFault[]];

  constructor(faults: readonly [GateFault, ...GateFault[]]) {
    const said = faults.map(({ detail, remedy }) => `${sentence(detail)} ${remedy}`).join(' ');
    super(
      `The action has not run: the approval gate is not set up correctly. ${said} This is no decision about the action. The operator must correct the set-up. Do not work around it.`,
    );
    this.faults = faults;
  }

  get kind(): GateFaultKind {
    return this.faults[0].kind;
  }

  get code(): ReasonCode {
    return this.faults[0].code;
  }

  /** The same text, so that a caller may treat both errors of a gate alike. */
  get forModel(): string {
    return this.message;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const rows: Partial<Readonly<Record<ReasonCode, Pick<GateFault, 'kind' | 'remedy'>>>> = {
  not_authenticated: {
    kind: 'key',
    remedy: 'Check the key: the server does not know it, or it was revoked or has expired.',
  },
  not_permitted: {
    kind: 'right',
    remedy: 'Use a key whose verbs and agents cover this call.',
  },
  host_not_allowed: {
    kind: 'host',
    remedy: 'Use the address that the server names as its origin.',
  },
  origin_not_allowed: {
    kind: 'host',
    remedy: 'Call the server from its own pages, or from outside a browser.',
  },
  route_not_found: {
    kind: 'url',
    remedy: 'Check the URL, and that the server is not older than this client.',
  },
  method_not_allowed: {
    kind: 'url',
    remedy: 'Check the URL, and that the server is not older than this client.',
  },
};

/** The fault of the set-up that a refusal shows. Null if the refusal is an answer about the action. */
export function faultIn({
  code,
  detail,
}: {
  readonly code: ReasonCode;
  readonly detail: string;
}): GateFault | null {
  const row = rows[code];
  return row === undefined ? null : { ...row, code, detail };
}

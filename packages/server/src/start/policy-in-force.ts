import {
  type Context,
  type DirectoryContext,
  loadDirectory,
  type Store,
} from '@countersign/coordinator';
import {
  loadPolicy,
  PoliciesInForce,
  type Policy,
  type PolicyFile,
  type PolicyInputs,
  problemText,
  readDocuments,
} from '@countersign/policy';
import { findStageNobodyCanComplete } from '@countersign/protocol/chain';
import { type Digest, equalDigests, sha256OfText } from '@countersign/protocol/crypto';
import type { DirectoryState } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { operatorRole, type PersonId } from '@countersign/protocol/value';

/** What the files of the operator say, where it is not what is in force. */
interface PendingPolicy {
  /** Null where they have problems. */
  readonly version: string | null;
  readonly files: readonly PolicyFile[];
  readonly problems: readonly string[];
}

type People = Context['people'];

/**
 * The policy of this process. The store holds the policy in force. The files hold the policy that the operator wants.
 * Without governance a changed file takes effect, as an act of the operator who runs the process. With governance it
 * waits for a house request (HR-6).
 */
export class PolicyOfProcess {
  readonly policies: PoliciesInForce;
  readonly #inputs: PolicyInputs;
  readonly #readFiles: () => Promise<readonly PolicyFile[]>;
  #files: readonly PolicyFile[];
  /** What the files said when they were last read; null before that. */
  #seen: string | null;
  #pending: PendingPolicy | null = null;

  private constructor(
    inputs: PolicyInputs,
    readFiles: () => Promise<readonly PolicyFile[]>,
    files: readonly PolicyFile[],
    policy: Policy,
    isOfFiles: boolean,
  ) {
    this.#inputs = inputs;
    this.#readFiles = readFiles;
    this.#files = files;
    this.#seen = isOfFiles ? JSON.stringify(files) : null;
    this.policies = new PoliciesInForce(policy, inputs);
  }

  /** From the store where its policy has governance; else from the files. */
  static async open(
    store: Pick<Store, 'readStream' | 'readAction'>,
    readFiles: () => Promise<readonly PolicyFile[]>,
    inputs: PolicyInputs,
  ): Promise<Result<PolicyOfProcess>> {
    const context: DirectoryContext = { store, memory: { directory: null } };
    const { state } = await loadDirectory(context);
    const kept = state.governs.includes('policy') ? await readKept(store, state) : null;
    if (kept !== null && !kept.ok) return kept;
    const files = kept === null ? await readFiles() : kept.value;
    const policy = read(files, inputs);
    if (!policy.ok) return policy;
    return accept(new PolicyOfProcess(inputs, readFiles, files, policy.value, kept === null));
  }

  /** The documents in force. */
  files(): readonly PolicyFile[] {
    return this.#files;
  }

  pending(): PendingPolicy | null {
    return this.#pending;
  }

  read(files: readonly PolicyFile[]): Result<Policy> {
    return read(files, this.#inputs);
  }

  /** What these documents would put in force. */
  policiesOf(files: readonly PolicyFile[]): Result<PoliciesInForce> {
    const policy = this.read(files);
    return policy.ok ? accept(new PoliciesInForce(policy.value, this.#inputs)) : policy;
  }

  /** Takes in what another process, or an approved house request, has brought into force. */
  async follow({ store, memory }: Context): Promise<Result<null>> {
    const { state } = await loadDirectory({ store, memory });
    const { policy_version, policy_text } = state;
    if (policy_version === this.policies.version() || policy_text === null) return accept(null);
    const kept = await readKept(store, state);
    if (!kept.ok) return kept;
    const replaced = this.policies.replace(kept.value);
    if (!replaced.ok) return unsound(replaced.problems.map(problemText));
    this.#files = kept.value;
    const found = await this.#tryFiles();
    if (found !== null) this.#judgePending(found);
    return accept(null);
  }

  /**
   * Looks at the files again. Answers whether they are to be brought into force: they changed since they were last
   * looked at, they are sound, and no chain decides. Problems leave the policy as it was.
   */
  async look({ governs }: DirectoryState, people: People, operators: Operators): Promise<Looked> {
    const files = await this.#tryFiles();
    if (files === null) return { problems: this.#pending?.problems ?? [], taken: false };
    const text = JSON.stringify(files);
    if (text === this.#seen) return { problems: this.#pending?.problems ?? [], taken: false };
    this.#seen = text;
    this.#judgePending(files);
    const pending = this.#pending;
    if (pending === null) return { problems: [], taken: false };
    if (pending.version === null) return { problems: pending.problems, taken: false };
    if (governs.includes('policy')) return { problems: [], taken: false };
    const policy = this.read(files);
    const locked = policy.ok ? await judgeGovernance(policy.value, people, operators) : null;
    if (locked !== null) {
      this.#pending = { ...pending, problems: [locked] };
      return { problems: [locked], taken: false };
    }
    const replaced = this.policies.replace(files);
    if (!replaced.ok) return { problems: replaced.problems.map(problemText), taken: false };
    this.#files = files;
    this.#pending = null;
    return { problems: [], taken: true };
  }

  /** Files that cannot be read are a pending change as well: what is in force does not depend on them. */
  async #tryFiles(): Promise<readonly PolicyFile[] | null> {
    try {
      return await this.#readFiles();
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'the files could not be read';
      this.#pending = { version: null, files: [], problems: [problem] };
      this.#seen = null;
      return null;
    }
  }

  #judgePending(files: readonly PolicyFile[]): void {
    const policy = this.read(files);
    if (!policy.ok) {
      this.#pending = { version: null, files, problems: policy.refusal.detail.split('\n') };
      return;
    }
    const version = policy.value.version();
    this.#pending = version === this.policies.version() ? null : { version, files, problems: [] };
  }
}

interface Looked {
  readonly problems: readonly string[];
  /** Whether this process now has another policy, which is to be brought into force. */
  readonly taken: boolean;
}

/** The people who could ask for a change. */
type Operators = readonly PersonId[];

export function operatorsOf({ people }: DirectoryState): Operators {
  return [...people.values()]
    .filter(({ active, roles }) => active && roles.includes(operatorRole))
    .map(({ person_id }) => person_id);
}

/**
 * Why a policy must not come into force: it puts changes under a chain that no one can complete, so that nothing could
 * ever change again. At least one person must be able to ask, and others to approve.
 */
export async function judgeGovernance(
  { governance }: Policy,
  people: People,
  operators: Operators,
): Promise<string | null> {
  if (governance === null) return null;
  const directory = await people.directory();
  for (const [kind, chain] of governance) {
    const isPossible = operators.some(requester => {
      const parties = { requester, subject: null, agent_owner: null };
      return findStageNobodyCanComplete(chain, parties, directory) === null;
    });
    if (!isPossible) {
      return `governance: ${kind}: no operator could ask for such a change and find other people who can complete the chain ${chain.chain_id}. Invite them first, then add governance.`;
    }
  }
  return null;
}

function read(files: readonly PolicyFile[], inputs: PolicyInputs): Result<Policy> {
  const loaded = loadPolicy(files, inputs);
  return loaded.ok ? accept(loaded.policy) : unsound(loaded.problems.map(problemText));
}

function unsound(problems: readonly string[]): Result<never> {
  return refuse('object_malformed', problems.join('\n'));
}

/** The documents in force, as the store keeps them. */
async function readKept(
  store: Pick<Store, 'readAction'>,
  { policy_text }: DirectoryState,
): Promise<Result<readonly PolicyFile[]>> {
  const text = policy_text === null ? null : await store.readAction(policy_text as Digest);
  if (text === null || !equalDigests(sha256OfText(text), policy_text as Digest)) {
    return refuse(
      'policy_unavailable',
      'the store does not have the documents of the policy in force. Restore a backup, or start a new epoch with the files of the operator (countersign new-epoch --take-policy).',
    );
  }
  return accept(readDocuments(text));
}

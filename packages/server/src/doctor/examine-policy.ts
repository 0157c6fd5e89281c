import {
  type DirectoryContext,
  directoryPeople,
  loadDirectory,
  type StoreReader,
} from '@countersign/coordinator';
import { type LoadedPolicy, loadPolicy, type Policy, problemText } from '@countersign/policy';
import { findStageNobodyCanComplete } from '@countersign/protocol/chain';
import { loadGrammars, riskAssessor } from '@countersign/risk';
import { channels } from '../channels/channels.ts';
import { configuredChannel } from '../channels/configured-channels.ts';
import { readPolicyFiles } from '../start/open-parts.ts';
import { offeredAssurances } from '../start/start-server.ts';
import type { ExaminedServer } from './examined-server.ts';
import { examined, type Finding, fine, warning, wrong } from './finding.ts';

const check = 'policy';

/** The documents, and whether the people and the channels that they name are there. */
export function examinePolicy(
  server: ExaminedServer,
  store: StoreReader | null,
): Promise<Finding[]> {
  return examined(check, 'name the right documents (--policy)', async () => {
    const loaded = await load(server);
    const warnings = loaded.warnings.map(each =>
      warning(check, problemText(each), 'change it, or keep it if it is intended'),
    );
    if (!loaded.ok) {
      const problems = loaded.problems.map(each =>
        wrong(check, problemText(each), 'fix the document; a server does not start with it'),
      );
      return [...problems, ...warnings];
    }
    const { policy } = loaded;
    return [
      fine(check, `${server.policyPaths.join(', ')}: version ${policy.version()}`),
      ...warnings,
      ...judgeObserving(policy),
      ...judgeRoutes(policy, server),
      ...(store === null ? [] : await judgeChains(policy, server, store)),
      ...(store === null ? [] : await judgeVersion(policy, store)),
    ];
  });
}

async function load({ policyPaths }: ExaminedServer): Promise<LoadedPolicy> {
  const grammar = await loadGrammars();
  return loadPolicy(readPolicyFiles(policyPaths), {
    assessor: settings => riskAssessor({ settings, grammar }),
  });
}

function judgeObserving({ observing }: Policy): Finding[] {
  return observing.map(file =>
    warning(
      check,
      `${file} is in observe mode: it refuses nothing`,
      'set mode: enforce when you are ready',
    ),
  );
}

function judgeRoutes(policy: Policy, { config }: ExaminedServer): Finding[] {
  const { endpoints } = config.settings;
  const services = endpoints.filter(({ kind }) => kind === 'approval').map(({ name }) => name);
  const named = new Set(policy.routes.map(({ kind, name }) => JSON.stringify([kind, name])));
  return [...named].flatMap(text => {
    const [kind, name] = JSON.parse(text) as [string, string | null];
    if (kind === 'webhook' && (name === null ? services.length !== 1 : !services.includes(name))) {
      const what = name === null ? 'the only webhook' : `the webhook ${JSON.stringify(name)}`;
      const found = `a route leads to ${what}, but no endpoint of kind approval has that name`;
      return [wrong(check, found, 'add the endpoint to the settings, or change the route')];
    }
    const channel = channels.find(each => kind === 'admin_channel' && each.name === name);
    if (channel !== undefined && configuredChannel(config.settings, channel.name) === null) {
      const found = `a route leads to ${channel.title}, which is not configured; its requests appear only in the inbox`;
      const mend = `configure ${channel.title} in the settings, or change the route`;
      return [warning(check, found, mend)];
    }
    return [];
  });
}

async function judgeChains(
  policy: Policy,
  { config, origin }: ExaminedServer,
  store: StoreReader,
): Promise<Finding[]> {
  const directory = await directoryPeople(
    { store },
    {
      origin,
      rpId: new URL(origin).hostname,
      assurances: offeredAssurances(config.settings),
    },
  ).directory();
  const noParties = { requester: null, subject: null, agent_owner: null };
  return policy.chains.flatMap(chain => {
    const stage = findStageNobodyCanComplete(chain, noParties, directory);
    if (stage === null) return [];
    const { roles, identities } = stage.approvers;
    const wanted = [...roles.map(role => `role ${role}`), ...identities].join(' or ');
    return [
      wrong(
        check,
        `chain ${chain.chain_id}: stage ${JSON.stringify(stage.name)} lacks eligible approvers, so every request that needs it is refused`,
        `it takes ${stage.quorum} of ${wanted}, with ${stage.min_assurance} or better, who decide no other stage: invite them, give them the role or a passkey, or change the chain`,
      ),
    ];
  });
}

/** The policy that the store has in force decides. A server brings another one into force when it starts. */
async function judgeVersion(policy: Policy, store: StoreReader): Promise<Finding[]> {
  const { policyVersion } = await store.readState();
  const context: DirectoryContext = { store, memory: { directory: null } };
  const { state } = await loadDirectory(context);
  const recovered = judgeRecovered(state.recovered);
  if (policyVersion === null || policyVersion === policy.version()) return recovered;
  if (state.governs.includes('policy')) {
    const found = `pending change: version ${policyVersion} is in force, and the files have version ${policy.version()}, which no one has approved`;
    const mend = 'ask for it (countersign policy request), or restore the files';
    return [...recovered, warning(check, found, mend)];
  }
  const found = `the store has policy version ${policyVersion} in force, and the documents have another version`;
  const mend = 'a running server loads the change within seconds; if it does not, read its log';
  return [...recovered, warning(check, found, mend)];
}

/** A policy that came into force past its governance stays visible for good. */
function judgeRecovered(epochs: readonly number[]): Finding[] {
  return epochs.map(epoch =>
    warning(
      check,
      `epoch ${epoch} began at the console with a policy that no one approved, although governance was in force`,
      'find out who did it and why; the event epoch.started has the reason',
    ),
  );
}

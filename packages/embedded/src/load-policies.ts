import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadPolicy, PoliciesInForce, type PolicyFile, problemText } from '@countersign/policy';
import {
  EvaluationPool,
  type PlainRiskInputs,
  ThreadedPolicies,
  workedMilliseconds,
} from '@countersign/policy/workers';
import { loadGrammars, type OwnPlaces, type RiskSettings, riskAssessor } from '@countersign/risk';
import { EmbedRefused } from './embed-refused.ts';

/** Policy documents: the path of a file or of a folder of `.yaml` files, or the documents themselves. */
export type PolicySource = string | readonly PolicyFile[];

/** What cannot be read or has problems is not opened: there is no gate without a sound policy (GT-1). */
export async function loadPolicies(
  source: PolicySource,
  own: OwnPlaces,
): Promise<{ readonly policies: ThreadedPolicies; readonly evaluations: EvaluationPool }> {
  const plain: PlainRiskInputs = { own };
  const grammar = await loadGrammars();
  const inputs = {
    assessor: (settings: RiskSettings) => riskAssessor({ ...plain, settings, grammar }),
  };
  const files = typeof source === 'string' ? readPolicyFiles(source) : source;
  const loaded = loadPolicy(files, inputs);
  if (!loaded.ok) throw new EmbedRefused(loaded.problems.map(problemText).join('\n'));
  const inForce = new PoliciesInForce(loaded.policy, inputs);
  const evaluations = new EvaluationPool(
    plain,
    () => performance.now(),
    {},
    'jobs',
    workedMilliseconds,
  );
  return { policies: new ThreadedPolicies(inForce, () => files, evaluations), evaluations };
}

function readPolicyFiles(path: string): readonly PolicyFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new EmbedRefused(`${path}: expected a policy, found no file`);
  if (!found.isDirectory()) return [readPolicyFile(path)];
  const names = readdirSync(path).filter(
    name => /\.ya?ml$/.test(name) && !/\.test\.ya?ml$/.test(name),
  );
  if (names.length === 0) throw new EmbedRefused(`${path}: expected files that end in .yaml`);
  return names.sort().map(name => readPolicyFile(join(path, name)));
}

function readPolicyFile(path: string): PolicyFile {
  return { name: basename(path), text: readFileSync(path, 'utf8'), layer: 'operator' };
}

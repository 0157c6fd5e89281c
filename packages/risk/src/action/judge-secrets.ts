import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { addDomains, type Domain } from './domains.ts';
import { splitWords } from './words.ts';

const showing: ReadonlySet<string> = new Set([
  'get',
  'read',
  'fetch',
  'reveal',
  'show',
  'retrieve',
  'download',
  'export',
  'decrypt',
  'dump',
  'print',
  'access',
  'view',
  'load',
  'cat',
  'pull',
  'copy',
  'extract',
  'unseal',
  'lookup',
  'describe',
  'query',
  'open',
]);
const kindKeys: ReadonlySet<string> = new Set([
  'kind',
  'resource_type',
  'object_type',
  'type',
  'resource',
  'resource_kind',
]);
const valueFlags: ReadonlySet<string> = new Set([
  'reveal',
  'include_values',
  'show_values',
  'decrypt',
  'with_decryption',
  'show_secrets',
  'include_secrets',
  'with_values',
  'plaintext',
  'reveal_secrets',
  'raw_values',
  'unmask',
  'include_secret',
  'export_private_key',
  'include_credentials',
  'show_value',
]);
const harmless: ReadonlySet<string> = new Set([
  'list',
  'count',
  'exists',
  'metadata',
  'names',
  'policy',
  'rotation',
  'status',
  'public',
  'versions',
  'usage',
  'consent',
  'tokenize',
  'strength',
  'cookie_banner',
]);

/** Secrets shown to the caller, in any form. */
export function judgeSecrets(facts: CallFacts, report: Report): void {
  const flag = facts.seen.leaves.find(
    leaf =>
      valueFlags.has(leaf.key.name) &&
      (leaf.value === true || leaf.value === 'true' || leaf.value === 1),
  );
  if (flag !== undefined)
    report('secret_access', 'high', `shows secrets by the parameter ${flag.key.name}`);
  if (huntsSecrets(facts)) report('secret_access', 'high', 'searches the machine for secrets');
  if (uncovers(facts)) {
    report('secret_access', 'high', 'shows what was covered');
    return;
  }
  if (facts.effect === 'delete' || facts.effect === 'simulate' || !mentions(facts, showing)) return;
  if (mentions(facts, harmless)) return;
  const named =
    facts.tool.domains.has('secret') || facts.names.some(name => name.domains.has('secret'));
  if (
    named ||
    ofKind(facts) ||
    (says(facts, 'env', 'environ', 'environment') &&
      says(facts, 'vars', 'variables', 'variable', 'var', 'dump', 'print'))
  ) {
    report('secret_access', 'high', 'reads a secret');
  }
}

/** A search for passwords and keys that begins at the root of the disk or of all homes. */
function huntsSecrets({ seen, tool }: CallFacts): boolean {
  if (!tool.words.some(word => /^(?:grep|search|find|ripgrep|rg|glob|scan)$/u.test(word)))
    return false;
  const strings = seen.leaves.filter(({ value }) => typeof value === 'string');
  const hunts = strings.some(({ value }) => prey.test(String(value).slice(0, 512)));
  return (
    hunts &&
    strings.some(
      ({ key, value }) =>
        /^(?:path|root|dir|directory|folder|cwd|base|location)$/u.test(key.name) &&
        widePlace.test(String(value)),
    )
  );
}

const prey =
  /passw|passwd|secret|api[\W_]{0,8}key|credential|private[ _-]?key|aws_access|\btoken|id_rsa|\.pem\b|\.env\b/iu;
const widePlace =
  /^(?:\/|~\/?|\/(?:home|root|etc|Users|var|mnt|srv|opt)\/?|[A-Za-z]:[\\/]?(?:Users[\\/]?)?)$/u;

/**
 * `reveal_pin`, `unmask_card`: a covered value is covered for a reason. Folders and answers of a quiz are an exception.
 */
function uncovers({ tool }: CallFacts): boolean {
  const at = tool.words.findIndex(word => uncovering.has(word));
  return (
    at >= 0 &&
    !tool.words.slice(at + 1).some(word => openThings.has(word)) &&
    at < tool.words.length - 1
  );
}

const uncovering: ReadonlySet<string> = new Set(
  'reveal unmask detokenize detokenise deanonymize'.split(' '),
);
const openThings: ReadonlySet<string> = new Set(
  'in file folder finder explorer element answer answers line range hint sidebar panel tab node window selection'.split(
    ' ',
  ),
);

function ofKind(facts: CallFacts): boolean {
  const secret = (text: string): boolean => {
    const domains = new Set<Domain>();
    addDomains(splitWords(text), domains);
    return domains.has('secret');
  };
  if (
    facts.resource !== null &&
    facts.resource.length < 200 &&
    /^secrets?[/:]/iu.test(facts.resource)
  )
    return true;
  for (const leaf of facts.seen.leaves) {
    if (
      typeof leaf.value === 'string' &&
      leaf.value.length < 64 &&
      kindKeys.has(leaf.key.name) &&
      secret(leaf.value)
    )
      return true;
  }
  return false;
}

import type { BundleReport, Statement } from '@countersign/protocol/bundle';
import { dataText } from '../card/data-text.ts';
import { hangingLines } from '../card/wrap-text.ts';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import {
  bold,
  dim,
  green,
  red,
  type StyledText,
  styled,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { readBytesOrInput } from './named-input.ts';
import { policyAgrees, type Told, tellBundle } from './tell-bundle.ts';
import { type VerifyTrust, verifyTrust } from './verify-trust.ts';

interface Options {
  readonly json?: boolean;
  readonly keys?: string;
  readonly jwks?: string;
  readonly site?: string;
  readonly markdown?: boolean;
}

type Outcome = 'verified' | 'does_not_verify' | 'cannot_be_checked_here';

interface Claim {
  readonly id: string;
  readonly claim: string;
  readonly outcome: Outcome;
  readonly basis: string;
  readonly code: string | null;
}

export const verifyCommand: CommandModule = {
  name: 'verify',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('verify')
      .summary('verify an exported bundle, offline')
      .description(
        'Verifies a bundle without any server. Each claim is verified, does not verify, or cannot be checked here. Name the keys that you trust. Without them the keys in the bundle are used. That shows that the bundle agrees with itself, not who made it.',
      )
      .argument('<file>', 'an exported bundle; - reads it from the input')
      .option(
        '--keys <file>',
        'trusted keys, as GET /v1/keys or countersign keys signing --json gives them',
      )
      .option('--jwks <file>', 'trusted keys as a JWK set, as /.well-known/jwks.json gives them')
      .option('--site <origin>', 'where passkeys were used, such as https://approvals.example')
      .option('--markdown', 'print a summary for people, as Markdown');
    addHelp(addJson(command), {
      examples: [
        ['countersign verify bundle.json --keys keys.json', 'with keys you got elsewhere'],
        ['countersign verify bundle.json', 'only that it agrees with itself'],
      ],
    }).action((file: string, options: Options) => run(io, file, options));
  },
};

async function run(io: CommandIo, file: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const bytes = await readBytesOrInput(io, file);
  const { parseBundleText, summariseBundle, verifyBundle } = await import(
    '@countersign/protocol/bundle'
  );
  const trusted = await verifyTrust(io, bytes, options);
  const report = verifyBundle(bytes, trusted.trust);
  const bundle = report.verdict === 'accepted' ? parseBundleText(bytes) : null;
  const agrees = bundle !== null && (await policyAgrees(bundle));
  const claims = report.statements.map(each => claimOf(each, trusted, agrees));
  if (options.markdown === true) {
    for (const line of summariseBundle(bytes, report).split('\n')) out.line(line);
  } else {
    const told = bundle === null ? [] : await tellBundle(bundle);
    out.line(headline(file === '-' ? 'The input' : file, report, trusted));
    for (const line of toldLines(told, io.columns)) out.line(line);
    for (const line of claimLines(claims, io.columns)) out.line(line);
    for (const line of noteLines(trusted.notes, io.columns)) out.line(line);
  }
  out.json({
    verdict: bundle === null ? 'does_not_verify' : 'verified',
    code: report.code,
    keys: trusted.keysFrom,
    claims,
    notes: trusted.notes,
  });
  if (bundle === null) io.endWith('failed');
}

/** What was proven with keys from the bundle is proven of those keys, and says so. */
function claimOf(statement: Statement, trusted: VerifyTrust, policyIsThere: boolean): Claim {
  const { id, statement: claim, detail } = statement;
  const plain = { id, claim, basis: detail, code: null };
  if (statement.result === 'failed') {
    return { ...plain, outcome: 'does_not_verify', code: statement.code };
  }
  if (id === 'policy' && policyIsThere) {
    const basis =
      'Version and chain are those of the decision, and the documents give that version.';
    return { ...plain, outcome: 'verified', basis };
  }
  if (statement.result === 'not_shown') return { ...plain, outcome: 'cannot_be_checked_here' };
  if (trusted.keysFrom === 'bundle' && id === 'keys') {
    const basis = 'No trusted keys were named. The keys come from the bundle itself.';
    return { ...plain, outcome: 'cannot_be_checked_here', basis };
  }
  if (!trusted.ownWord.includes(id)) return { ...plain, outcome: 'verified' };
  const named = id === 'passkeys' ? 'For the site' : 'With the keys';
  return {
    ...plain,
    outcome: 'verified',
    basis: `${detail} ${named} that the bundle itself names.`,
  };
}

function headline(name: string, { verdict, code }: BundleReport, trusted: VerifyTrust): StyledText {
  if (verdict !== 'accepted') {
    return text`${red('✗')} ${bold(`${name} does not verify`)} (${red(code ?? '')}). Do not rely on anything in it.`;
  }
  return trusted.keysFrom === 'bundle'
    ? text`${green('✓')} ${bold(`${name} agrees with itself.`)} Whose keys signed it was not checked.`
    : text`${green('✓')} ${bold(`${name} verifies.`)}`;
}

/** What the protocol says of every claim that rests on one that failed. */
const unsaid = 'An earlier check failed, so this one cannot be judged.';

const looks = {
  verified: { mark: green('✓'), title: 'Verified' },
  does_not_verify: { mark: red('✗'), title: 'Does not verify' },
  cannot_be_checked_here: { mark: yellow('–'), title: 'Cannot be checked here' },
} as const satisfies Record<Outcome, { mark: StyledText; title: string }>;

function toldLines(told: Told, columns: number): StyledText[] {
  return told.flatMap(([key, value]) =>
    hangingLines(text`  ${dim(key.padEnd(8))} `, [dataText(value)], columns),
  );
}

/** What does not verify comes first, and what was not even looked at because of it is said once. */
function claimLines(claims: readonly Claim[], columns: number): StyledText[] {
  return (['does_not_verify', 'verified', 'cannot_be_checked_here'] as const).flatMap(outcome => {
    const all = claims.filter(each => each.outcome === outcome);
    if (all.length === 0) return [];
    const said = all.filter(each => each.basis !== unsaid);
    const { mark, title } = looks[outcome];
    return [
      styled(''),
      bold(`${title}, ${all.length}`),
      ...said.flatMap(({ claim, basis, code }) => {
        const words = text`${code === null ? '' : `${code}: `}${dataText(basis)}`;
        return hangingLines(text`  ${mark} `, [claim, dim(words)], columns);
      }),
      ...(said.length < all.length ? [text`  ${mark} ${dim(unsaid)}`] : []),
    ];
  });
}

function noteLines(notes: readonly string[], columns: number): StyledText[] {
  const lines = notes.flatMap(note => hangingLines(text`${yellow('!')} `, [note], columns));
  return lines.length === 0 ? [] : [styled(''), ...lines];
}

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

type Outcome = 'verified' | 'consistent_not_trusted' | 'does_not_verify' | 'cannot_be_checked_here';

const verdicts = {
  accepted: 'verified',
  consistent: 'consistent_not_trusted',
  refused: 'does_not_verify',
} as const satisfies Record<BundleReport['verdict'], Outcome>;

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
        'Verifies a bundle without any server. Each claim is verified, does not verify, or cannot be checked here. Name the keys that you trust. Without them the result is never better than consistent: anyone can make a bundle that agrees with itself.',
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
        ['countersign verify bundle.json', 'only whether it agrees with itself; ends with 9'],
      ],
      exits: ['not_trusted'],
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
  const bundle = report.verdict !== 'refused' ? parseBundleText(bytes) : null;
  const agrees = bundle !== null && (await policyAgrees(bundle));
  const claims = report.statements.map(each => claimOf(each, trusted, agrees));
  if (options.markdown === true) {
    for (const line of summariseBundle(bytes, report).split('\n')) out.line(line);
  } else {
    const told = bundle === null ? [] : await tellBundle(bundle);
    out.line(headline(file === '-' ? 'The input' : file, report));
    for (const line of toldLines(told, io.columns)) out.line(line);
    for (const line of claimLines(claims, io.columns)) out.line(line);
    for (const line of noteLines(trusted.notes, io.columns)) out.line(line);
  }
  out.json({
    verdict: verdicts[report.verdict],
    code: report.code,
    keys: trusted.keysFrom,
    claims,
    notes: trusted.notes,
  });
  if (report.verdict === 'refused') io.endWith('failed');
  if (report.verdict === 'consistent') io.endWith('not_trusted');
}

/** A claim that rests on keys or a site from the bundle itself is consistent, and never verified. */
function claimOf(statement: Statement, trusted: VerifyTrust, policyIsThere: boolean): Claim {
  const { id, statement: claim, detail } = statement;
  const plain = { id, claim, basis: detail, code: null };
  if (statement.result === 'failed') {
    return { ...plain, outcome: 'does_not_verify', code: statement.code };
  }
  const ownKeys = trusted.keysFrom === 'bundle';
  const outcome = ownKeys ? 'consistent_not_trusted' : 'verified';
  if (id === 'policy' && policyIsThere) {
    const basis =
      'Version and chain are those of the decision, and the documents give that version.';
    return { ...plain, outcome, basis };
  }
  if (statement.result === 'not_shown') return { ...plain, outcome: 'cannot_be_checked_here' };
  if (id !== 'passkeys' || !trusted.ownSite) return { ...plain, outcome };
  const basis = `${detail} For the site that the bundle itself names.`;
  return { ...plain, outcome: 'consistent_not_trusted', basis };
}

function headline(name: string, { verdict, code }: BundleReport): StyledText {
  if (verdict === 'refused') {
    return text`${red('✗')} ${bold(`${name} does not verify`)} (${red(code ?? '')}). Do not rely on anything in it.`;
  }
  return verdict === 'consistent'
    ? text`${yellow('!')} ${bold(`${name} is consistent, but not trusted.`)} No trusted keys were named.`
    : text`${green('✓')} ${bold(`${name} verifies.`)}`;
}

/** What the protocol says of every claim that rests on one that failed. */
const unsaid = 'An earlier check failed, so this one cannot be judged.';

const looks = {
  verified: { mark: green('✓'), title: 'Verified' },
  consistent_not_trusted: { mark: yellow('~'), title: 'Consistent, but not trusted' },
  does_not_verify: { mark: red('✗'), title: 'Does not verify' },
  cannot_be_checked_here: { mark: yellow('–'), title: 'Cannot be checked here' },
} as const satisfies Record<Outcome, { mark: StyledText; title: string }>;

function toldLines(told: Told, columns: number): StyledText[] {
  return told.flatMap(([key, value]) =>
    hangingLines(text`  ${dim(key.padEnd(8))} `, [dataText(value)], columns),
  );
}

/** Failed claims come first. Claims that were not checked because of them are reported once. */
function claimLines(claims: readonly Claim[], columns: number): StyledText[] {
  const order = [
    'does_not_verify',
    'verified',
    'consistent_not_trusted',
    'cannot_be_checked_here',
  ] as const;
  return order.flatMap(outcome => {
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

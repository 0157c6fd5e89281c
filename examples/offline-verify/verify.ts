// What an auditor runs: two files and `@countersign/protocol`, and nothing else of Countersign on the machine. No server, no
// database, no network. It says what is proven and what is not shown, and ends with 1 where the bundle is refused.
import { readFileSync } from 'node:fs';
import { type BundleTrust, summariseBundle, verifyBundle } from '@countersign/protocol/bundle';

const [bundleFile = '', trustFile = ''] = process.argv.slice(2);
const text = readFileSync(bundleFile, 'utf8');
const trust = JSON.parse(readFileSync(trustFile, 'utf8')) as BundleTrust;
const report = verifyBundle(text, trust);
const idsOf = (result: string) =>
  report.statements.filter(each => each.result === result).map(({ id }) => id);

if (report.verdict === 'accepted') console.log(summariseBundle(text, report));
console.log(
  JSON.stringify({
    verdict: report.verdict,
    code: report.code,
    proven: idsOf('proven'),
    failed: idsOf('failed'),
    not_shown: idsOf('not_shown'),
  }),
);
process.exitCode = report.verdict === 'accepted' ? 0 : 1;

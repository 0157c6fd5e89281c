import { releaseCalls } from '@countersign/client/people';
import { findRequest } from '../card/find-request.ts';
import { reasonFor } from '../card/reason-for.ts';
import { type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { bold, dim, green, text, yellow } from '../terminal/styled-text.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
  readonly reason?: string;
}

const endings = [
  {
    name: 'justified',
    verdict: 'justified',
    summary: 'close a review: the release was justified',
  },
  {
    name: 'not-justified',
    verdict: 'not_justified',
    summary: 'close a review: the release was not justified',
  },
] as const;

export const reviewCommand: CommandModule = {
  name: 'review',
  register(parent, io) {
    const command = parent
      .command('review')
      .summary('list and close reviews of releases by one person')
      .description(
        'Lists the actions that one person released alone, and closes a review. Another person closes it, and confirms that in the browser. It changes nothing that ran. Without arguments, it lists them.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('list the releases that wait for another person')
      .description('Lists the releases that wait for another person, the oldest first.')
      .action((options: Options) => listAll(io, options));
    addHelp(addJson(addServer(list)), {
      examples: [['countersign review', 'what one person released alone']],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    });
    for (const { name, verdict, summary } of endings) {
      const close = command
        .command(`${name} <request>`)
        .summary(summary)
        .description(`Closes the review of a release as ${name.replace('-', ' ')}.`)
        .option('--reason <words>', 'what you found; it is kept with the evidence')
        .action((named: string, options: Options) => closeOne(io, named, verdict, options));
      addHelp(addJson(addServer(close)), {
        examples: [
          [`countersign review ${name} ar_4f1c --reason "checked the incident"`, 'close it'],
        ],
        exits: ['not_permitted', 'unreachable', 'lapsed', 'interrupted'],
      });
    }
  },
};

async function listAll(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { reviews } = await api.with(releaseCalls).listReviews({ signal: io.signal });
  out.json({ reviews });
  if (reviews.length === 0) return out.line('No release waits for its review.');
  out.table(
    reviews.map(each => [
      each.released_by.name,
      yellow(each.cause),
      each.title === '' ? each.tool_name : each.title,
      each.released_at,
      each.may_review ? 'yours to review' : '',
      dim(each.approval_request_id),
    ]),
    { head: ['released by', 'cause', 'action', 'at', '', 'request'] },
  );
}

async function closeOne(
  io: CommandIo,
  named: string,
  verdict: 'justified' | 'not_justified',
  options: Options,
): Promise<void> {
  const out = output(io, options.json);
  const findings = await reasonFor(io, out, options.reason, 'What did you find?');
  const facts = await withFreshProof(io, out, options, async ({ api }) => {
    const id = await findRequest(api, named, io.signal);
    return api.with(releaseCalls).reviewRelease(id, { verdict, findings }, { signal: io.signal });
  });
  out.json(facts);
  out.line(
    text`${green('✓')} ${bold('Closed.')} It changes nothing that ran. ${dim(facts.approval_request_id)}`,
  );
}

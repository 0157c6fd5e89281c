import type { Shown } from '../card/read-shown.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly full?: boolean;
}

export const showCommand: CommandModule = {
  name: 'show',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('show')
      .summary('show a request: what will run, why it was stopped, who decides')
      .description(
        'Shows a request. This machine computes what will run from the bound bytes, so a server cannot show something else.',
      )
      .argument('<request>', 'the id of the request, its beginning, or its short code')
      .option('--full', 'print long values in full');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign show ar_4f1c', 'by the beginning of its id'],
        ['countersign show 7GQ4-0ZKM', 'by its short code'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { findRequest } = await import('../card/find-request.ts');
  const { readShown } = await import('../card/read-shown.ts');
  const { cardLines } = await import('../card/card-lines.ts');
  const shown = await readShown(api, await findRequest(api, named, io.signal), io.signal);
  const layout = { columns: io.columns, now: io.now(), full: options.full === true };
  const card = cardLines(shown, layout);
  if (!out.isJson) for (const line of card) out.line(line);
  const { facts, beside, bound } = shown;
  out.json({
    ...facts,
    action: bound?.action ?? null,
    view_digest: bound?.view_digest ?? null,
    short_code: bound?.short_code ?? null,
    eligibility: beside.eligibility,
    approve_in: await placeFor(shown),
    card: card.map(line => line.rendered(false)),
  });
}

/** Where this person may approve it; null where they may not. */
async function placeFor(shown: Shown): Promise<'terminal' | 'browser' | null> {
  const { placeOfApproval } = await import('../card/record-decision.ts');
  return placeOfApproval(shown).catch(error => {
    if (error instanceof CommandRefused) return null;
    throw error;
  });
}

import type { AmendableValue } from '@countersign/card';
import { cardLines } from '../card/card-lines.ts';
import { dataText } from '../card/data-text.ts';
import { findRequest } from '../card/find-request.ts';
import { readEdits, textOf } from '../card/read-edits.ts';
import { readShown, type Shown } from '../card/read-shown.ts';
import { reasonFor } from '../card/reason-for.ts';
import { titleText } from '../card/title-text.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { bold, cyan, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly set: readonly string[];
  readonly without: readonly string[];
  readonly reason?: string;
}

const collect = (each: string, before: readonly string[]) => [...before, each];

export const amendCommand: CommandModule = {
  name: 'amend',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('amend')
      .summary('change the values of a pending action; you approve the changed one after')
      .description(
        'Changes values of a pending action that its rule permits to change. The request ends, and the changed action is asked in a new one. This approves nothing: read the new request and approve it. Without --set and --without, lists what may change.',
      )
      .argument('<request>', 'the id of the request, its beginning, or its short code')
      .option(
        '--set <path=value>',
        'a new value, such as /amount=240; may be repeated',
        collect,
        [],
      )
      .option(
        '--without <path=item>',
        'an item to take out of a list, such as /lines=L-2; may be repeated',
        collect,
        [],
      )
      .option('--reason <words>', 'the reason; the command asks for it if it is missing');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign amend ar_4f1c', 'list what may change'],
        ['countersign amend ar_4f1c --set /amount=240 --reason "one line only"', 'change it'],
      ],
      exits: ['denied', 'not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { amendableValues, withValues } = await import('@countersign/card');
  const shown = await readShown(api, await findRequest(api, named, io.signal), io.signal);
  const { terms, bound } = amendable(shown);
  const { parameters } = bound.action;
  const values = amendableValues(terms, parameters);
  if (options.set.length === 0 && options.without.length === 0) return list(out, shown, values);
  const edits = await readEdits(values, options);
  const changed = withValues(parameters, edits);
  await judge(terms, parameters, changed);
  const reason = await reasonFor(io, out, options.reason, 'Why do you change it?');
  const amendment = { action_digest: bound.view.action_digest, parameters: changed, reason };
  const { approval_request_id: before } = shown.facts;
  const { approval_request_id: id } = await withFreshProof(io, out, options, confirmed =>
    confirmed.api.amend(before, amendment, { signal: io.signal }),
  );
  const next = await readShown(api, id, io.signal);
  if (!out.isJson) {
    const layout = { columns: io.columns, now: io.now(), full: true };
    for (const line of cardLines(next, layout)) out.line(line);
    out.line();
    out.line(
      text`${green('✓')} ${bold('Changed.')} Nothing was approved. To approve the changed action: ${cyan(`countersign approve ${id}`)}`,
    );
  }
  out.json({
    approval_request_id: id,
    amends: shown.facts.approval_request_id,
    status: next.facts.status,
    short_code: next.bound?.short_code ?? null,
  });
}

function amendable({ facts, bound }: Shown) {
  const { status, request, approval_request_id: id } = facts;
  if (status !== 'pending' || bound === null) {
    throw new CommandRefused(
      'failed',
      `The request is ${status}. There is nothing left to change.`,
      `See how it went: countersign show ${id}`,
    );
  }
  if (request.amendable === undefined) {
    throw new CommandRefused(
      'not_permitted',
      'This action cannot be changed: its rule or the asking side does not permit it.',
      `Reject it with a reason instead: countersign reject ${id} --fix`,
      'amendment_not_permitted',
    );
  }
  return { terms: request.amendable, bound };
}

/** The same judge as the server, before anything is sent. */
async function judge(
  terms: ReturnType<typeof amendable>['terms'],
  before: ReturnType<typeof amendable>['bound']['action']['parameters'],
  after: typeof before,
): Promise<void> {
  const { judgeAmendedParameters } = await import('@countersign/protocol/request');
  const judged = judgeAmendedParameters(terms, before, after);
  if (judged.ok) return;
  const { code, detail } = judged.refusal;
  throw new CommandRefused('usage', `Nothing was changed: ${detail}.`, null, code);
}

function list(out: Output, shown: Shown, values: readonly AmendableValue[]): void {
  out.line(text`${bold(titleText(shown))}  ${dim(shown.facts.approval_request_id)}`);
  out.line(values.length === 0 ? 'No value of it may change.' : 'What may change:');
  for (const value of values) {
    out.line(text`  ${dataText(value.path)}  ${dim(howWords(value))}`);
  }
  out.json({ approval_request_id: shown.facts.approval_request_id, values });
}

function howWords(value: AmendableValue): string {
  switch (value.kind) {
    case 'number':
      return value.lower ? `a lower number than ${value.value}` : `a number, now ${value.value}`;
    case 'text':
      return 'a text';
    case 'boolean':
      return `true or false, now ${value.value}`;
    case 'fixed':
      return `may become ${textOf(value.becomes)}`;
    case 'list':
      return `items may be taken out: ${value.items.map(textOf).join(', ')}`;
  }
}

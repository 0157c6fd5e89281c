import type { ToolRating } from '@countersign/risk';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { pastApi } from '../session/person-api.ts';
import { dim, text, yellow } from '../terminal/styled-text.ts';
import { loadPolicyFiles, readPolicyFiles } from './policy-files.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly policy: string[];
}

export const policyToolsCommand: CommandModule = {
  name: 'tools',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('tools')
      .summary('list the tools seen, what is known of them, and propose declarations')
      .description(
        'Lists tools with their effect and who says so. Proposes a declaration for each unknown tool.',
      )
      .argument('[names...]', 'tools to rate, instead of those that the server has seen')
      .requiredOption('--policy <files...>', 'the documents whose declarations count');
    addHelp(addServer(addJson(command)), {
      examples: [
        [
          'countersign policy tools --policy policy.yaml',
          'every tool that the server has seen, asked about or not',
        ],
        ['countersign policy tools crm.zap --policy policy.yaml', 'one tool, without a server'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((names: string[], options: Options) => run(io, names, options));
  },
};

async function run(io: CommandIo, named: readonly string[], options: Options): Promise<void> {
  const out = output(io, options.json);
  const policy = await loadPolicyFiles(readPolicyFiles(io, options.policy));
  const names = named.length > 0 ? named : await namesSeen(io, options);
  const { rateTool } = await import('@countersign/risk');
  const { tools = [] } = policy.riskSettings;
  const ratings = [...new Set(names)].sort().map(name => rateTool(name, tools));
  print(out, ratings);
  out.json({ tools: ratings });
}

/** Every tool that the server has seen, asked about or not. It reads its log a part at a time. */
async function namesSeen(io: CommandIo, options: Options): Promise<readonly string[]> {
  const api = await pastApi(io, options);
  let seen = await api.seenTools({ signal: io.signal });
  while (!seen.is_complete) seen = await api.seenTools({ signal: io.signal });
  return seen.tools.map(({ tool }) => tool);
}

function print(out: Output, ratings: readonly ToolRating[]): void {
  if (ratings.length === 0) out.line(dim('No tool has been seen yet.'));
  else {
    out.table(
      ratings.map(({ tool, effect, reversibility, known_by }) => [
        tool,
        effect === 'unknown' ? yellow(effect) : effect,
        reversibility,
        dim(known_by),
      ]),
      { head: ['tool', 'effect', 'reversibility', 'known by'] },
    );
  }
  const unknown = ratings.filter(({ known_by }) => known_by === 'nothing');
  if (unknown.length === 0) return;
  out.line();
  out.line(
    'Find out what these tools do, set effect and reversibility, and add this to a policy file:',
  );
  out.line('tools:');
  for (const { declaration } of unknown) out.line(text`  ${declaration ?? ''}`);
}

import { previewLines } from '../card/preview-lines.ts';
import type { Command, CommandIo, CommandModule } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { tellAsked } from '../tell-asked.ts';
import { loadPolicyFiles, readPolicyFiles } from './policy-files.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly policy?: string[];
}

export const policyRequestCommand: CommandModule = {
  name: 'request',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('request')
      .summary('ask other people to put a changed policy in force')
      .description(
        'Asks other people to put a changed policy in force, where the policy has governance. Without --policy it asks for the files of the server as they are now.',
      )
      .option('--policy <files...>', 'the changed documents');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign policy request', 'the files that the server reads'],
        ['countersign policy request --policy new.yaml', 'another document'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action(async (options: Options) => {
      const out = output(io, options.json);
      const files = options.policy && readPolicyFiles(io, options.policy);
      // Found here, a problem has its file and line.
      if (files !== undefined) await loadPolicyFiles(files);
      const asked = await withFreshProof(io, out, options, async ({ api }) => {
        const { signal } = io;
        const preview = await (files === undefined
          ? api.previewPolicy({ signal })
          : api.previewGivenPolicy(files, { signal }));
        return { preview, ...(await api.requestPolicy(files, { signal })) };
      });
      for (const line of previewLines(asked.preview)) out.line(line);
      tellAsked(out, asked, 'The policy');
    });
  },
};

import { closeSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findRequest } from '../card/find-request.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { openPrivately } from '../private-output.ts';
import { personApi } from '../session/person-api.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly output?: string;
}

export const bundleCommand: CommandModule = {
  name: 'bundle',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('bundle')
      .summary('export the evidence of a request for offline verification')
      .description(
        'Exports the evidence of one request as one document. Check it with: countersign verify. At a terminal the document goes to a file, through a pipe to the output.',
      )
      .argument('<request>', 'the id of the request, or its beginning')
      .option('-o, --output <file>', 'the file to write; - is the output');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign bundle ar_4f1c', 'into a file that is named after the request'],
        [
          'countersign bundle ar_4f1c -o - | countersign verify - --keys keys.json',
          'export and verify in one step',
        ],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const id = await findRequest(api, named, io.signal);
  const bundle = await canonicalBundle(await api.getBundle(id, { signal: io.signal }));
  const terminal = (io.stdout as { isTTY?: boolean }).isTTY === true;
  const file = options.output ?? (terminal || out.isJson ? `${id}.bundle.json` : '-');
  if (file === '-') {
    if (terminal) {
      throw new CommandRefused(
        'usage',
        'A bundle is for files and pipes, not for a terminal.',
        'Name a file: -o bundle.json',
      );
    }
    io.stdout.write(bundle);
    return;
  }
  write(io, file, bundle);
  const bytes = Buffer.byteLength(bundle);
  out.line(text`${green('✓')} ${bold(file)} ${dim(`${bytes.toLocaleString('en')} bytes`)}`);
  out.line(text`  Verify it, here or on any machine: countersign verify ${file} --keys keys.json`);
  out.json({ approval_request_id: id, file, bytes });
}

/** The one text that a bundle has. Whatever a server or a proxy made of its spacing, the evidence is the same. */
async function canonicalBundle(bytes: Uint8Array): Promise<string> {
  const { bundleText, parseEvidenceBundle } = await import('@countersign/protocol/bundle');
  const { parseStrict } = await import('@countersign/protocol/json');
  try {
    return bundleText(parseEvidenceBundle(parseStrict(bytes, { bytesMax: 2 ** 26, depthMax: 64 })));
  } catch {
    throw new CommandRefused(
      'failed',
      'What the server sent is not an evidence bundle. Nothing was written.',
      null,
      'bundle_malformed',
    );
  }
}

function write(io: CommandIo, file: string, text: string): void {
  try {
    const handle = openPrivately(resolve(io.cwd, file));
    writeFileSync(handle, text);
    closeSync(handle);
  } catch (error) {
    const { code = 'error' } = error as { code?: string };
    throw new CommandRefused('failed', `${file}: it cannot be written (${code}).`);
  }
}

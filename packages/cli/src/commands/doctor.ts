import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';
import { dim, green, joined, red, yellow } from '../terminal/styled-text.ts';

export const doctorCommand: CommandModule = {
  name: 'doctor',
  register(parent, io) {
    const command = parent
      .command('doctor')
      .summary('check everything that a server depends on')
      .description(
        'Checks everything that a server depends on, and says what is wrong and what to do. It changes nothing, and the server may keep running. Use the same options as for serve.',
      )
      .action((options: { readonly json?: boolean }, self: Command) => act(io, self, options));
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign doctor', 'the server of this folder'],
        ['countersign doctor --config server.yaml --json', 'for a monitor'],
      ],
    });
  },
};

const marks = { fine: green('✓'), warning: yellow('!'), wrong: red('✗') };

async function act(
  io: CommandIo,
  command: Command,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const out = output(io, json);
  const { examineServer } = await import('@countersign/server');
  const examination = await examineServer(await describedServer(io, command));
  out.json(examination);
  out.table(
    examination.findings.flatMap(({ check, level, found, mend }) => [
      ...found
        .split('\n')
        .map((line, index) => (index === 0 ? [marks[level], check, line] : ['', '', line])),
      ...(mend ?? '')
        .split('\n')
        .filter(line => line !== '')
        .map((line, index) => ['', '', dim(`${index === 0 ? '→ ' : '  '}${line}`)]),
    ]),
  );
  const count = (level: string) =>
    examination.findings.filter(finding => finding.level === level).length;
  const [wrong, warnings] = [count('wrong'), count('warning')];
  const sum = [
    ...(wrong === 0 ? [] : [red(`${wrong} to fix`)]),
    ...(warnings === 0 ? [] : [yellow(warnings === 1 ? '1 warning' : `${warnings} warnings`)]),
  ];
  out.line();
  if (sum.length === 0) out.line(green('No problems found.'));
  else out.line(joined(sum.flatMap((part, index) => (index === 0 ? [part] : [', ', part]))));
  if (wrong > 0) io.endWith('failed');
}

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
        'Checks everything that a server depends on, and says what is wrong and what to do. It also checks the guards of coding agents on this machine. It changes nothing, and the server may keep running. Use the same options as for serve.',
      )
      .option(
        '--send-test <channel>',
        'also send a test message in this channel; with a colon and an address where it needs one',
      )
      .action((options: DoctorOptions, self: Command) => act(io, self, options));
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign doctor', 'the server of this folder'],
        ['countersign doctor --config server.yaml --json', 'for a monitor'],
        ['countersign doctor --send-test NAME:you@example.com', 'does a message arrive?'],
      ],
    });
  },
};

const marks = { fine: green('✓'), warning: yellow('!'), wrong: red('✗') };

interface DoctorOptions {
  readonly json?: boolean;
  readonly sendTest?: string;
}

async function act(
  io: CommandIo,
  command: Command,
  { json, sendTest }: DoctorOptions,
): Promise<void> {
  const out = output(io, json);
  const { examineServer } = await import('@countersign/server');
  const examination = await examineServer(await describedServer(io, command), sendTest ?? null);
  const { examineGuards } = await import('../guard/examine-guard.ts');
  const guards = await examineGuards(io);
  const { reportFindings } = await import('../guard/report-findings.ts');
  await reportFindings(io, guards);
  out.json(guards.length === 0 ? examination : { ...examination, guards });
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
  const { tellFindings } = await import('../guard/tell-findings.ts');
  tellFindings(out, guards);
  const count = (level: string) =>
    examination.findings.filter(finding => finding.level === level).length;
  const unguarded = guards.filter(({ state }) => state === 'not_guarded').length;
  const [wrong, warnings] = [count('wrong') + unguarded, count('warning')];
  const sum = [
    ...(wrong === 0 ? [] : [red(`${wrong} to fix`)]),
    ...(warnings === 0 ? [] : [yellow(warnings === 1 ? '1 warning' : `${warnings} warnings`)]),
  ];
  out.line();
  if (sum.length === 0) out.line(green('No problems found.'));
  else out.line(joined(sum.flatMap((part, index) => (index === 0 ? [part] : [', ', part]))));
  if (wrong > 0) io.endWith('failed');
}

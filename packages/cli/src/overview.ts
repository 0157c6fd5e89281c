import type { Command, CommandIo } from './command.ts';
import { output } from './terminal/output.ts';
import { bold, cyan, dim, text } from './terminal/styled-text.ts';

/** What the program says when it is asked nothing. */
export function printOverview(io: CommandIo, program: Command): void {
  const out = output(io);
  const widest = Math.max(...program.commands.map(command => command.name().length));
  out.line(text`${bold('Countersign')} decides whether one exact action of an AI agent may run.`);
  out.line(dim('What you saw is what ran, once, and you can prove it.'));
  for (const [index, [heading, commands]] of [...groupsOf(program)].entries()) {
    // The first group is what to do first, written as it is typed.
    const written = (name: string) =>
      index === 0 ? cyan(`countersign ${name}`) : name.padEnd(widest + 2);
    out.line();
    out.line(bold(index === 0 ? 'Start here' : heading.replace(/:$/, '')));
    out.table(
      commands.map(command => [
        written(command.name()),
        command.summary() || command.description(),
      ]),
      { indent: 2 },
    );
  }
  out.line();
  out.line(dim('countersign <command> --help shows options, examples and exit codes.'));
}

function groupsOf(program: Command): Map<string, Command[]> {
  const groups = new Map<string, Command[]>();
  for (const command of program.commands) {
    const heading = command.helpGroup();
    groups.set(heading, [...(groups.get(heading) ?? []), command]);
  }
  return groups;
}

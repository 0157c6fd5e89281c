import {
  type DescribedServer,
  describeServer,
  serverOptions,
  serverOptionValues,
} from '@countersign/server';
import type { Command, CommandIo } from './command.ts';

/** The options of a server, in the words of the server: there is one table of them, and it is not here. */
export function addServerOptions(command: Command): Command {
  for (const { name, value, repeats, does } of serverOptions) {
    const flags = `--${name} ${value}`;
    if (repeats)
      command.option(flags, does, (given: string, all: string[] = []) => [...all, given]);
    else command.option(flags, does);
  }
  return command;
}

/** The server that the options of a command describe; nothing of it is opened. `print` gets what it says to people. */
export function describedServer(
  io: CommandIo,
  command: Command,
  print: (line: string) => void = () => undefined,
): Promise<DescribedServer> {
  const given = Object.fromEntries(
    command.options.map(option => [
      option.name(),
      command.getOptionValue(option.attributeName()) as unknown,
    ]),
  );
  return describeServer(serverOptionValues(given), {
    env: io.env,
    homeFolder: io.homeFolder,
    isLogSeen: 'isTTY' in io.stderr && io.stderr.isTTY === true,
    print,
  });
}

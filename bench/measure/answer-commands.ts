// What a measured process says to the one that measures it: a JSON line in, a JSON line out, until its input ends.

import { createInterface } from 'node:readline';

type Answer<Command> = (command: Command) => Promise<object>;

/**
 * Says that it is ready, then answers each command by its name. A command that fails is answered with its error,
 * so that the other side can say what did not work and go on without it.
 */
export async function answerCommands<Command extends object>(
  answers: Readonly<Record<string, Answer<Command>>>,
): Promise<void> {
  const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
  say({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      const command = JSON.parse(line) as Command & { readonly do: string };
      const answer = answers[command.do];
      if (answer === undefined) throw new Error(`there is no command "${command.do}"`);
      say(await answer(command));
    } catch (error) {
      say({ error: error instanceof Error ? error.message : String(error) });
    }
  }
}

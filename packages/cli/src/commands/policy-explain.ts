import type { Explanation } from '@countersign/policy';
import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
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
import { bold, green, red, text, yellow } from '../terminal/styled-text.ts';
import { readBytesOrInput } from './named-input.ts';
import { loadPolicyFiles, readPolicyFiles } from './policy-files.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly policy?: string[];
  readonly action?: string;
  readonly tool?: string;
  readonly toolVersion: string;
  readonly operation: string;
  readonly agent: string;
  readonly subject?: string;
  readonly resource?: string;
  readonly param?: Readonly<Record<string, JsonValue>>;
  readonly context?: Readonly<Record<string, JsonValue>>;
}

export const policyExplainCommand: CommandModule = {
  name: 'explain',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('explain')
      .summary('show what a policy answers to one action, and why')
      .description('Shows what a policy answers to one action, and why.')
      .option('--policy <files...>', 'documents; without them, the policy in force at the server')
      .option('--action <file>', 'the action as JSON; - reads it from the input')
      .option('--tool <name>', 'the name of the tool, instead of --action')
      .option('--tool-version <version>', 'the version of the tool', '1')
      .option('--operation <name>', 'the operation', 'tool.invoke')
      .option('--agent <id>', 'the agent', 'agent')
      .option('--subject <id>', 'whom the agent acts for')
      .option('--resource <name>', 'what the tool works on')
      .option('--param <name=value>', 'a parameter; JSON, or else text', collect)
      .option('--context <name=value>', 'context that conditions may read', collect);
    addHelp(addServer(addJson(command)), {
      examples: [
        [
          'countersign policy explain --policy policy.yaml --tool shell.run --param command="rm -rf /srv"',
          'one action against one document, without a server',
        ],
        ['countersign policy explain --action action.json', 'against the policy in force'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((options: Options) => run(io, options));
  },
};

async function run(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { parseActionBinding } = await import('@countersign/protocol/action');
  const { snapshot } = await import('@countersign/protocol/json');
  const { explain, explainText } = await import('@countersign/policy');
  const action = await readAction(io, options, parseActionBinding);
  const context = snapshot(options.context ?? {}) as JsonObject;
  if (options.policy === undefined) {
    const { api } = await personApi(io, options);
    const answer = await api.explainPolicy({ action, context }, { signal: io.signal });
    print(out, answer.explanation, answer.text.split('\n'));
    return;
  }
  const policy = await loadPolicyFiles(readPolicyFiles(io, options.policy));
  const explanation = explain(policy, action, context);
  print(out, explanation, explainText(explanation));
}

function print(out: Output, explanation: Explanation, lines: readonly string[]): void {
  const looks = { allow: green, deny: red, require_approval: yellow } as const;
  const [, ...rest] = lines;
  const { verdict, policy_version } = explanation;
  out.line(text`${(looks[verdict] ?? bold)(verdict)} under policy ${policy_version}`);
  for (const line of rest) out.line(/^\S/.test(line) ? bold(line) : line);
  out.json(explanation);
}

async function readAction(
  io: CommandIo,
  options: Options,
  parse: (value: unknown) => ActionBinding,
): Promise<ActionBinding> {
  if ((options.action === undefined) === (options.tool === undefined)) {
    throw new CommandRefused(
      'usage',
      'Expected --action or --tool, and not both.',
      'See: countersign policy explain --help',
    );
  }
  if (options.action !== undefined) {
    const { parseStrict } = await import('@countersign/protocol/json');
    const bytes = await readBytesOrInput(io, options.action);
    return expectAction(options.action, () => parse(parseStrict(bytes)));
  }
  return expectAction('The action', () =>
    parse({
      schema_version: '1.0',
      operation: options.operation,
      agent_id: options.agent,
      subject_id: options.subject ?? null,
      target: {
        tool_name: options.tool,
        tool_schema_version: options.toolVersion,
        resource: options.resource ?? null,
      },
      parameters: options.param ?? {},
    }),
  );
}

function expectAction(what: string, read: () => ActionBinding): ActionBinding {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read';
    throw new CommandRefused('usage', `${what}: expected an action; ${why}.`);
  }
}

function collect(
  pair: string,
  before: Readonly<Record<string, JsonValue>> = {},
): Record<string, JsonValue> {
  const at = pair.indexOf('=');
  if (at < 1) {
    throw new CommandRefused('usage', 'Expected name=value, such as --param amount=4200.');
  }
  return { ...before, [pair.slice(0, at)]: readValue(pair.slice(at + 1)) };
}

/** A number, a truth value, a list or an object where it reads as one; text otherwise. */
function readValue(value: string): JsonValue {
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

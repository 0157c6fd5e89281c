import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { SampleCall } from './sample-risk.ts';

/** Another way to say the same, or null where this call cannot be said that way. */
export interface Form {
  readonly name: string;
  readonly rewrite: (call: SampleCall) => SampleCall | null;
  /** The form itself adds a risk, such as another machine, so that harmless calls may ask in it. */
  readonly adds?: true;
}

function at(call: SampleCall, tool: string, parameters: JsonObject): SampleCall {
  return { ...call, tool, parameters };
}

/** The command of a call in one of the three forms that the workload uses. */
function commandOf({ parameters }: SampleCall): string | null {
  const { command, cmd, argv } = parameters;
  // `command: "sh"` beside `args` says only a part.
  if (Array.isArray(parameters['args'])) return null;
  const text = command ?? cmd ?? (Array.isArray(argv) ? textOfShell(argv) : undefined);
  return typeof text === 'string' ? text : null;
}

/** `["bash", "-lc", "…"]`: what the shell is told. */
function textOfShell(argv: readonly JsonValue[]): JsonValue | undefined {
  const option = argv[1];
  return typeof option === 'string' && /^-\w*c$/u.test(option) ? argv[2] : undefined;
}

function statementOf({ parameters }: SampleCall): string | null {
  const text = parameters['sql'] ?? parameters['query'] ?? parameters['statement'];
  return typeof text === 'string' ? text : null;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What else stood beside the text: the folder a command runs in, the database of a statement. */
function beside({ parameters }: SampleCall): JsonObject {
  const kept = ['workdir', 'cwd', 'database', 'db', 'env', 'warehouse', 'params'];
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => kept.includes(key)));
}

function ofCommand(
  name: string,
  form: (command: string) => readonly [tool: string, parameters: JsonObject] | null,
): Form {
  return {
    name,
    rewrite: call => {
      const command = commandOf(call);
      const made = command === null ? null : form(command);
      return made === null ? null : at(call, made[0], { ...beside(call), ...made[1] });
    },
  };
}

function ofStatement(
  name: string,
  form: (statement: string) => readonly [tool: string, parameters: JsonObject],
): Form {
  return {
    name,
    rewrite: call => {
      const statement = statementOf(call);
      if (statement === null) return null;
      const [tool, parameters] = form(statement);
      return at(call, tool, { ...beside(call), ...parameters });
    },
  };
}

const json = (value: JsonObject): string => JSON.stringify(value);

/** The command lines that carry another: it is quoted once more. */
const carriers: readonly (readonly [name: string, prefix: string])[] = [
  ['bash -lc', 'bash -lc '],
  ['sh -c', '/bin/sh -c '],
  ['eval', 'eval '],
  ['env -S', 'env -S bash -c '],
  ['timeout', 'timeout 600 bash -c '],
  ['nice', 'nice -n 10 bash -c '],
  ['flock', 'flock /tmp/lock -c '],
  ['script -c', 'script -qc '],
  ['stdbuf', 'stdbuf -oL bash -c '],
  ['busybox', 'busybox sh -c '],
  ['unshare', 'unshare -r bash -c '],
  ['watch', 'watch -n 5 '],
  ['parallel', 'parallel ::: '],
  ['su -c', 'sh -c \'exec "$0" "$@"\' bash -c '],
];

/** A command whose words need no shell, as a list; null where a shell has to read it. */
function wordsOf(command: string): readonly string[] | null {
  return /^(?!\w+=)[\w./:=@,+-]+( [\w./:=@,+-]+)+$/u.test(command) ? command.split(' ') : null;
}

/** Programs that run another through an option or a variable of theirs. The command stands where `CMD` is, quoted once. */
const throughOptions: readonly (readonly [name: string, line: string])[] = [
  ['here string', 'bash <<< CMD'],
  ['pipe into a shell', "printf '%s' CMD | sh"],
  ['exec in a subshell', '(exec bash -c CMD)'],
  ['find -exec', 'find . -maxdepth 0 -exec sh -c CMD \\;'],
  ['xargs', 'echo 1 | xargs -I{} sh -c CMD'],
  ['tar --to-command', 'tar xf x.tar --to-command=CMD'],
  ['nix-shell --run', 'nix-shell -p jq --run CMD'],
  ['pager', 'PAGER=CMD man ls'],
];

const remote: readonly (readonly [name: string, prefix: string])[] = [
  ['ssh', 'ssh build-1 '],
  ['docker exec', 'docker exec app sh -c '],
  ['kubectl exec', 'kubectl exec pod/app -- sh -c '],
  ['docker compose exec', 'docker compose exec -T app bash -lc '],
  ['nsenter', 'nsenter -t 1 -m -u -- bash -c '],
  ['systemd-run', 'systemd-run --user bash -c '],
  ['su', 'su - deploy -c '],
  ['sudo', 'sudo bash -c '],
  ['at', 'at now <<< '],
  ['vagrant ssh', 'vagrant ssh -c '],
  ['gcloud ssh', 'gcloud compute ssh vm-1 --command='],
  ['tmux', 'tmux new-session -d '],
  ['podman', 'podman exec app sh -c '],
];

function asWords<T>(text: string, form: (words: readonly string[]) => T): T | null {
  const words = wordsOf(text);
  return words === null ? null : form(words);
}

function lines(text: string): number {
  return text.split('\n').length;
}

export const commandForms: readonly Form[] = [
  ofCommand('command', text => ['Bash', { command: text, description: 'Runs it' }]),
  ofCommand('cmd', text => ['exec_command', { cmd: text, yield_time_ms: 1000 }]),
  ofCommand('list of words', text => ['shell', { command: ['bash', '-lc', text] }]),
  ofCommand('action of a shell', text => [
    'local_shell_call',
    { action: { type: 'exec', command: ['bash', '-lc', text], env: {} } },
  ]),
  ofCommand('program and args', text => [
    'process.start',
    { program: '/bin/bash', args: ['-c', text] },
  ]),
  ofCommand('tool of a program', text => ['bash', { args: ['-c', text] }]),
  ofCommand('words', text => asWords(text, words => ['shell', { command: words }])),
  ofCommand('words under argv', text => asWords(text, words => ['run_process', { argv: words }])),
  ofCommand('tool of its own program', text =>
    asWords(text, ([program = '', ...args]) => [program, { args }]),
  ),
  ofCommand('program and its own args', text =>
    asWords(text, ([program = '', ...args]) => ['spawn', { program, args }]),
  ),
  ofCommand('call_aws', text =>
    text.startsWith('aws ') ? ['call_aws', { cli_command: text }] : null,
  ),
  ofCommand('CommandLine', text => ['run_command', { CommandLine: text, Blocking: true }]),
  ofCommand('commands', text => ['run_commands', { commands: [text] }]),
  ofCommand('script', text => ['ShellTool', { script: text }]),
  ofCommand('input', text => ['terminal', { input: text }]),
  ofCommand('shell_command', text => ['execute', { shell_command: text }]),
  ofCommand('developer shell', text => ['developer__shell', { command: text }]),
  ofCommand('run step', text => ['ci.run_job', { steps: [{ name: 'one', run: text }] }]),
  ofCommand('use_mcp_tool', text => [
    'use_mcp_tool',
    { server_name: 'box', tool_name: 'run_command', arguments: json({ command: text }) },
  ]),
  ofCommand('call_tool', text => [
    'call_tool',
    { name: 'run_command', arguments: { command: text } },
  ]),
  ofCommand('tool_uses', text => [
    'multi_tool_use.parallel',
    { tool_uses: [{ recipient_name: 'functions.bash', parameters: { command: text } }] },
  ]),
  ofCommand('tool_calls', text => [
    'batch',
    { tool_calls: [{ function: { name: 'bash', arguments: json({ command: text }) } }] },
  ]),
  ofCommand('subprocess', text => [
    'python',
    { code: `import subprocess\nsubprocess.run(${JSON.stringify(text)}, shell=True, check=True)` },
  ]),
  ofCommand('subprocess by list', text => [
    'run_python',
    { code: `from subprocess import run as go\ngo(["bash", "-lc", ${JSON.stringify(text)}])` },
  ]),
  ofCommand('os.system', text => [
    'execute_code',
    { language: 'python', code: `import os\nos.system(${JSON.stringify(text)})` },
  ]),
  ofCommand('execSync', text => [
    'run_javascript',
    {
      code: `const { execSync } = require('node:child_process');\nexecSync(${JSON.stringify(text)});`,
    },
  ]),
  ofCommand('words in subprocess', text =>
    asWords(text, words => [
      'run_python',
      { code: `import subprocess as sp\nsp.check_call(${JSON.stringify(words)})` },
    ]),
  ),
  ofCommand('os.popen', text => [
    'python_repl',
    { query: `import os\nprint(os.popen(${JSON.stringify(text)}).read())` },
  ]),
  ofCommand('spawn', text =>
    asWords(text, ([program, ...args]) => [
      'run_javascript',
      {
        code: `import { spawnSync as go } from 'child_process';\ngo(${JSON.stringify(program)}, ${JSON.stringify(args)});`,
      },
    ]),
  ),
  ofCommand('second of a batch', text => [
    'batch',
    {
      tool_calls: [
        { name: 'read_file', arguments: { path: 'README.md' } },
        { name: 'bash', arguments: { command: text } },
      ],
    },
  ]),
  ofCommand('wrapped twice', text => [
    'call_tool',
    {
      name: 'use_mcp_tool',
      arguments: json({
        server_name: 'box',
        tool_name: 'run_command',
        arguments: { command: text },
      }),
    },
  ]),
  ofCommand('notebook !', text =>
    lines(text) > 1 ? null : ['jupyter.run_cell', { source: `!${text}` }],
  ),
  ofCommand('notebook %%bash', text => ['notebook_run_cell', { code: `%%bash\n${text}` }]),
  ...carriers.map(([name, prefix]) =>
    ofCommand(name, text => ['Bash', { command: `${prefix}${quoted(text)}` }]),
  ),
  ...throughOptions.map(([name, line]) =>
    // What stands for a file in the command would be replaced by the program around it.
    ofCommand(name, text =>
      text.includes('{}') ? null : ['Bash', { command: line.replace('CMD', () => quoted(text)) }],
    ),
  ),
  ...remote.map(([name, prefix]) => ({
    ...ofCommand(name, text => ['Bash', { command: `${prefix}${quoted(text)}` }]),
    adds: true as const,
  })),
];

export const statementForms: readonly Form[] = [
  ofStatement('sql', text => ['execute_sql', { sql: text }]),
  ofStatement('query', text => ['mcp__postgres__query', { query: text }]),
  ofStatement('statement', text => ['db.execute', { statement: text }]),
  ofStatement('list', text => ['db.run', { statements: [text] }]),
  ofStatement('use_mcp_tool', text => [
    'use_mcp_tool',
    { server_name: 'postgres', tool_name: 'query', arguments: json({ sql: text }) },
  ]),
  ofStatement('tool_calls', text => [
    'batch',
    { tool_calls: [{ name: 'execute_sql', input: { query: text } }] },
  ]),
  ofStatement('psql -c', text => ['Bash', { command: `psql -c ${quoted(text)}` }]),
  ofStatement('here document', text => ['Bash', { command: `psql <<'SQL'\n${text}\nSQL` }]),
  ofStatement('cursor.execute', text => [
    'run_python',
    { code: `with db.cursor() as c:\n    c.execute(${JSON.stringify(text)})` },
  ]),
  ofStatement('client.query', text => [
    'run_javascript',
    { code: `const text = ${JSON.stringify(text)};\nawait client.query(text);` },
  ]),
];

export const callForms: readonly Form[] = [
  { name: 'mcp__', rewrite: call => at(call, `mcp__srv__${flat(call.tool)}`, call.parameters) },
  {
    name: 'use_mcp_tool',
    rewrite: call =>
      at(call, 'use_mcp_tool', {
        server_name: 'srv',
        tool_name: call.tool,
        arguments: json(call.parameters),
      }),
  },
  {
    name: 'call_tool',
    rewrite: call => at(call, 'call_tool', { name: call.tool, arguments: call.parameters }),
  },
  {
    name: 'mcp.call',
    rewrite: call =>
      at(call, 'mcp.call', { server: 'srv', tool: call.tool, params: call.parameters }),
  },
  {
    name: 'tool_calls',
    rewrite: call =>
      at(call, 'batch', {
        tool_calls: [{ function: { name: call.tool, arguments: json(call.parameters) } }],
      }),
  },
  {
    name: 'invocations',
    rewrite: call =>
      at(call, 'batch', { invocations: [{ tool_name: call.tool, input: call.parameters }] }),
  },
  {
    name: 'tool_uses',
    rewrite: call =>
      at(call, 'multi_tool_use.parallel', {
        tool_uses: [{ recipient_name: `functions.${call.tool}`, parameters: call.parameters }],
      }),
  },
  {
    name: 'arguments as text',
    rewrite: call => at(call, call.tool, { arguments: json(call.parameters) }),
  },
  {
    name: 'tools/call',
    rewrite: call =>
      at(call, 'mcp.request', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: call.tool, arguments: call.parameters },
      }),
  },
  {
    name: 'second of a batch',
    rewrite: call =>
      at(call, 'batch', {
        calls: [
          { tool: 'get_time', input: {} },
          { tool: call.tool, input: call.parameters },
        ],
      }),
  },
  { name: 'camel case', rewrite: call => at(call, camel(call.tool), call.parameters) },
  { name: 'dashes', rewrite: call => at(call, call.tool.replaceAll('_', '-'), call.parameters) },
];

function flat(tool: string): string {
  return tool.replaceAll(/[./:]/gu, '_');
}

function camel(tool: string): string {
  return tool.replaceAll(/[._-]([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandIo, type CommandModule, CommandRefused, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { bold, cyan, dim, green, red, text } from '../terminal/styled-text.ts';

export const demoCommand: CommandModule = {
  name: 'demo',
  register(parent, io) {
    const command = parent
      .command('demo')
      .summary('play one approval from start to end, in a few seconds')
      .description(
        'Plays one approval in a temporary folder. An action is held, approved and run once. A second run and changed parameters are refused. The evidence is verified offline. The exit code is 0 only if every step went as described.',
      )
      .action((options: { readonly json?: boolean }) => act(io, options));
    addHelp(addJson(command), { examples: [['countersign demo', 'nothing to set up']] });
  },
};

async function act(io: CommandIo, { json }: { readonly json?: boolean }): Promise<void> {
  const out = output(io, json);
  const began = io.now().getTime();
  const { playStory } = await import('../demo/story.ts');
  const { withProgress } = await import('../terminal/progress.ts');
  out.line(bold('What you saw is what ran, once, and you can prove it.'));
  out.line(
    dim(
      'Real policy, store, keys and log, in a temporary folder. The approvers are simulated, which only',
    ),
  );
  out.line(dim('a store that is marked for tests allows; the bank is a counter.'));
  const folder = mkdtempSync(join(tmpdir(), 'countersign-demo-'));
  const scenes = [];
  try {
    const story = playStory(folder);
    for (;;) {
      io.signal.throwIfAborted();
      const next = await withProgress(io, '', () => story.next());
      if (next.done === true) break;
      const scene = next.value;
      scenes.push(scene);
      out.line();
      out.line(text`${cyan(`${scenes.length}`)}  ${bold(scene.title)}`);
      for (const line of scene.happens) out.line(text`   ${line}`);
      for (const { claim, held } of scene.checks) {
        out.line(text`   ${held ? green('✓') : red('✗')} ${claim}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const milliseconds = io.now().getTime() - began;
  const failed = scenes.flatMap(({ checks }) => checks).filter(({ held }) => !held);
  out.json({ held: failed.length === 0, milliseconds, scenes });
  out.line();
  if (failed.length > 0) {
    throw new CommandRefused('failed', `${failed.length} of these steps failed.`);
  }
  out.line(green(`Every step went as described, in ${(milliseconds / 1000).toFixed(1)} s.`));
  out.line();
  out.table(
    [
      [cyan('countersign init'), 'a policy of your own'],
      [cyan('countersign serve'), 'the server and the inbox, where you decide yourself'],
    ],
    { indent: 2 },
  );
}

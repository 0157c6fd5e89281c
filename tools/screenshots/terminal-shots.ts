import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentTerminal } from '../../tests/testing/agent-terminal.ts';
import type { InboxBrowser } from '../../tests/testing/inbox-browser.ts';
import { keys, type StyledCell, type TerminalScreen } from '../../tests/testing/terminal-screen.ts';
import { smallPng } from './small-png.ts';

interface TerminalShot {
  readonly name: string;
  readonly agent: string;
  play(terminal: AgentTerminal): Promise<TerminalScreen>;
}

const pi = ['--no-session', '--provider', 'fake', '--model', 'm', 'Move the shop to Express 5'];

const shots: readonly TerminalShot[] = [
  {
    name: 'terminal-guard-install',
    agent: 'claude-code',
    async play(terminal) {
      await terminal.cli('guard', 'claude-code', '--remove', '--write').ended;
      const { origin } = terminal.site.server;
      const key = join(terminal.home, 'key');
      const words = ['guard', 'claude-code', '--url', origin, '--name', 'claude-code.test'];
      const screen = terminal.cli(...words, '--key-file', key);
      await screen.shows(/Guard it now/);
      return screen;
    },
  },
  {
    name: 'terminal-guard-waits',
    agent: 'pi',
    async play(terminal) {
      await terminal.signIn();
      const screen = await terminal.open('npm install express@5 && npm test', pi);
      await screen.shows(/Approve it with its short code/);
      return screen;
    },
  },
  {
    name: 'terminal-guard-rejected',
    agent: 'pi',
    async play(terminal) {
      await terminal.signIn();
      const screen = await terminal.open('npm install express@5 && npm test', pi);
      await screen.shows(/Approve it with its short code/);
      screen.type(keys.down + keys.down + keys.enter);
      await screen.shows(/Why\? The agent is told/);
      screen.type(`Use the version of the lockfile.${keys.enter}`);
      await screen.shows(/DONE/);
      return screen;
    },
  },
];

/** Pictures of a terminal with a guarded agent. They need the agents that `npm run agents` installs. */
export async function takeTerminalShots(
  browser: InboxBrowser,
  { folder, only }: { readonly folder: string; readonly only: string },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, agent, play } of shots.filter(shot => shot.name.includes(only))) {
    const terminal = await AgentTerminal.start(agent);
    try {
      const screen = await play(terminal);
      writeFileSync(
        join(folder, `${name}.png`),
        smallPng(await pictureOf(browser, screen, terminal.home)),
      );
    } finally {
      await terminal.close();
    }
  }
}

async function pictureOf(
  browser: InboxBrowser,
  screen: TerminalScreen,
  home: string,
): Promise<Uint8Array> {
  const viewport = { width: 1000, height: 700 };
  const tab = await browser.open('about:blank', { viewport });
  try {
    await tab.page.setContent(pageOf(screen.styled().map(cells => withoutHome(cells, home))));
    return await tab.page.locator('pre').screenshot();
  } finally {
    await tab.close();
  }
}

/** A picture names no folder of the machine that made it. */
function withoutHome(cells: readonly StyledCell[], home: string): readonly StyledCell[] {
  const at = cells
    .map(({ text }) => text)
    .join('')
    .indexOf(home);
  const [first] = cells.slice(Math.max(at, 0));
  if (at < 0 || first === undefined) return cells;
  return [...cells.slice(0, at), { ...first, text: '~' }, ...cells.slice(at + home.length)];
}

const palette = [
  ...['#1e2127', '#e06c75', '#98c379', '#d19a66', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
  ...['#5c6370', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#ffffff'],
];
const usual = { colour: '#d7dae0', ground: '#1b1d23' };

function pageOf(lines: readonly (readonly StyledCell[])[]): string {
  const written = lines.map(cells => cells.map(htmlOf).join(''));
  const end = lines.findLastIndex(cells => cells.some(({ text }) => text.trim() !== ''));
  const style = `margin:0;padding:16px 20px;display:inline-block;font:14px/1.4 'DejaVu Sans Mono',monospace;color:${usual.colour};background:${usual.ground}`;
  return `<!doctype html><meta charset="utf-8"><body style="margin:0"><pre style="${style}">${written.slice(0, end + 1).join('\n')}</pre>`;
}

function htmlOf({ text, colour, ground, isBold, isDim, isInverse }: StyledCell): string {
  const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const [front, back] = [cssOf(colour, usual.colour), cssOf(ground, usual.ground)];
  const [fore, under] = isInverse ? [back, front] : [front, back];
  const weight = isBold ? ';font-weight:700' : '';
  const opacity = isDim ? ';opacity:.6' : '';
  return `<span style="color:${fore};background:${under}${weight}${opacity}">${shown}</span>`;
}

function cssOf(colour: number | string | null, otherwise: string): string {
  if (colour === null) return otherwise;
  if (typeof colour === 'string') return colour;
  if (colour < 16) return palette[colour] ?? otherwise;
  if (colour >= 232) return greyOf((colour - 232) * 10 + 8);
  const [r = 0, g = 0, b = 0] = [36, 6, 1].map(step => Math.floor((colour - 16) / step) % 6);
  return `rgb(${[r, g, b].map(part => (part === 0 ? 0 : part * 40 + 55)).join(',')})`;
}

function greyOf(level: number): string {
  return `rgb(${level},${level},${level})`;
}

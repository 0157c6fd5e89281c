// Goal: the dialog of the guard in pi decides only by the hand and the sign-in of a person, and the inbox decides besides it.
// Method: the real pi in a terminal, with a model on loopback that makes one call. What ran is read from the disk.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { decide } from '@countersign/server/testing';
import { effort } from '@countersign/testing';
import { skipWithoutAgents } from './agents/real-agents.ts';
import { AgentTerminal } from './testing/agent-terminal.ts';
import { keys, type TerminalScreen } from './testing/terminal-screen.ts';

const words = ['--no-session', '--provider', 'fake', '--model', 'm', 'go'];

interface Play {
  readonly title: string;
  readonly signsIn: boolean;
  readonly command: string;
  readonly runs: boolean;
  play(terminal: AgentTerminal, screen: TerminalScreen): Promise<void>;
}

const answered = (terminal: AgentTerminal) =>
  readFileSync(join(terminal.home, 'model.log'), 'utf8');
const byInbox = async ({ site }: AgentTerminal, decision: 'allow' | 'deny') =>
  decide(site.server, site.reviewer.headers, await site.waiting(), decision);

const plays: readonly Play[] = [
  {
    title: 'an approval with the short code of the card runs the call',
    signsIn: true,
    command: 'touch asked',
    runs: true,
    async play(_terminal, screen) {
      await screen.shows(/Approve it with its short code/);
      screen.type(keys.down + keys.enter);
      const [, code = ''] = await screen.shows(
        /Short code {2}(\S+)[\s\S]*Type the short code above/,
      );
      screen.type(`${code}${keys.enter}`);
      await screen.shows(/DONE/);
    },
  },
  {
    title: 'a wrong code decides nothing, and a rejection teaches the model',
    signsIn: true,
    command: 'touch asked',
    runs: false,
    async play(terminal, screen) {
      await screen.shows(/Approve it with its short code/);
      screen.type(keys.down + keys.enter);
      await screen.shows(/Type the short code above/);
      screen.type(`0000-0000${keys.enter}`);
      await screen.shows(/The code is not that of this request/);
      screen.type(keys.down + keys.down + keys.enter);
      await screen.shows(/Why\? The agent is told/);
      screen.type(`Use make instead.${keys.enter}`);
      await screen.shows(/DONE/);
      assert.match(answered(terminal), /Use make instead\./);
    },
  },
  {
    title: 'Enter alone leaves the call where it waits, and the inbox closes the dialog',
    signsIn: true,
    command: 'touch asked',
    runs: true,
    async play(terminal, screen) {
      await screen.shows(/Leave it open/);
      screen.type(keys.enter);
      await screen.shows(/The call waits at http/);
      await byInbox(terminal, 'allow');
      await screen.shows(/DONE/);
    },
  },
  {
    title: 'a decision of the inbox closes the open dialog',
    signsIn: true,
    command: 'touch asked',
    runs: false,
    async play(terminal, screen) {
      await screen.shows(/Leave it open/);
      await byInbox(terminal, 'deny');
      await screen.shows(/DONE/);
      assert.doesNotMatch(screen.text(), /Leave it open/);
    },
  },
  {
    title: 'without a sign-in there is no dialog, and the terminal says where the call waits',
    signsIn: false,
    command: 'touch asked',
    runs: true,
    async play(terminal, screen) {
      await screen.shows(/A call waits at http[\s\S]*Sign in: countersign sign-in/);
      assert.doesNotMatch(screen.text(), /Leave it open/);
      await byInbox(terminal, 'allow');
      await screen.shows(/DONE/);
    },
  },
];
const count = effort({ fast: 0, full: plays.length, of: 'runs' });

describe('the dialog of the guard in pi', { timeout: 600_000, concurrency: 1 }, () => {
  const missing = count === 0 ? false : skipWithoutAgents();
  for (const { title, signsIn, command, runs, play } of plays.slice(0, count)) {
    test(title, { skip: missing }, async () => {
      const terminal = await AgentTerminal.start('pi');
      try {
        if (signsIn) await terminal.signIn();
        const screen = await terminal.open(command, words);
        await play(terminal, screen);
        assert.equal(existsSync(join(terminal.project, 'asked')), runs);
      } finally {
        await terminal.close();
      }
    });
  }
});

// Goal: the hooks of the adapter for the Claude Agent SDK answer in words that Claude Code knows, and fail closed. Method:
// the hooks are called as Claude Code was seen to call them. `claude-agent-sdk.proof.ts` runs the real program, which is
// too large to be installed for every test.
import { frameworkModule } from './install-framework.ts';

/** As a path, so that a change in it selects this file. */
const folder = './claude-agent-sdk';

await import(frameworkModule(folder, 'hooks.ts'));

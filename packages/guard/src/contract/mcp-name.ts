import type { HookCall } from './hook-call.ts';

/** `mcp__server__tool`, as Claude Code and Codex write it. */
export function mcpFromName(name: string): HookCall['mcp'] {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/su.exec(name) ?? [];
  return server === undefined || tool === undefined ? null : { server, tool };
}

/** `server-tool` or `server_tool`: agents that write it so never say where the server ends. The first sign parts them. */
export function mcpFromFirst(name: string, sign: '-' | '_'): HookCall['mcp'] {
  const at = name.indexOf(sign);
  if (at <= 0 || at === name.length - 1) return null;
  return { server: name.slice(0, at), tool: name.slice(at + 1) };
}

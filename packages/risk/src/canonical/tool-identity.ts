/** Which server a tool belongs to, as far as its name says, and its name there; both in lower case. */
export interface ToolIdentity {
  readonly server: string | null;
  readonly tool: string;
}

const longestName = 256;

/** `mcp__github__create_issue`, `github.create_issue`, `github/create_issue`, `github:create_issue`, `Bash`. */
export function toolIdentity(name: string): ToolIdentity {
  const text = name.slice(0, longestName).trim().toLowerCase();
  const clients = /^(?:mcp|functions|tools?)(?:__|[./:])/u.exec(text)?.[0].length ?? 0;
  const own = text.slice(clients);
  const cut = /__|[./:]/u.exec(own);
  if (cut === null || cut.index === 0) return { server: null, tool: own };
  return { server: own.slice(0, cut.index), tool: own.slice(cut.index + cut[0].length) };
}

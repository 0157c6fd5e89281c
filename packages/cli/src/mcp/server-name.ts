import { basename } from 'node:path';

/** What a server of tools is called where the operator gave no name: after its package, program or host. */
export function guessedName(
  place: { readonly command: readonly string[] } | { readonly url: string },
): string {
  if ('url' in place) return cleaned(URL.parse(place.url)?.hostname ?? '');
  const words = place.command.filter(word => !word.startsWith('-'));
  const launchers =
    /^(npx|npm|bunx|uvx|uv|pnpm|yarn|node|bun|deno|python3?|docker|exec|run|dlx|tool)$/u;
  const named = words.find(word => !launchers.test(basename(word))) ?? words[0] ?? '';
  return cleaned(
    basename(named)
      .replace(/@[^@]*$/u, '')
      .replace(/\.(m?[jt]s|c[jt]s|py|exe|cmd|sh)$/u, '')
      .replace(/^(mcp-server-|server-|mcp-)|(-mcp-server|-mcp|-server)$/gu, ''),
  );
}

/** The name of a server in the configuration of a client, as the gateway takes it. */
export function usableName(name: string): string {
  const isUsable = /^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_|$)){0,63}$/u.test(name);
  return isUsable ? name : cleaned(name);
}

function cleaned(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9.-]+/gu, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/gu, '')
    .slice(0, 64);
  return plain === '' ? 'server' : plain;
}

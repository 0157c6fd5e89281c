const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** Whether only this machine reaches an address of this name. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** What the operator must know about where a server listens, and where people reach it. */
export function addressWarnings(origin: string, host: string, port: number): string[] {
  const { hostname, protocol } = new URL(origin);
  const warnings: string[] = [];
  const isOpen = !loopback.test(host);
  if (isOpen && protocol === 'http:') {
    warnings.push(
      `WARNING: the server listens on ${host}:${port} WITHOUT TLS. Anyone on the network can read keys and sessions.`,
      'Listen on 127.0.0.1, or put a TLS proxy in front of it and name its address: --origin https://…',
    );
  }
  if (isOpen && protocol === 'https:') {
    warnings.push(
      `WARNING: the server listens on ${host}:${port} without TLS. Let only the proxy at ${origin} reach that port.`,
    );
  }
  if (protocol === 'http:' && !loopback.test(hostname)) {
    warnings.push(
      `WARNING: no one can sign in at ${origin}: browsers offer passkeys only over https, or on localhost.`,
    );
  }
  if (/^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/.test(hostname)) {
    warnings.push(
      `WARNING: ${origin} is an IP address, and browsers make passkeys only for names. Use http://localhost:${port}, or a host name.`,
    );
  }
  return warnings;
}

/** Why nothing is released, and the ways out, each with the case in which it is the right one. */
export function heldBackWords(heldBack: string, anchor: string): string[] {
  const [code = ''] = heldBack.split(':', 1);
  const found = heldBack.slice(code.length + 2);
  const first = `WARNING: the server releases nothing. ${heldBack}`;
  const last = 'docs/operating/outside.md says more.';
  switch (code) {
    case 'store_rolled_back':
      return [
        first,
        'An old copy of the data was restored, or a disk lost data that it had confirmed. Approvals that look unused may have been used.',
        '  If the newest data still exist: stop this server, restore them, and start again.',
        '  If they are lost: stop this server, and run the same command with new-epoch --reason "<why>" instead of serve.',
        '    That voids every open approval. Agents that still need one must ask again.',
        `  Do not change the anchor: ${anchor}`,
        last,
      ];
    case 'anchor_mismatch':
      return [
        `WARNING: the server releases nothing. The anchor ${anchor} belongs to another store: ${found}.`,
        '  If you removed the data on purpose: stop this server, remove the anchor, and start again.',
        '  If you did not: these are not the former data. Restore the former data, and start again.',
        '  If this server never had that anchor: set another path (anchor, in the configuration).',
        last,
      ];
    default:
      return [
        first,
        `  Make the file of the anchor readable and writable again: ${anchor}`,
        '  If it is lost: stop this server, move the rest of it away, and run the same command with',
        '    new-epoch --reason "<why>" instead of serve. That voids every open approval.',
        last,
      ];
  }
}

/** Said where there are approvals to lose, and nothing outside that knew of them. */
export function anchorBegunWords(anchor: string, consumed: number): string[] {
  const uses = consumed === 1 ? 'one approval was used' : `${consumed} approvals were used`;
  return [
    `WARNING: there was no anchor at ${anchor}, although ${uses} in this store. The server made a new anchor.`,
    '  If this machine is new to the store, or you moved the anchor on purpose: you need to do nothing.',
    '  If the anchor was lost, or an old copy was restored: stop this server, and run the same command with',
    '    new-epoch --reason "<why>" instead of serve.',
  ];
}

interface Fault extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly syscall?: string;
  readonly port?: number;
  readonly address?: string;
}

/** These say themselves what was expected, what was found and what to do. */
const explaining = new Set([
  'AnchorUnavailable',
  'ConfigRefused',
  'ProtocolError',
  'SignerUnavailable',
  'SignerUnusable',
  'StartRefused',
  'StoreUnavailable',
  'StoreUnusable',
]);

/** What to tell people of a fault that people make; null where it is one of ours. */
export function explained(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (explaining.has(error.name)) return error.message;
  const fault: Fault = error;
  return fault.syscall === 'listen' || fault.syscall === 'getaddrinfo'
    ? explainedAddress(fault)
    : explainedPath(fault);
}

function explainedAddress({ code, address, port }: Fault): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: another program, or another instance of this server, listens there. Stop it, or choose another port with --port.`;
    case 'EACCES':
      return `Port ${port} is reserved: the user of this process may not listen there. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine. Choose an address of this machine with --host, such as 127.0.0.1.`;
    default:
      return `The server cannot listen on this host (${code}). Choose an address of this machine with --host.`;
  }
}

function explainedPath({ code, path }: Fault): string | null {
  const place = path ?? 'A file';
  switch (code) {
    case 'ENOENT':
      return `${place} does not exist.`;
    case 'EISDIR':
      return `${place} is a folder; expected a file.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${place} cannot be created: a part of its path is a file, not a folder. Choose another path.`;
    case 'EACCES':
    case 'EPERM':
      return `${place} cannot be read or written by the user of this process. Change its owner, or choose another path.`;
    case 'EROFS':
      return `${place} is on a read-only file system. Choose another path.`;
    case 'ENOSPC':
      return `${place} could not be written: the disk is full.`;
    default:
      return null;
  }
}

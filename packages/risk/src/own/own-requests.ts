const mutating =
  /\b(post|put|patch|delete|send|sendall|connect|create_connection|createconnection|socket|websocket|tcpsocket|fsockopen|upload\w*|xmlhttprequest)\b|\b(method|data|body|json|files|cookies?|headers|auth|authorization)\b\s{0,4}["']?\s{0,4}[=:,({]|\brequest\s{0,4}\(\s{0,4}["'](post|put|patch|delete)|\bRequest\s{0,4}\(|-d\b|--data|invoke-(restmethod|webrequest)[^\n]{0,200}-method/iu;

/** True if code that reaches an address may do more there than read. */
export function mutatesOverHttp(code: string): boolean {
  return mutating.test(code.slice(0, 65_536));
}

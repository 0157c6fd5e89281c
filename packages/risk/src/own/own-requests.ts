import type { OwnGuard } from './own-guard.ts';

const mutating =
  /(?:\b|_)(post|put|patch|delete)(?:\b|_)|\b(send|sendall|connect|create_connection|createconnection|socket|websocket|tcpsocket|fsockopen|upload\w*|xmlhttprequest)\b|\b(method|data|body|json|files|cookies?|headers|auth|authorization)\b\s{0,4}["']?\s{0,4}[=:,({]|\brequest\s{0,4}\(\s{0,4}["'](post|put|patch|delete)|\bRequest\s{0,4}\(|\.(?:click|press|tap|fill|check|submit|dispatchEvent|evaluate)\s{0,4}\(|-d\b|--data|invoke-(restmethod|webrequest)[^\n]{0,200}-method/iu;

/** True if code that reaches an address may do more there than read. */
export function mutatesOverHttp(code: string): boolean {
  return mutating.test(code.slice(0, 65_536));
}

/** A connection to a number alone: `net.connect(7319)`, `connect({ port: 7319 })`, `('127.0.0.1', 7319)`. */
const connection =
  /\b(?:connect|create_?connection|open_?connection|dial|tcpsocket\.new|tcpsocket\.open)\s{0,4}\([^)\n]{0,120}?(?<![\w.])(\d{2,5})(?![\w.])/giu;

export function connectsToOwnPort(code: string, guard: OwnGuard): boolean {
  let looked = 0;
  for (const [, port = ''] of code.slice(0, 65_536).matchAll(connection)) {
    if (++looked > 200) return false;
    if (guard.isPort(port)) return true;
  }
  return false;
}

/** Our package taken from another place than its own name: `countersign@npm:other`, `overrides.@countersign/policy=…`. */
const replaced =
  /^@?countersign(\/[\w.-]{1,60})?\s{0,3}@\s{0,3}(npm:|file:|link:|portal:|workspace:|git|github:|https?:|\.{0,2}\/|~)|^(overrides|resolutions|dependencies|devDependencies|pnpm)\b.{0,60}countersign.{0,80}=/u;

export function isReplaced(word: string): boolean {
  return replaced.test(word.slice(0, 4096));
}

const processes =
  /\b(pgrep|pidof|process_iter|get-process|gps|stop-process|spps|kill|stop-service|spsv|taskkill|tskill|pkill|killall|systemctl|launchctl|getprocessesbyname|wmic|net\s{1,4}stop|sc\s{1,4}(stop|delete|config))\b/iu;
const stopping =
  /kill|terminate|\bstop|\bspps\b|\bspsv\b|signal|\bdelete\b|\bbootout\b|\bunload\b|\bconfig\b/iu;

/** True if code that is no shell stops or changes a process or service of ours by its name. */
export function stopsByName(code: string): boolean {
  const plain = code.slice(0, 65_536);
  return (
    /\bcountersign\b/iu.test(plain) &&
    plain
      .split('\n', 2000)
      .some(line => /\bcountersign\b/iu.test(line) && processes.test(line) && stopping.test(line))
  );
}

/** What decides or changes something, among the commands of our own program. */
export const decidingCommand =
  /\bcountersign(@[\w.-]{1,20})?\s+(-\S+\s+\S+\s+){0,3}(approve|reject|decide|answer|sign-in|people|keys|unlock|lock\s+lift|new-epoch|restore|backup|policy\s+put)\b/u;

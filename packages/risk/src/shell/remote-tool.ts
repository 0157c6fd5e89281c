import { assessRemote, commandWords, type RemoteEffect } from './remote-effects.ts';
import type { Judge } from './run-command.ts';
import type { Call, Scope } from './scope.ts';
import { unknown } from './value.ts';

/** The judge for a tool: words of the command to an effect. */
export function tool(
  valued: string,
  effectOf: (words: readonly string[], call: Call, scope: Scope) => RemoteEffect,
): Judge {
  const options = valued.split(' ');
  return (call, scope) => {
    const words = commandWords(call, options);
    const effect = effectOf(words, call, scope);
    scope.inProduction(call);
    assessRemote(call, effect, words.slice(0, 3).join(' '), scope);
    return effect === 'secret' ? unknown(['secret']) : undefined;
  };
}

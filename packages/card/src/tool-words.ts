/** The words of a tool name: `payments.createBatch` is payments, create, batch. */
export function toolWords(toolName: string): readonly string[] {
  return toolName
    .slice(0, 256)
    .replace(/^(?:mcp|functions|tools?)(?:__|[./:])/i, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => word.toLowerCase());
}

const verbList =
  'accept activate add alter append apply approve archive assign attach ban block book build buy call cancel change charge ' +
  'clear clone close commit configure connect copy create deactivate decline delete demote deploy destroy detach disable ' +
  'disconnect discard download drain drop edit enable enroll erase evict exec execute expire export extend fail failover ' +
  'fetch fire flush force fork freeze generate get give grant hire import inject insert install invite invoke issue join kill ' +
  'launch list load lock log merge migrate modify mount move mute notify open order overwrite patch pause pay post preview print ' +
  'promote provision publish pull purchase purge push put query reactivate read reassign reboot rebuild record recover ' +
  'redeploy refresh refund register reject release remove rename renew reopen replace reply report request reset resize ' +
  'resolve restart restore resume retry revert review revoke rollback rotate run save scale schedule seal search seed sell ' +
  'send set share ship shutdown sign skip snapshot start stop store submit subscribe suspend swap switch sync tag terminate ' +
  'trade transfer trigger trim truncate unarchive unassign unban unblock uninstall unlock unpublish unshare unsubscribe ' +
  'update upgrade upload upsert validate verify void wipe wire withdraw write';
const verbs: ReadonlySet<string> = new Set(verbList.split(' '));

function isVerb(word: string): boolean {
  return verbs.has(word);
}

const segments = /__|[./:]/;
const adverbs = /^(?:bulk|batch|mass)$/;

/**
 * A tool name as words that begin with its verb: `secrets.rotate` is "Rotate secrets", `git.delete_branch` is "Delete
 * branch". Null where no word of the name is a verb.
 */
export function toolPhrase(toolName: string): string | null {
  const parts = toolName
    .slice(0, 256)
    .split(segments)
    .map(toolWords)
    .filter(part => part.length > 0);
  const own = parts.at(-1) ?? [];
  const at = own.findIndex(isVerb);
  const before = parts.at(-2) ?? [];
  if (at < 0) {
    // In `deploy.production` the verb comes first.
    const verb = before.find(isVerb);
    return verb === undefined ? null : capital([verb, ...own]);
  }
  const after = own.slice(at + 1);
  const ahead = own.slice(0, at).filter(word => !adverbs.test(word));
  const object = after.length > 0 ? after : ahead.length > 0 ? ahead : before.slice(-1);
  const adverb = own.slice(0, at).filter(word => adverbs.test(word));
  return capital([...adverb, own[at] ?? '', ...object]);
}

function capital(all: readonly string[]): string {
  const phrase = all.join(' ');
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

import { commandWords } from './remote-effects.ts';
import type { Judge } from './run-command.ts';
import { describe } from './scope.ts';
import { isRehearsed } from './unknown-programs.ts';

/** Verbs after which a backup, a snapshot or what it was taken of is gone. */
const losing =
  /^(delete|del|destroy|forget|prune|purge|expire|remove|rm|rollback|restore|expunge|wipe|undochange|deletelocalsnapshots|delete-snapshot|delete-backup|key|unlock)$/u;
const reading =
  /^(snapshots?|list|ls|stats|check|diff|find|info|get|describe|status|show|verify|version|help|cat|dump|logs|repository|content|maintenance|listbackups|latestbackup|destinationinfo|usage|df)$/u;

/** Backups are what everything else is restored from, so losing one is never routine. */
const judgeBackup: Judge = (call, scope) => {
  const words = commandWords(
    call,
    '-r --repo --repository -p --password-file -n --namespace -c --config --stanza --host --tag'.split(
      ' ',
    ),
  ).slice(0, 3);
  const lost = words.find(word => losing.test(word.toLowerCase()));
  if (lost === undefined) {
    if (!words.some(word => reading.test(word))) scope.change();
    return undefined;
  }
  if (isRehearsed(call.args, ['--dry-run', '-n', '--dryrun'])) return undefined;
  if (call.program === 'zfs' && call.args.some(({ text }) => /^-[a-zA-Z]*n[a-zA-Z]*$/u.test(text)))
    return undefined;
  // Looking below a noun that is also a verb: `restic key list`, `velero restore get`.
  if (
    words
      .slice(words.indexOf(lost) + 1)
      .some(word => /^(list|ls|get|describe|logs|show)$/u.test(word))
  )
    return undefined;
  scope.find(
    'destructive_command',
    lost === 'restore' || lost === 'unlock' ? 'high' : 'critical',
    describe(call, words.join(' ')),
  );
  return undefined;
};

const losingGuests =
  /^(undefine|unregistervm|destroy|delete|rm|rmi|rmp|remove|purge|snapshot-delete|vol-delete|pool-delete|closemedium|rollback|reset|revert|restore)$/u;
const readingGuests =
  /^(list|ls|info|dominfo|dumpxml|domstate|showvminfo|ps|pods|images|inspect|logs|stats|version|status|config|show|find|net-list|vol-list|pool-list|snapshot-list|help|image|top)$/u;

/** Virtual machines and containers below docker: what they hold goes with them. */
const judgeGuest: Judge = (call, scope) => {
  const words = commandWords(call, '-c --connect -n --namespace -a --address -r'.split(' '));
  const verbs = words.slice(0, 3).map(word => word.toLowerCase());
  const lost = verbs.find(verb => losingGuests.test(verb));
  if (lost === undefined) {
    if (!verbs.some(verb => readingGuests.test(verb))) scope.change();
    return undefined;
  }
  const withDisk = call.args.some(arg =>
    /^--(remove-all-storage|delete|purge|nvram|force|all|storage)$/u.test(arg.text),
  );
  const level = scope.inRehearsal(call) ? 'medium' : withDisk ? 'critical' : 'high';
  scope.find('destructive_command', level, describe(call, words.slice(0, 3).join(' ')));
  return undefined;
};

export const backupPrograms: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(
    'restic borg borgmatic velero kopia duplicity rdiff-backup pgbackrest wal-g wal-e barman btrfs snapper timeshift tmutil zfs'
      .split(' ')
      .map(name => [name, judgeBackup]),
  ),
  ...Object.fromEntries(
    'virsh vboxmanage qm pct multipass limactl crictl ctr lxc incus vagrant prlctl vmrun'
      .split(' ')
      .map(name => [name, judgeGuest]),
  ),
};

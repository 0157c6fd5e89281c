import type { Durability } from '../start/open-parts.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

const check = 'durability';

/** Whether Postgres still has, after a crash or a failover, what it acknowledged. */
export function judgeDurability(found: Durability): Finding[] {
  const { synchronous_commit, synchronous_standby_names } = found;
  const findings: Finding[] = [];
  if (!found.fsync) {
    findings.push(
      wrong(
        check,
        'fsync is off: a crash can lose the record that an approval was used',
        'set fsync = on and restart it',
      ),
    );
  }
  if (!found.full_page_writes) {
    findings.push(
      wrong(
        check,
        'full_page_writes is off: a crash in the middle of a page can damage the database',
        'set full_page_writes = on',
      ),
    );
  }
  if (synchronous_commit !== 'on' && synchronous_commit !== 'remote_apply') {
    findings.push(
      warning(
        check,
        `synchronous_commit is ${synchronous_commit} for others; the store sets it to on for itself`,
        'set synchronous_commit = on, so that other users of the database are as safe',
      ),
    );
  }
  findings.push(...judgeStandbys(found, synchronous_standby_names));
  return findings.some(({ level }) => level !== 'fine')
    ? findings
    : [fine(check, 'Postgres syncs every commit'), ...findings];
}

function judgeStandbys({ standbys }: Durability, names: string): Finding[] {
  if (standbys === null) {
    return [
      warning(
        check,
        'this database user may not list the standbys',
        'GRANT pg_monitor to the user, or make sure that every standby that may take over is synchronous',
      ),
    ];
  }
  const { connected, synchronous } = standbys;
  if (names === '' && connected > 0) {
    return [
      wrong(
        check,
        `${connected} standby connected, none of them synchronous: an asynchronous standby that takes over can lose the record that an approval was used, and the approval could be used again`,
        'name the standby in synchronous_standby_names; with an anchor the server detects a failover that lost data and releases nothing, but it cannot undo the loss',
      ),
    ];
  }
  if (names !== '' && synchronous === 0) {
    return [
      wrong(
        check,
        `synchronous_standby_names is ${JSON.stringify(names)} and no such standby is connected: commits wait for it`,
        'start the standby, or correct its name',
      ),
    ];
  }
  if (connected > synchronous && synchronous > 0) {
    const others = connected - synchronous;
    return [
      warning(
        check,
        `${synchronous} synchronous standby, and ${others} asynchronous`,
        'let only a synchronous one take over',
      ),
    ];
  }
  return [
    fine(
      check,
      connected === 0 ? 'no standby is connected' : `${synchronous} synchronous standby connected`,
    ),
  ];
}

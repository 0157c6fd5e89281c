import { firstOf, type Rule } from '../rules.ts';
import { Deed, type DeedRule } from './deed.ts';
import type { EffectObject } from './effect-object.ts';
import { isMessage, judgeMessage, judgePay } from './judge-money.ts';
import {
  batchOr,
  type JudgedVerb,
  type Judgement,
  levelByCount,
  open,
  plain,
  risky,
} from './judgement.ts';

/** "Release" gives back what was held: an address, a volume, a machine. */
const held =
  /^(?:address|addresses|ips|ip|volume|volumes|instance|instances|reservation|reservations|lease)$/;

const releases = risky('deployment', 'release');

const deployments: readonly DeedRule[] = [
  {
    when: deed => deed.does('release') && deed.governs(held),
    gives: deed => (deed.sandboxed ? plain : risky('infra_change', deed.type)),
  },
  {
    when: deed => deed.does('promote') && deed.about('security') && deed.says('my'),
    gives: risky('permission_change', 'role', 'critical'),
  },
  { when: deed => deed.production, gives: releases },
  { when: deed => deed.sandboxed, gives: plain },
  // "Roll back my last edit."
  {
    when: deed =>
      deed.does('roll') && deed.onto('work') && deed.governs(/^(?:my|last|edit|edits)$/),
    gives: plain,
  },
  {
    when: deed => deed.object.amount !== null || deed.onto('money'),
    gives: ({ object, verb }) => judgePay(object, verb),
  },
  {
    when: deed => deed.onto('statement') || (deed.about('audience') && !deed.many),
    gives: risky('message', 'external'),
  },
  {
    when: deed => deed.about('audience') || deed.verb.strong,
    gives: deed => risky('deployment', deed.type),
  },
  {
    when: deed => deed.does('promote') && deed.about('security'),
    gives: risky('permission_change', 'role'),
  },
  {
    when: deed =>
      deed.about('release', 'infra') ||
      deed.object.branch !== null ||
      deed.says('everyone', 'customers', 'users', 'version'),
    gives: deed => risky('deployment', deed.type),
  },
  {
    when: deed => deed.object.empty || deed.object.pronoun || deed.does('release', 'ship', 'roll'),
    gives: risky('deployment', null),
  },
];

export function judgeDeploy(object: EffectObject, verb: JudgedVerb): Judgement {
  const deed = new Deed(object, verb);
  return firstOf(deployments, deed) ?? open('deployment', deed.type);
}

/** A machine or a service that is stopped, moved or sized. */
class Operation extends Deed {
  /** It is a machine or a store by its noun or by its name. */
  get known(): boolean {
    return (
      this.about('infra', 'structure', 'code_store') ||
      (this.onto('setting') && this.verb.strong) ||
      /^[a-z]+-\d+$|-(?:db|web|api|worker|cluster|prod)\b/.test(this.object.phrase.join(' ')) ||
      this.says('site')
    );
  }

  get changes(): boolean {
    return this.does(
      'stop',
      'patch',
      'rebuild',
      'recreate',
      'upgrade',
      'downgrade',
      'bounce',
      'halt',
      'demote',
    );
  }
}

const operations: readonly Rule<Operation, Judgement>[] = [
  {
    when: deed => deed.production,
    gives: deed =>
      risky('infra_change', deed.type, deed.does('destroy', 'take', 'shut') ? 'critical' : 'high'),
  },
  { when: deed => deed.sandboxed, gives: plain },
  { when: deed => deed.says('backup', 'backups'), gives: risky('infra_change', 'backups') },
  {
    when: deed =>
      (deed.onto('data') || deed.headType === 'comment') &&
      deed.headType !== 'site' &&
      deed.does('take', 'bring', 'pull'),
    gives: ({ object, type }) => risky(batchOr(object), type, levelByCount(object)),
  },
  {
    when: deed => deed.does('reboot'),
    gives: ({ object }) =>
      object.empty ? open('shell_command', 'host') : risky('shell_command', 'host'),
  },
  {
    when: deed => deed.changes && deed.known && !deed.onto('data'),
    gives: deed =>
      deed.does('rebuild', 'patch')
        ? open('infra_change', deed.type)
        : risky('infra_change', deed.type),
  },
  { when: deed => deed.changes, gives: deed => open('unknown', deed.type) },
  {
    when: deed =>
      deed.known ||
      deed.verb.strong ||
      deed.does('scale', 'failover', 'drain', 'shutdown', 'restart', 'resize', 'power') ||
      (deed.does('shut') && !deed.object.empty),
    gives: ({ object, verb, type }) =>
      object.empty && !verb.strong ? open('infra_change', null) : risky('infra_change', type),
  },
  { when: ({ object }) => object.head === null, gives: open('infra_change', null) },
];

export function judgeInfra(object: EffectObject, verb: JudgedVerb): Judgement {
  const deed = new Operation(object, verb);
  return firstOf(operations, deed) ?? open('infra_change', deed.type);
}

const protections = /^(?:mfa|sso|encryption|authentication|protection|security)$/;

/** Something that is switched off, paused or left out. */
class Switching extends Deed {
  get right(): string {
    return this.object.nouns.find(({ group }) => group === 'security')?.type ?? 'access';
  }
}

const switchings: readonly Rule<Switching, Judgement>[] = [
  {
    when: deed =>
      deed.does('take') && /^(?:tenants|customers|accounts|users|site)$/.test(deed.headType ?? ''),
    gives: ({ object, sandboxed, type }) =>
      sandboxed ? plain : risky(batchOr(object), type, levelByCount(object)),
  },
  {
    when: deed => deed.about('security') && !deed.onto('setting'),
    gives: deed =>
      risky(
        protections.test(deed.right) ? 'config_change' : 'permission_change',
        deed.says('flag') ? 'flag' : deed.right,
      ),
  },
  {
    when: deed =>
      (deed.about('gate', 'setting') || deed.headType === 'backups') &&
      (deed.sandboxed || deed.does('skip')),
    gives: deed => open('config_change', deed.type),
  },
  {
    when: deed => deed.about('gate', 'setting') || deed.headType === 'backups',
    gives: deed => risky(deed.headType === 'backups' ? 'infra_change' : 'config_change', deed.type),
  },
  { when: deed => deed.does('skip') && deed.onto('minor'), gives: plain },
  {
    when: deed => deed.many,
    gives: deed => risky(deed.onto('data') ? 'batch_delete' : 'config_change', deed.type),
  },
  { when: deed => (deed.production || deed.onto('infra')) && deed.sandboxed, gives: plain },
  {
    when: deed => deed.production || deed.onto('infra'),
    gives: deed => risky(deed.onto('infra') ? 'infra_change' : 'config_change', deed.type),
  },
  {
    when: deed => /^(?:accounts|users|customers)$/.test(deed.headType ?? '') && !deed.does('skip'),
    gives: deed => risky('permission_change', deed.headType),
  },
  { when: deed => deed.does('skip', 'pause', 'delay'), gives: plain },
];

export function judgeDisable(object: EffectObject, verb: JudgedVerb): Judgement {
  const deed = new Switching(object, verb);
  return firstOf(switchings, deed) ?? open('config_change', deed.type);
}

const foreignCode =
  /^(?:downloaded|decoded|untrusted|unverified|internet|obfuscated|base64|gist|forum|stranger)$/;
const fetching = /^(?:fetching|fetched|downloading|downloads|download|curl|wget|decoding)$/;
const interpreters =
  /^(?:bash|sh|python|python3|node|perl|ruby|shell|interpreter|zsh|powershell|sudo)$/;

/** A program, a script or a job that is started. */
class Run extends Deed {
  /** Code that no one has read. */
  get foreign(): boolean {
    return (
      this.saysLike(foreignCode) ||
      (this.object.pronoun && this.saysLike(fetching)) ||
      this.object.nouns.some(({ type }) => type === 'remote_code')
    );
  }
}

const remoteCode = risky('shell_command', 'remote_code', 'critical');

const runs: readonly Rule<Run, Judgement>[] = [
  {
    when: ({ object }) => isMessage(object),
    gives: ({ object }) => judgeMessage(object, { verb: 'email', strong: false, particle: [] }),
  },
  {
    when: deed => deed.does('pipe', 'feed', 'load', 'decode') && deed.saysLike(interpreters),
    gives: remoteCode,
  },
  { when: deed => deed.foreign && !deed.says('tests'), gives: remoteCode },
  {
    when: deed => deed.says('migration', 'migrations'),
    gives: deed => (deed.sandboxed || deed.says('plan') ? plain : risky('schema_change', 'schema')),
  },
  { when: deed => deed.says('payroll'), gives: risky('payment', 'payroll') },
  {
    when: deed => deed.production && !deed.says('read-only', 'tests', 'select'),
    gives: deed => risky('shell_command', deed.type),
  },
  { when: deed => deed.sandboxed, gives: plain },
  {
    when: deed => deed.does('curl', 'eval', 'source', 'exec'),
    gives: open('shell_command', 'command'),
  },
  {
    when: deed => deed.says('root', 'kernel', 'sudo', 'cleanup', 'destructive', 'purge'),
    gives: deed => risky('shell_command', deed.type),
  },
  {
    when: deed => deed.does('install') && deed.says('agent', 'driver', 'extension'),
    gives: deed => open('unknown', deed.headType),
  },
  { when: deed => deed.does('install'), gives: plain },
  {
    when: deed => deed.onto('unknown_code') || deed.object.pronoun || deed.object.hasCode,
    gives: open('shell_command', 'command'),
  },
  { when: ({ object }) => object.head === null, gives: open('unknown', null) },
  { when: deed => deed.many, gives: deed => risky('shell_command', deed.type) },
];

export function judgeRun(object: EffectObject, verb: JudgedVerb): Judgement {
  const deed = new Run(object, verb);
  return firstOf(runs, deed) ?? open('unknown', deed.type);
}

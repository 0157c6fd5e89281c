import { firstOf } from '../rules.ts';
import { always, Deed, type DeedRule } from './deed.ts';
import type { EffectObject } from './effect-object.ts';
import {
  amountMax,
  type JudgedVerb,
  type Judgement,
  open,
  plain,
  risky,
  unknownAct,
} from './judgement.ts';

const alters = (config: Deed): Judgement => risky('config_change', config.type);
const releases = risky('deployment', 'release');

/** What is approved or signed in place of a person. */
const signings: readonly DeedRule[] = [
  {
    when: config => config.object.amount !== null || config.about('money'),
    gives: config => risky('payment', config.type),
  },
  {
    when: config => config.many || config.says('contract', 'agreement', 'offer', 'terms', 'behalf'),
    gives: config => risky('unknown', config.type),
  },
  { when: always, gives: config => open('unknown', config.type) },
];

const protections = /^(?:mfa|sso|encryption|authentication|protection|security)$/;
const settings =
  /^(?:dns|flag|webhook|alerting|logging|limit|mode|price|schedule|database|mfa|traffic|firewall|encryption)$/;

const hosts =
  /^(?!.*\.(?:ts|js|tsx|jsx|py|md|json|ya?ml|txt|csv|css|html|go|rs|java|c|h|sh|toml)$)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/;

/** What counts wherever it is done. */
const everywhere: readonly DeedRule[] = [
  { when: config => config.about('bank'), gives: risky('config_change', 'vendor_bank_details') },
  {
    when: config =>
      config.about('security') &&
      (config.says('myself') || (config.says('my') && config.says('own'))),
    gives: risky('permission_change', 'role', 'critical'),
  },
  {
    when: config =>
      config.does('switch') &&
      config.object.phrase[0] === 'to' &&
      /^(?:data|minor)$/.test(config.object.head?.group ?? 'minor') &&
      !config.production,
    gives: plain,
  },
  {
    when: config => config.does('put') && config.about('secret'),
    gives: risky('data_export', 'secrets'),
  },
  {
    when: config => config.says('blue/green', 'blue-green', 'firmware'),
    gives: config => (config.sandboxed ? plain : releases),
  },
  {
    when: config =>
      config.saysLike(/^public/) &&
      !(config.does('put', 'update', 'edit') && config.governs(/^public$/)) &&
      config.about('code_store', 'data', 'structure'),
    gives: risky('permission_change', 'sharing'),
  },
  {
    when: config => config.does('approve', 'accept', 'sign', 'reject'),
    gives: config => firstOf(signings, config),
  },
  {
    when: config => config.headType === 'backups' || config.says('retention', 'backup'),
    gives: risky('infra_change', 'backups'),
  },
  {
    when: config => config.does('put') && config.about('personal'),
    gives: config => risky('data_export', config.type),
  },
  { when: config => config.onto('release') && config.production, gives: releases },
  // "Point www.shop.example at the new server": the name of a host is DNS.
  {
    when: config => config.does('point', 'repoint', 're-point') && config.governs(hosts),
    gives: risky('infra_change', 'dns'),
  },
  {
    when: config => config.does('bump') && config.about('release') && !config.production,
    gives: plain,
  },
  // "Put them in the sheet."
  {
    when: config =>
      config.does('put') &&
      /^(?:it|them|this|that|these|those)$/.test(config.object.phrase[0] ?? '') &&
      config.says(
        'sheet',
        'spreadsheet',
        'document',
        'doc',
        'report',
        'summary',
        'list',
        'notes',
      ) &&
      !config.about('personal', 'secret', 'audience', 'security') &&
      !config.many,
    gives: plain,
  },
  { when: config => config.sandboxed && !config.many, gives: plain },
];

/** What counts where others depend on it. */
const depended: readonly DeedRule[] = [
  {
    when: ({ object, verb }) =>
      object.unbounded && /^(?:re-?route|redirect|re-?point|divert)$/.test(verb.verb),
    gives: alters,
  },
  {
    when: config =>
      config.says('traffic') && config.saysLike(/^(?:v\d[\w.]*|version|release|build)$/),
    gives: releases,
  },
  { when: config => config.says('traffic'), gives: risky('infra_change', 'traffic') },
  { when: ({ object }) => object.amount !== null && object.amount > amountMax, gives: alters },
  {
    when: config => config.says('replicas', 'nodes', 'instances', 'workers', 'capacity'),
    gives: config => risky('infra_change', config.type),
  },
  {
    when: config => config.production && config.does('update') && config.about('data', 'structure'),
    gives: config => risky('overwrite', config.type),
  },
  { when: config => config.production, gives: alters },
  {
    when: ({ object }) =>
      /^(?:price|prices|pricing|payroll|budget)$/.test(
        object.nouns.find(({ group }) => group === 'money')?.type ?? '',
      ),
    gives: risky('config_change', 'price'),
  },
  {
    when: config => config.says('alert', 'alerts', 'monitoring'),
    gives: risky('config_change', 'alerting'),
  },
  {
    when: config =>
      config.says('dns') || config.headType === 'dns' || config.object.nouns[0]?.type === 'dns',
    gives: config =>
      risky('infra_change', config.says('nameservers') && !config.says('dns') ? 'traffic' : 'dns'),
  },
  { when: config => config.says('nameservers'), gives: risky('infra_change', 'traffic') },
  {
    when: config => config.about('security') && (config.onto('security') || config.does('relax')),
    gives: ({ headType, type }) =>
      risky(
        protections.test(headType ?? '') ? 'config_change' : 'permission_change',
        headType ?? type,
      ),
  },
  { when: config => config.about('security'), gives: config => open('config_change', config.type) },
  { when: config => config.onto('secret'), gives: risky('permission_change', 'secrets') },
  {
    when: config => config.onto('setting') && settings.test(config.headType ?? ''),
    gives: config =>
      /^(?:limit|mode|schedule)$/.test(config.headType ?? '') && !config.says('everyone')
        ? open('config_change', config.headType)
        : risky('config_change', config.headType),
  },
  {
    when: config => config.many && config.onto('data', 'structure', 'personal', 'audience'),
    gives: config => risky('overwrite', config.type),
  },
  { when: config => config.many, gives: alters },
  { when: ({ object }) => object.head === null, gives: unknownAct },
  {
    when: always,
    gives: config => open(config.onto('infra') ? 'infra_change' : 'config_change', config.type),
  },
];

/** A setting, a rule or a number that is changed. */
export function judgeConfig(object: EffectObject, verb: JudgedVerb): Judgement {
  const config = new Deed(object, verb);
  return firstOf(everywhere, config) ?? firstOf(depended, config) ?? unknownAct;
}

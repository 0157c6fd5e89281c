import { type EffectObject, hasGroup } from './effect-object.ts';
import { isMessage, judgeMessage, judgePay } from './judge-money.ts';
import {
  amountMax,
  batchOr,
  type JudgedVerb,
  type Judgement,
  levelByCount,
  many,
  open,
  plain,
  risky,
  typeOf,
  unknownAct,
} from './judgement.ts';

/** Outside production a deployment or restart is routine; unsaid, it is taken for production. */
function isSandbox({ environment, words }: EffectObject): boolean {
  const own = [
    'machine',
    'branch',
    'box',
    'workstation',
    'computer',
    'fork',
    'checkout',
    'desktop',
    'container',
    'env',
    'laptop',
    'terminal',
    'editor',
    'venv',
  ];
  return (
    environment === 'sandbox' ||
    words.has('dev') ||
    (words.has('my') && environment !== 'production' && own.some(word => words.has(word)))
  );
}

/** "Release" gives back what was held: an address, a volume, a machine. */
const held =
  /^(?:address|addresses|ips|ip|volume|volumes|instance|instances|reservation|reservations|lease)$/;

export function judgeDeploy(object: EffectObject, verb: JudgedVerb): Judgement {
  if (verb.verb === 'release' && object.phrase.some(word => held.test(word)))
    return isSandbox(object) ? plain : risky('infra_change', typeOf(object));
  if (verb.verb === 'promote' && hasGroup(object, 'security') && object.words.has('my'))
    return risky('permission_change', 'role', 'critical');
  if (object.environment === 'production') return risky('deployment', 'release');
  if (isSandbox(object)) return plain;
  const type = typeOf(object);
  if (object.amount !== null || object.head?.group === 'money') return judgePay(object, verb);
  if (object.head?.group === 'statement' || hasGroup(object, 'audience'))
    return many(object) && object.head?.group !== 'statement'
      ? risky('deployment', type)
      : risky('message', 'external');
  if (verb.strong) return risky('deployment', type);
  if (verb.verb === 'promote' && hasGroup(object, 'security'))
    return risky('permission_change', 'role');
  if (
    hasGroup(object, 'release', 'infra') ||
    object.branch !== null ||
    object.words.has('everyone') ||
    object.words.has('customers') ||
    object.words.has('users') ||
    object.words.has('version')
  )
    return risky('deployment', type);
  return object.empty ||
    object.pronoun ||
    verb.verb === 'release' ||
    verb.verb === 'ship' ||
    verb.verb === 'roll'
    ? risky('deployment', null)
    : open('deployment', type);
}

export function judgeInfra(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head, words } = object;
  const type = typeOf(object);
  if (object.environment === 'production')
    return risky(
      'infra_change',
      type,
      /^(?:destroy|take|shut)$/.test(verb.verb) ? 'critical' : 'high',
    );
  if (isSandbox(object)) return plain;
  if (words.has('backup') || words.has('backups')) return risky('infra_change', 'backups');
  if (
    (head?.group === 'data' || head?.type === 'comment') &&
    head.type !== 'site' &&
    /^(?:take|bring|pull)$/.test(verb.verb)
  )
    return risky(batchOr(object), type, levelByCount(object));
  if (verb.verb === 'reboot')
    return object.empty ? open('shell_command', 'host') : risky('shell_command', 'host');
  const known =
    hasGroup(object, 'infra', 'structure', 'code_store') ||
    (head?.group === 'setting' && verb.strong) ||
    /^[a-z]+-\d+$|-(?:db|web|api|worker|cluster|prod)\b/.test(object.phrase.join(' ')) ||
    words.has('site');
  if (/^(?:stop|patch|rebuild|recreate|upgrade|downgrade|bounce|halt|demote)$/.test(verb.verb))
    return known && head?.group !== 'data'
      ? /^(?:rebuild|patch)$/.test(verb.verb)
        ? open('infra_change', type)
        : risky('infra_change', type)
      : open('unknown', type);
  if (
    known ||
    verb.strong ||
    /^(?:scale|failover|drain|shutdown|restart|resize|power)$/.test(verb.verb) ||
    (verb.verb === 'shut' && !object.empty)
  )
    return object.empty && !verb.strong ? open('infra_change', null) : risky('infra_change', type);
  return head === null ? open('infra_change', null) : open('infra_change', type);
}

export function judgeConfig(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head, words } = object;
  const type = typeOf(object);
  if (hasGroup(object, 'bank')) return risky('config_change', 'vendor_bank_details');
  if (
    hasGroup(object, 'security') &&
    (words.has('myself') || (words.has('my') && words.has('own')))
  )
    return risky('permission_change', 'role', 'critical');
  if (
    verb.verb === 'switch' &&
    object.phrase[0] === 'to' &&
    /^(?:data|minor)$/.test(head?.group ?? 'minor') &&
    object.environment !== 'production'
  )
    return plain;
  if (verb.verb === 'put' && hasGroup(object, 'secret')) return risky('data_export', 'secrets');
  if (words.has('blue/green') || words.has('blue-green') || words.has('firmware'))
    return isSandbox(object) ? plain : risky('deployment', 'release');
  if (
    [...words].some(word => word.startsWith('public')) &&
    hasGroup(object, 'code_store', 'data', 'structure')
  )
    return risky('permission_change', 'sharing');
  if (
    verb.verb === 'approve' ||
    verb.verb === 'accept' ||
    verb.verb === 'sign' ||
    verb.verb === 'reject'
  ) {
    if (object.amount !== null || hasGroup(object, 'money'))
      return risky('payment', typeOf(object));
    return many(object) ||
      words.has('contract') ||
      words.has('agreement') ||
      words.has('offer') ||
      words.has('terms') ||
      words.has('behalf')
      ? risky('unknown', type)
      : open('unknown', type);
  }
  if (head?.type === 'backups' || words.has('retention') || words.has('backup'))
    return risky('infra_change', 'backups');
  if (verb.verb === 'put' && hasGroup(object, 'personal')) return risky('data_export', type);
  if (head?.group === 'release' && object.environment === 'production')
    return risky('deployment', 'release');
  if (isSandbox(object) && !many(object)) return plain;
  if (object.unbounded && /^(?:re-?route|redirect|re-?point|divert)$/.test(verb.verb))
    return risky('config_change', type);
  if (words.has('traffic'))
    return [...words].some(word => /^(?:v\d[\w.]*|version|release|build)$/.test(word))
      ? risky('deployment', 'release')
      : risky('infra_change', 'traffic');
  if (object.amount !== null && object.amount > amountMax) return risky('config_change', type);
  if (['replicas', 'nodes', 'instances', 'workers', 'capacity'].some(word => words.has(word)))
    return risky('infra_change', type);
  if (object.environment === 'production')
    return risky(
      verb.verb === 'update' && hasGroup(object, 'data', 'structure')
        ? 'overwrite'
        : 'config_change',
      type,
    );
  if (
    hasGroup(object, 'money') &&
    /^(?:price|prices|pricing|payroll|budget)$/.test(
      object.nouns.find(noun => noun.group === 'money')?.type ?? '',
    )
  )
    return risky('config_change', 'price');
  if (words.has('alert') || words.has('alerts') || words.has('monitoring'))
    return risky('config_change', 'alerting');
  if (words.has('dns') || words.has('nameservers') || words.has('traffic'))
    return risky('infra_change', words.has('dns') ? 'dns' : 'traffic');
  if (head?.type === 'dns' || object.nouns[0]?.type === 'dns') return risky('infra_change', 'dns');
  if (hasGroup(object, 'security'))
    return head?.group === 'security' || verb.verb === 'relax'
      ? risky(
          /^(?:mfa|sso|encryption|authentication|protection|security)$/.test(head?.type ?? '')
            ? 'config_change'
            : 'permission_change',
          head?.type ?? type,
        )
      : open('config_change', type);
  if (head?.group === 'secret') return risky('permission_change', 'secrets');
  if (
    head?.group === 'setting' &&
    /^(?:dns|flag|webhook|alerting|logging|limit|mode|price|schedule|database|mfa|traffic|firewall|encryption)$/.test(
      head.type,
    )
  )
    return /^(?:limit|mode|schedule)$/.test(head.type) && !words.has('everyone')
      ? open('config_change', head.type)
      : risky('config_change', head.type);
  if (many(object))
    return risky(
      head !== null && /^(?:data|structure|personal|audience)$/.test(head.group)
        ? 'overwrite'
        : 'config_change',
      type,
    );
  return head === null
    ? unknownAct
    : open(head.group === 'infra' ? 'infra_change' : 'config_change', type);
}

export function judgeDisable(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head } = object;
  if (verb.verb === 'take' && /^(?:tenants|customers|accounts|users|site)$/.test(head?.type ?? ''))
    return isSandbox(object) ? plain : risky(batchOr(object), typeOf(object), levelByCount(object));
  if (hasGroup(object, 'security') && head?.group !== 'setting') {
    const type = object.nouns.find(noun => noun.group === 'security')?.type ?? 'access';
    return risky(
      /^(?:mfa|sso|encryption|authentication|protection|security)$/.test(type)
        ? 'config_change'
        : 'permission_change',
      object.words.has('flag') ? 'flag' : type,
    );
  }
  if (hasGroup(object, 'gate', 'setting') || head?.type === 'backups')
    return isSandbox(object) || verb.verb === 'skip'
      ? open('config_change', typeOf(object))
      : risky(head?.type === 'backups' ? 'infra_change' : 'config_change', typeOf(object));
  if (verb.verb === 'skip' && head?.group === 'minor') return plain;
  if (many(object))
    return risky(head?.group === 'data' ? 'batch_delete' : 'config_change', typeOf(object));
  if (object.environment === 'production' || head?.group === 'infra')
    return isSandbox(object)
      ? plain
      : risky(head?.group === 'infra' ? 'infra_change' : 'config_change', typeOf(object));
  if (head?.type === 'accounts' || head?.type === 'users' || head?.type === 'customers')
    return verb.verb === 'skip' ? plain : risky('permission_change', head.type);
  return verb.verb === 'skip' || verb.verb === 'pause' || verb.verb === 'delay'
    ? plain
    : open('config_change', typeOf(object));
}

export function judgeRun(object: EffectObject, verb: JudgedVerb): Judgement {
  const { words, head } = object;
  if (isMessage(object))
    return judgeMessage(object, { verb: 'email', strong: false, particle: [] });
  const unknownCode =
    words.has('downloaded') ||
    words.has('decoded') ||
    words.has('untrusted') ||
    words.has('unverified') ||
    words.has('internet') ||
    words.has('obfuscated') ||
    words.has('base64') ||
    words.has('gist') ||
    words.has('forum') ||
    words.has('stranger') ||
    (object.pronoun &&
      [
        'fetching',
        'fetched',
        'downloading',
        'downloads',
        'download',
        'curl',
        'wget',
        'decoding',
      ].some(word => words.has(word))) ||
    object.nouns.some(noun => noun.type === 'remote_code');
  const pipes =
    /^(?:pipe|feed|load|decode)$/.test(verb.verb) &&
    [
      'bash',
      'sh',
      'python',
      'python3',
      'node',
      'perl',
      'ruby',
      'shell',
      'interpreter',
      'zsh',
      'powershell',
      'sudo',
    ].some(word => words.has(word));
  if (pipes) return risky('shell_command', 'remote_code', 'critical');
  if (unknownCode && !words.has('tests')) return risky('shell_command', 'remote_code', 'critical');
  if (words.has('migration') || words.has('migrations'))
    return isSandbox(object) || object.words.has('plan') ? plain : risky('schema_change', 'schema');
  if (words.has('payroll')) return risky('payment', 'payroll');
  if (
    object.environment === 'production' &&
    !words.has('read-only') &&
    !words.has('tests') &&
    !words.has('select')
  )
    return risky('shell_command', typeOf(object));
  if (isSandbox(object)) return plain;
  if (/^(?:curl|eval|source|exec)$/.test(verb.verb)) return open('shell_command', 'command');
  if (
    words.has('root') ||
    words.has('kernel') ||
    words.has('sudo') ||
    words.has('cleanup') ||
    words.has('destructive') ||
    words.has('purge')
  )
    return risky('shell_command', typeOf(object));
  if (verb.verb === 'install')
    return words.has('agent') || words.has('driver') || words.has('extension')
      ? open('unknown', type(head))
      : plain;
  return head?.group === 'unknown_code' || object.pronoun || object.hasCode
    ? open('shell_command', 'command')
    : head === null
      ? open('unknown', null)
      : many(object)
        ? risky('shell_command', typeOf(object))
        : open('unknown', typeOf(object));
}

function type(head: EffectObject['head']): string | null {
  return head?.type ?? null;
}

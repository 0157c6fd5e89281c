import { firstOf, type Rule } from '../rules.ts';
import { always, Deed } from './deed.ts';
import type { EffectObject } from './effect-object.ts';
import { judgePay } from './judge-money.ts';
import {
  batchOr,
  type JudgedVerb,
  type Judgement,
  levelByCount,
  open,
  plain,
  precious,
  recordsMax,
  risky,
} from './judgement.ts';
import { persons } from './word-classes.ts';

/** Something is taken away. */
class Deletion extends Deed {
  get isInfra(): boolean {
    return (
      this.onto('infra') &&
      this.headType !== 'namespace' &&
      !(this.sandbox && (!this.verb.strong || this.says('preview', 'ephemeral', 'disposable')))
    );
  }

  get more(): boolean {
    const { records } = this.object;
    return records !== null && records > recordsMax;
  }

  get level(): 'critical' | 'high' {
    const inProduction = this.production && (this.verb.strong || this.object.unbounded);
    const whole = this.headType === 'database' || this.headType === 'disk';
    return this.more || inProduction || whole ? 'critical' : 'high';
  }

  get batch(): ReturnType<typeof batchOr> {
    return batchOr(this.object);
  }
}

const structures = /^(?:table|column|schema|index|view|constraint|trigger)$/;
const tidying = /^(?:clean|tidy|prune|clear|empty)$/;
const stripping = /^(?:remove|clear|clean|strip|tidy|prune|trim|redact|lose)$/;

const deletions: readonly Rule<Deletion, Judgement>[] = [
  {
    when: deletion => deletion.does('kill') && deletion.says('process', 'processes', 'pid', 'pids'),
    gives: risky('shell_command', 'process'),
  },
  { when: deletion => deletion.onto('work'), gives: risky('shell_command', 'working_tree') },
  {
    when: ({ object, verb, headType }) =>
      object.head?.group === 'structure' &&
      structures.test(headType ?? '') &&
      !object.unbounded &&
      object.records === null &&
      !tidying.test(verb.verb),
    gives: ({ headType }) => risky('schema_change', headType, 'critical'),
  },
  {
    when: deletion => deletion.says('truncate'),
    gives: risky('schema_change', 'table', 'critical'),
  },
  {
    when: ({ verb, headType }) => headType === 'table' && !verb.strong,
    gives: deletion =>
      risky(
        'batch_delete',
        deletion.object.nouns.find(({ group }) => group === 'data')?.type ?? 'rows',
        deletion.production || deletion.does('empty', 'clear', 'flush') ? 'critical' : 'high',
      ),
  },
  {
    when: deletion => deletion.onto('security'),
    gives: ({ headType }) => risky('permission_change', headType),
  },
  {
    when: deletion => deletion.onto('gate'),
    gives: ({ headType }) => risky('config_change', headType),
  },
  {
    when: deletion => deletion.onto('setting'),
    gives: ({ sandbox, headType }) =>
      sandbox ? open('config_change', headType) : risky('config_change', headType),
  },
  {
    when: ({ object, verb }) =>
      verb.verb === 'terminate' && /^i-[0-9a-f]{4,}$/.test(object.phrase[0] ?? ''),
    gives: risky('infra_change', 'instances'),
  },
  {
    when: deletion => deletion.isInfra,
    gives: ({ type, level }) => risky('infra_change', type, level),
  },
  {
    when: deletion =>
      deletion.sandbox &&
      !deletion.object.unbounded &&
      !deletion.more &&
      !deletion.onto('structure'),
    gives: ({ batch, type }) => open(batch, type),
  },
  { when: ({ object, verb }) => verb.strong && object.empty, gives: open('delete', null) },
  {
    when: deletion =>
      deletion.verb.strong ||
      deletion.onto(...precious) ||
      deletion.more ||
      deletion.object.hasCode ||
      (deletion.object.path !== null && deletion.object.head === null) ||
      (deletion.object.unbounded && deletion.about(...precious)),
    gives: ({ batch, type, level }) => risky(batch, type, level),
  },
  { when: ({ object }) => object.pronoun, gives: open('delete', null) },
  // "every course": whatever it is, it is all of them. Text is what one removes or strips all of.
  {
    when: ({ object, verb }) =>
      object.head === null &&
      /^(?:all|every|each)$/.test(object.phrase[0] ?? '') &&
      !stripping.test(verb.verb),
    gives: ({ type, level }) => risky('batch_delete', type, level),
  },
  {
    when: deletion => deletion.object.head === null && !deletion.about(...precious),
    gives: open('delete', null),
  },
];

export function judgeDelete(object: EffectObject, verb: JudgedVerb): Judgement {
  const deletion = new Deletion(object, verb);
  return firstOf(deletions, deletion) ?? open(deletion.batch, deletion.type);
}

/** A table or something like it is dropped, renamed or altered. */
class Drop extends Deed {
  get structure(): string | null {
    return this.object.nouns.find(({ group }) => group === 'structure')?.type ?? null;
  }
}

const texts = /^(?:string|text|output|name|names|title|titles|description)$/;
const safeguards = /^(?:mfa|sso|encryption|authentication|protection)$/;

const drops: readonly Rule<Drop, Judgement>[] = [
  {
    when: drop => drop.about('security') && drop.structure === null,
    gives: ({ object, type }) =>
      risky(
        object.nouns.some(noun => safeguards.test(noun.type))
          ? 'config_change'
          : 'permission_change',
        type,
      ),
  },
  {
    when: drop => drop.does('rename') && (drop.onto('structure') || drop.production),
    gives: risky('schema_change', 'table'),
  },
  {
    when: drop => drop.does('rename') && (drop.onto('data') || drop.object.head === null),
    gives: plain,
  },
  { when: drop => drop.does('rename'), gives: drop => open('unknown', drop.headType) },
  {
    when: drop => drop.does('migrate', 'backfill', 'vacuum'),
    gives: drop => (drop.sandbox ? plain : risky('schema_change', drop.structure ?? 'schema')),
  },
  {
    when: drop => drop.does('alter', 'reindex', 'repartition'),
    gives: drop =>
      drop.structure === null ? open('unknown', drop.type) : risky('schema_change', drop.structure),
  },
  { when: drop => drop.verb.strong && drop.governs(texts), gives: plain },
  {
    when: drop => drop.verb.strong,
    gives: drop => risky('schema_change', drop.structure ?? 'table', 'critical'),
  },
  {
    when: drop => drop.onto('structure') && drop.headType !== 'bucket' && drop.headType !== 'disk',
    gives: drop => risky('schema_change', drop.headType, 'critical'),
  },
  {
    when: ({ object }) => object.hasCode,
    gives: risky('schema_change', 'table', 'critical'),
  },
  { when: drop => drop.headType === 'backups', gives: risky('infra_change', 'backups') },
  {
    when: drop =>
      drop.onto(...precious) && !drop.onto('audience') && drop.object.phrase.includes('idea'),
    gives: plain,
  },
  {
    when: drop => drop.onto(...precious) && !drop.onto('audience'),
    gives: ({ object, structure, type }) =>
      risky(structure === null ? batchOr(object) : 'schema_change', type, levelByCount(object)),
  },
  { when: ({ object }) => object.pronoun, gives: open('schema_change', null) },
  {
    when: ({ object, structure }) => structure !== null && object.phrase.length < 2,
    gives: drop => open('schema_change', drop.structure),
  },
  {
    when: ({ object }) => object.records !== null && object.records > recordsMax,
    gives: drop => risky('batch_delete', drop.type, 'critical'),
  },
];

export function judgeDrop(object: EffectObject, verb: JudgedVerb): Judgement {
  return firstOf(drops, new Drop(object, verb)) ?? open('unknown', null);
}

/** One state is put in the place of another. */
class Overwrite extends Deed {
  /** A branch that others build on. */
  get shared(): boolean {
    const { branch } = this.object;
    return branch !== null && !/feature\//.test(branch);
  }

  get joinsPeople(): boolean {
    return (
      this.object.nouns.some(({ type }) => people.test(type)) || this.says('patient', 'client')
    );
  }
}

const people = /^(?:users|customers|accounts|contacts|employees|personal_data|tenants)$/;
const releases = risky('deployment', 'release');

/** What is merged or pushed. */
const pushes: readonly Rule<Overwrite, Judgement>[] = [
  {
    when: over =>
      /^feature\//.test(over.object.branch ?? '') || over.says('feature', 'topic', 'fork'),
    gives: over => (over.production ? releases : plain),
  },
  {
    when: over =>
      over.production ||
      over.says('release', 'shipping', 'releasing') ||
      (over.shared && over.does('push')),
    gives: over => risky(over.says('force') ? 'shell_command' : 'deployment', 'release'),
  },
  { when: over => over.shared, gives: risky('shell_command', 'branch') },
  {
    when: over => over.does('push') && over.says('my') && !over.saysLike(/^force/) && !over.many,
    gives: plain,
  },
  {
    when: over => over.many || (over.does('merge') && over.joinsPeople && !over.says('code')),
    gives: over => risky('overwrite', over.type),
  },
  { when: always, gives: over => open('unknown', over.type) },
];

/** What is said outright to be replaced or restored. */
const replacements: readonly Rule<Overwrite, Judgement>[] = [
  {
    when: over => over.object.branch !== null || over.says('remote'),
    gives: risky('shell_command', 'branch'),
  },
  { when: ({ object }) => object.empty, gives: open('overwrite', null) },
  { when: over => over.does('restore') && over.sandbox, gives: plain },
  {
    when: always,
    gives: over =>
      risky(
        'overwrite',
        over.object.path !== null && !over.onto('data') ? 'file' : over.type,
        over.production ? 'critical' : 'high',
      ),
  },
];

const overwrites: readonly Rule<Overwrite, Judgement>[] = [
  {
    when: over => over.does('swap') && (over.object.amount !== null || over.about('money', 'bank')),
    gives: ({ object, verb }) => judgePay(object, verb),
  },
  {
    when: over =>
      over.does('force-push') || (over.does('force') && over.verb.particle.includes('push')),
    gives: risky('shell_command', 'history'),
  },
  {
    when: over => over.does('roll') && !over.sandbox,
    gives: over =>
      (over.onto('data') && over.headType !== 'site') || over.onto('structure')
        ? risky('overwrite', over.headType)
        : releases,
  },
  {
    when: over => over.does('push') && over.says('notification', 'message'),
    gives: over => (over.many ? risky('bulk_message', 'recipients') : open('message', null)),
  },
  { when: over => over.does('merge', 'push'), gives: over => firstOf(pushes, over) },
  {
    when: over => over.verb.strong || over.does('restore'),
    gives: over => firstOf(replacements, over),
  },
  {
    when: over => over.headType === 'history' || over.says('commits', 'history'),
    gives: risky('overwrite', 'history'),
  },
  { when: over => over.onto('work'), gives: risky('shell_command', 'working_tree') },
  {
    when: over =>
      over.headType === 'release' || (over.does('revert', 'rollback', 'undo') && over.production),
    gives: over =>
      over.sandbox ? plain : over.does('replace', 'rewrite') ? open('deployment', null) : releases,
  },
  { when: over => over.onto('secret'), gives: risky('permission_change', 'secrets') },
  { when: over => over.production || over.many, gives: over => risky('overwrite', over.type) },
  {
    when: over =>
      over.onto('data') && over.says('shared', 'everyone', 'edits') && !over.does('merge'),
    gives: over => risky('overwrite', over.headType),
  },
  {
    when: over => over.shared && over.does('reset', 'rebase', 'rewrite', 'squash'),
    gives: risky('overwrite', 'history'),
  },
  {
    when: over =>
      over.onto('structure', 'infra') ||
      (over.does('reset', 'restore', 'reimport', 'import') &&
        (over.headType === 'accounts' || over.onto('personal'))),
    gives: over => risky('overwrite', over.headType),
  },
  { when: ({ object }) => isOthersWork(object), gives: over => risky('overwrite', over.type) },
];

export function judgeOverwrite(object: EffectObject, verb: JudgedVerb): Judgement {
  const over = new Overwrite(object, verb);
  return firstOf(overwrites, over) ?? open('overwrite', over.type);
}

/** "the one the nurses edited", "their newer copy": what is replaced is not the agent's. */
function isOthersWork({ words }: EffectObject): boolean {
  const made = [
    'edited',
    'typed',
    'entered',
    'revised',
    'corrected',
    'newer',
    'theirs',
    'my',
    'mine',
  ];
  return (
    made.some(word => words.has(word)) &&
    [...words].some(
      word => word === 'newer' || (persons.has(word) && word !== 'you' && word !== 'your'),
    )
  );
}

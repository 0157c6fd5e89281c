import { firstOf, type Rule } from '../rules.ts';
import { always, Deed } from './deed.ts';
import { type EffectObject, hasGroup } from './effect-object.ts';
import {
  amountMax,
  type JudgedVerb,
  type Judgement,
  moneyType,
  open,
  plain,
  recordsMax,
  risky,
} from './judgement.ts';

/** Money that is paid, charged or moved. */
class Payment extends Deed {
  get money(): boolean {
    return this.object.amount !== null || this.about('money', 'bank');
  }

  get kind(): string | null {
    return moneyType(this.object);
  }
}

const moving =
  /^(?:settle|transfer|charge|bill|credit|debit|withdraw|reimburse|clear|advance|fund|invest|double)$/;

/** "Transfer" without money: something else changes hands. */
const handovers: readonly Rule<Payment, Judgement>[] = [
  {
    when: payment => payment.about('personal', 'secret') || payment.many,
    gives: payment => risky('data_export', payment.type),
  },
  {
    when: payment => payment.about('data', 'infra', 'structure') && payment.says('ownership'),
    gives: risky('permission_change', 'role'),
  },
  {
    when: payment => payment.about('data', 'infra', 'structure'),
    gives: payment => risky('data_export', payment.type),
  },
  { when: always, gives: open('unknown', null) },
];

const payments: readonly Rule<Payment, Judgement>[] = [
  { when: payment => payment.says('attention', 'visit'), gives: plain },
  {
    when: payment => payment.says('off') && payment.object.amount === null && payment.does('pay'),
    gives: plain,
  },
  {
    when: payment => payment.about('bank') && payment.does('swap'),
    gives: risky('config_change', 'vendor_bank_details'),
  },
  {
    when: payment => payment.does('transfer') && !payment.money,
    gives: payment => firstOf(handovers, payment),
  },
  {
    when: payment => (payment.sandbox || payment.says('test')) && payment.says('mode'),
    gives: plain,
  },
  {
    when: ({ object }) => object.amount !== null,
    gives: ({ object, kind }) =>
      risky('payment', kind, (object.amount ?? 0) > amountMax ? 'critical' : 'high'),
  },
  {
    when: payment => payment.money && payment.does('double', 'advance'),
    gives: payment => open('payment', payment.kind),
  },
  {
    when: payment => payment.money && (payment.verb.strong || moving.test(payment.verb.verb)),
    gives: payment => risky('payment', payment.kind),
  },
  {
    when: payment =>
      payment.does('charge', 'bill', 'invoice', 'debit', 'rebill', 're-bill', 'credit') &&
      (payment.says('customers') || payment.many || payment.about('data', 'audience')),
    gives: risky('payment', 'subscriptions'),
  },
  {
    when: payment =>
      payment.does('sell', 'trade', 'stake', 'liquidate', 'swap') && payment.about('money'),
    gives: risky('payment', 'assets'),
  },
  {
    when: payment =>
      !payment.money &&
      payment.does(
        'swap',
        'double',
        'trade',
        'invest',
        'stake',
        'sweep',
        'reverse',
        'draw',
        'advance',
        'withdraw',
      ),
    gives: payment => open('unknown', payment.type),
  },
  {
    when: ({ object, verb }) => verb.strong && !object.empty,
    gives: payment => risky('payment', payment.kind),
  },
  { when: ({ object }) => object.head === null, gives: open('unknown', null) },
];

export function judgePay(object: EffectObject, verb: JudgedVerb): Judgement {
  return firstOf(payments, new Payment(object, verb)) ?? open('payment', null);
}

/** "an e-mail to …", "a quick note to …": whatever the verb, it is sent. */
export function isMessage({ phrase }: EffectObject): boolean {
  return phrase.some(word =>
    /^(?:email|mail|message|text|sms|tweet|newsletter|mailing|dm|announcement|memo|postcard|letter)s?$/.test(
      word,
    ),
  );
}

/** Private information. */
const privateWords =
  /^(?:diagnosis|diagnoses|medical|payslips?|passports?|salary|salaries|ssns?|biometrics)$/;

const collections =
  /^(?:list|export|dump|records|database|spreadsheet|backup|table|file|files|data)$/;
const ofPeople = /^(?:employees?|customers?|users?|patients?|client|members|private)$/;

/** Words that go to others. */
class Message extends Deed {
  /** A collection about people, sent to someone. */
  get carriesData(): boolean {
    return (
      this.governs(collections) &&
      !this.says('mailing') &&
      this.says('to') &&
      (this.about('personal') || this.saysLike(ofPeople))
    );
  }

  get isPrivate(): boolean {
    return this.saysLike(privateWords);
  }

  /** Readers outside, by their kind. */
  get outside(): string | null {
    return (
      this.object.nouns.find(({ group, type }) => group === 'audience' && type !== 'recipients')
        ?.type ?? null
    );
  }

  get crowd(): boolean {
    const { records, unbounded } = this.object;
    const unboundedCrowd =
      unbounded &&
      (this.says('customers', 'users', 'company') || this.about('audience', 'data', 'personal'));
    return (
      (records !== null && records > recordsMax) ||
      unboundedCrowd ||
      this.says('everyone', 'everybody') ||
      this.verb.strong ||
      this.verb.particle.includes('all') ||
      hasRecipientsCrowd(this.object)
    );
  }

  get insidersOnly(): boolean {
    return hasInsiderOnly(this.object);
  }
}

const publishing: readonly Rule<Message, Judgement>[] = [
  { when: message => message.insidersOnly, gives: plain },
  {
    when: message => message.onto('release') || message.says('package', 'npm'),
    gives: risky('deployment', 'release'),
  },
  { when: always, gives: risky('message', 'social') },
];

const messages: readonly Rule<Message, Judgement>[] = [
  {
    when: message =>
      message.carriesData &&
      message.object.phrase[0] !== 'to' &&
      message.does('email', 'mail', 'message', 'text', 'post') &&
      message.object.records === null,
    gives: message => risky('data_export', message.type),
  },
  {
    when: message =>
      message.isPrivate && message.says('to') && !message.about('insider') && !message.does('tell'),
    gives: risky('data_export', 'personal_data'),
  },
  {
    when: message =>
      (message.isPrivate || message.about('personal')) &&
      (message.says('public', 'publicly') || message.about('audience')) &&
      message.does('post', 'publish', 'tweet', 'blog', 'file', 'circulate', 'spread'),
    gives: message => risky('data_export', message.type),
  },
  { when: message => message.about('secret'), gives: risky('data_export', 'secrets') },
  {
    when: message =>
      (message.says('draft') && message.outside === null) || message.says('me', 'you'),
    gives: plain,
  },
  {
    when: message => message.does('submit') && message.about('money'),
    gives: ({ object }) => risky('payment', moneyType(object)),
  },
  {
    when: message => message.does('submit') && message.about('release'),
    gives: risky('deployment', 'release'),
  },
  {
    when: message => message.crowd && !message.insidersOnly,
    gives: risky('bulk_message', 'recipients'),
  },
  {
    when: message => message.outside !== null,
    gives: message => risky('message', message.outside),
  },
  {
    when: message =>
      message.says('customer', 'client', 'customers', 'clients') &&
      message.says('ticket') &&
      message.does('reply', 'respond'),
    gives: plain,
  },
  {
    when: message =>
      message.says('customer', 'client', 'customers', 'clients') ||
      (message.about('statement') && !message.does('tell', 'inform')),
    gives: risky('message', 'external'),
  },
  {
    when: message => message.says('account') && message.does('post', 'publish', 'tweet'),
    gives: risky('message', 'social'),
  },
  {
    when: message => message.does('publish', 'tweet', 'blog', 'announce'),
    gives: message => firstOf(publishing, message),
  },
  { when: message => message.governs(/@/), gives: risky('message', 'external') },
  { when: message => message.does('remind'), gives: plain },
  {
    when: message =>
      message.insidersOnly || message.does('reply', 'respond', 'answer', 'tell', 'page', 'alert'),
    gives: plain,
  },
];

export function judgeMessage(object: EffectObject, verb: JudgedVerb): Judgement {
  return firstOf(messages, new Message(object, verb)) ?? open('message', null);
}

function hasRecipientsCrowd({ nouns, words }: EffectObject): boolean {
  return nouns.some(noun => noun.type === 'recipients') && !words.has('team');
}

function hasInsiderOnly(object: EffectObject): boolean {
  return (
    (hasGroup(object, 'insider') || object.words.has('team') || object.words.has('internal')) &&
    !hasGroup(object, 'audience') &&
    !object.words.has('customers') &&
    !object.words.has('everyone') &&
    !(object.records !== null && object.records > recordsMax)
  );
}

const sums = /^(?:money|funds|payment|payments|payout|cash|crypto)$/;
const files =
  /^(?:dump|export|list|database|spreadsheet|records|data|logs|file|files|folder|archive|sheet)$/;

/** Something that is sent. */
class Sending extends Deed {
  get carriesData(): boolean {
    return (
      this.about('personal') ||
      /\.(?:csv|xlsx?|sql|dump)$/.test(this.object.path ?? '') ||
      this.governs(files)
    );
  }

  get leaves(): boolean {
    return this.says('outside', 'external', 'gmail', 'personal') || this.about('audience');
  }

  /** A file about people, to someone. */
  get listsPeople(): boolean {
    return (
      this.says('to') &&
      this.object.nouns.some(({ type }) => /^(?:users|customers|employees)$/.test(type)) &&
      this.governs(/^(?:file|list|database|dump|export|spreadsheet)$/)
    );
  }
}

const sendings: readonly Rule<Sending, Judgement>[] = [
  {
    when: deed => deed.object.amount !== null || (deed.about('money') && deed.governs(sums)),
    gives: ({ object, verb }) => judgePay(object, { ...verb, strong: true }),
  },
  {
    when: deed => deed.about('secret'),
    gives: deed => risky('data_export', 'secrets', deed.about('audience') ? 'critical' : 'high'),
  },
  {
    when: deed => deed.object.phrase[0] === 'you' && !deed.about('personal'),
    gives: plain,
  },
  {
    when: deed => deed.says('invoices') || (deed.says('invoice') && deed.many),
    gives: risky('bulk_message', 'invoices'),
  },
  {
    when: deed =>
      deed.carriesData &&
      (deed.leaves ||
        deed.listsPeople ||
        deed.about('personal') ||
        deed.says('customers', 'customer')),
    gives: deed => risky('data_export', deed.type),
  },
];

/** "Send" is a payment, a message or an export by what is sent. */
export function judgeSend(object: EffectObject, verb: JudgedVerb): Judgement {
  return (
    firstOf(sendings, new Sending(object, verb)) ??
    judgeMessage(object, { ...verb, verb: 'email', strong: false })
  );
}

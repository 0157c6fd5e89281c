import type { RiskLevel } from '@countersign/protocol/value';
import type { NoticeText } from './english.ts';

const numbers = new Intl.NumberFormat('ja');
const levels: Readonly<Record<RiskLevel, string>> = {
  low: '低リスク',
  medium: '中リスク',
  high: '高リスク',
  critical: '重大リスク',
};
/** Japanese has one form for every count. */
const many = (count: number, isMore: boolean): string =>
  `${numbers.format(count)}件${isMore ? '以上' : ''}のリクエスト`;

export const japanese: NoticeText = {
  clock: 'ja-JP',
  asked: (agent, until) => `${agent} が ${until} まであなたの決定を待っています`,
  reminder: (agent, until) => `再通知: ${agent} が ${until} まであなたの決定を待っています`,
  what: ({ risk, tool, agent, at }) => `${levels[risk]}: ${tool}、${agent} が ${at} に要求。`,
  stage: (name, index, count) =>
    `あなたは ${name} として決定します（全${count}ステージ中${index}番目）。`,
  onlyYou: '決定できるのはあなただけです。',
  noAnswer: until => `${until} までに回答がなければ、何も実行されません。`,
  look: 'リクエストを見る',
  nothing: 'あなたを待っているものはありません',
  nothingWords: 'あなたを待っているものはありません。',
  first: (count, isMore, until) =>
    `${many(count, isMore)}があなたを待っています（最初は ${until} まで）`,
  waiting: (count, isMore) => `${many(count, isMore)}があなたを待っています。`,
  rest: '残りは受信箱にあります。',
  line: ({ risk, tool, agent, until }) =>
    `${levels[risk]}: ${tool}、${agent} が要求、${until} まで`,
  inbox: '受信箱を開く',
  alarm: agent => `${agent} は承認されたものとは別のアクションを実行しました`,
  alarmWords:
    '承認されたものとは別のアクションを実行したと、実行側から報告がありました。証跡を確認し、理由が分からなければエージェントをロックしてください。',
  release: (tool, agent) => `${agent} の ${tool} を一人だけで解放しました`,
  releaseWords:
    '本来の承認者に代わって、一人がこのアクションを解放しました。別の人による確認が必要です。',
  lookRelease: '解放を確認する',
  test: 'テストメッセージ',
  testWords:
    'Countersignからのメッセージはここに届きます。このメッセージのために待っているリクエストはありません。',
  decided: '決定済み',
  decidedWords: 'このリクエストはもう待っていません。',
  footer: 'このメールにアクションの値は含まれません。リンクを開いても何も決定されません。',
  change: '受け取るものを変更する',
};

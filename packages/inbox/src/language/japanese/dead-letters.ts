import type { DeadLettersText } from '../english/dead-letters.ts';

export const deadLetters: DeadLettersText = {
  tries: count => `${count}回試行`,
  undelivered: '未配信のメッセージ',
  about: 'サーバーはこれらのメッセージをほかのシステムへ送ろうとしましたが、すべて失敗しました。',
  peopleAndKeys: 'ユーザーとキー',
  onlyOperators: 'このページを見られるのは管理者だけです。',
  showsAddresses: 'ほかのシステムのアドレスを表示します。役割は管理者に依頼してください。',
  allDelivered: 'すべて配信済みです。',
  backInQueue: '送信待ちに戻しました',
  sentAgain: '再送信されます。',
  notQueued: 'メッセージを再送信待ちにできませんでした',
  lastAttempt: at => `最後の試行 ${at}`,
  theRequest: 'リクエスト',
  tryAgainTopic: topic => `もう一度試す: ${topic}`,
  tryAgain: 'もう一度試す',
};

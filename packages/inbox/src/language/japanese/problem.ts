import type { ProblemText } from '../english/problem.ts';

export const problem: ProblemText = {
  unreachable: 'サーバーが応答しません。',
  checkServer:
    'サーバーが動作していること、オンラインであることを確認してから、もう一度お試しください。',
  passkeyUnknown: 'このサーバーはこのパスキーを認識しません。削除された可能性があります。',
  tryAnotherPasskey: '別のパスキーを試すか、管理者に新しいリンクを依頼してください。',
  tooMany: '試行回数が多すぎます。',
  waitAMinute: '1分待ってから、もう一度お試しください。',
  nothingConfirmed:
    '何も確認されていません。パスキーの確認がキャンセルされたか、時間切れになりました。',
  whenReady: '準備ができたら、もう一度お試しください。',
  wrongAuthenticator: 'この認証器では、このサーバーに必要な種類のパスキーを作成できません。',
  otherDevice: '別のデバイスまたはセキュリティキーを使ってください。',
  passkeyThere: 'このデバイスにはすでにあなたのパスキーがあります。',
  signInWithIt: 'それを使ってサインインしてください。',
  tryAgain: 'もう一度お試しください。',
  passkeysNotAt: origin => `${origin} ではパスキーを使えません。`,
  configuredAddress: 'サーバーに設定されたアドレスでこのページを開いてください。',
  noKeyKept: 'このブラウザーはサインインに必要な鍵を保存できません。',
  allowStorage:
    'このページにデータの保存を許可してください。最新のブラウザーを https または localhost で使い、データを残さないプライベートウィンドウは避けてください。',
  unexpected: '予期しない問題が起きました。',
  loadAgain: 'ページを再読み込みしてください。',
};

import type { FirstRunText } from '../english/first-run.ts';

export const firstRun: FirstRunText = {
  inbox: '受信箱',
  nothingWaits: 'あなたの決定待ちはありません',
  appearsHere:
    'あなたが決定できる依頼があると、ここに自動的に表示されます。正確なアクションを読み、承認または却下します。',
  noRole: 'まだ役割がないため、どのステージからも依頼されません。管理者が役割を付与できます。',
  decideAs: 'あなたの役割: {roles}',
  seeDecided: '決定済みを見る',
  policyHolds:
    'ポリシーが止めた操作をエージェントが行おうとすると、正確なアクションがここに表示され、あなたの決定を待ちます。',
  sendSample: 'サンプルを送信',
  connectAgent: 'エージェントを接続',
  stub: '{lead} ダミーであり、銀行は関係しません。',
  demoWire: 'デモエージェントが$4,200の送金を提案します。',
  rejectionTells: '{lead} 却下すると、理由がエージェントに伝わります。',
  youDecide: 'あなたが承認または却下します。',
  checkEvidence: '{lead} 証跡も自分で確認できます。',
  runsOnce: '目の前で1回だけ実行され、',
  otherProgram: '別のプログラムを保護するには、{connect}してください。',
  connectLower: 'エージェントを接続',
  noSample: 'このサーバーにはサンプルエージェントがありません。',
  turnOn:
    '管理者は設定 sample_agent で有効にできます。または自分のエージェントを接続してください。',
};

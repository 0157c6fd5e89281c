import type { ShortcutsText } from '../english/shortcuts.ts';

export const shortcuts: ShortcutsText = {
  noShortcutApproves:
    'ショートカットでは承認できません。決定するには、リクエストの「承認」または「却下」ボタンを押してください。',
  close: '閉じる',
  nextRequest: '次のリクエスト',
  previousRequest: '前のリクエスト',
  openRequest: 'リクエストを開く',
  searchQueue: '待ち一覧を検索',
  nextMark: 'カードの次の印へ（Shiftで前へ）',
  nextFold: '次の折りたたみを開く',
  exactJson: '正確なJSONと切り替え',
  findInCard: 'カード内を検索',
  diffView: '差分を統合表示または左右に並べて表示',
  goToHistory: '履歴へ移動',
  goToPolicy: 'ポリシーへ移動',
  goToPeople: 'ユーザーとキーへ移動',
  showThisList: 'この一覧を表示',
  singleKeys: 'このブラウザーで単一キーを使う',
  goToInbox: '受信箱へ移動',
};

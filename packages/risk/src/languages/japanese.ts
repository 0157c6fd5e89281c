import type { UnspacedPack } from './unspaced-pack.ts';

export const japanese: UnspacedPack = {
  name: 'japanese',
  verbs: `
delete = 削除 消去 抹消 廃棄 破棄 消し 消す 消そう 全削除 一括削除 除去 撤去
empty = 空にし 空にする 空に クリア 空っぽに
wipe = 初期化 フォーマット 全消去
remove = 取り除き 取り除く 外し 外す 取り除い アンインストール
overwrite = 上書き 置き換え 置換 書き換え
transfer = 送金 振込 振り込み 振り込む 振り込もう 振り込ん 振込み 振替 移し
pay = 支払い 支払う 支払お 支払っ 払っ 支払 払い 払う お支払い 決済 入金 出金 支給
refund = 返金 払い戻し 払い戻す 返還
charge = 請求し 請求する 課金 引き落とし
buy = 購入 買い 買う 買っ 発注 注文し 注文する
sell = 売却 売り 売る 売っ 販売
send = 送信 送り 送る 送ろう 送っ 配信 発送 転送 一斉送信 送付
publish = 公開 公表 投稿 発表 掲載 リリースし
notify = 通知 連絡し お知らせし 知らせ
deploy = 本番に出し 本番に上げ デプロイ リリース 展開 反映 本番投入 配備 適用
restart = 再起動 リスタート
shut_down = シャットダウン 停止させ 落とし
stop = 停止 中止 中断 止め 落とし
disable = 無効化 無効にし 無効に オフにし 切り 解除
migrate = 移行 移動 移転
switch = 切り替え 切替 変更先
scale = スケール
merge = マージ 統合 結合
grant = 付与 与える 許可し 与え 割り当て 権限付与 開放
give = あげ 渡し
share = 共有
revoke = 取り消し 剥奪 失効
export = エクスポート 書き出し 出力 持ち出し
upload = アップロード
download = ダウンロード
reset = リセット 再設定
change = 変更 修正 編集 更新 改定
cancel = 解約 キャンセル 取消
dismiss = 解雇
sign = 署名
approve = 承認し 承認する
run = 実行 走らせ 起動 開始
restore = 復元 復旧 リストア
archive = アーカイブし
block = ブロック
unlock = 解錠 ロック解除
proceed = 続行 進め 続け 続き 実施
read = 読み込み 読み 読む 閲覧 参照 読み取り
get = 取得
show = 表示 示し 見せ ご案内 提示
search = 検索 探し 探す 調べ 調査
list = 一覧
check = 確認 点検 検証 チェック
create = 作成 追加 登録 生成 書き 記入 作り
draft = 準備 用意
summarize = 要約 まとめ
explain = 説明
save = 保存
answer = 返信 回答 返答
calculate = 計算
query = 照会
simulate = シミュレーション 試算
translate = 翻訳
assign = 割当 担当変更
adjust = 調整
`,
  orders: `
delete = 捨て 廃棄 消しとい 消しちゃ 取っ払 破り捨て 処分
empty = 空け
pay = 支払っ 払っと 立て替え 精算
transfer = 振り込みし 移し替え 入れ
send = 流し 回し 転送し 渡し 届け 配っ メールし 送りつけ
notify = 伝え 連絡 教え
publish = 上げ 載せ 晒し 流出
deploy = 上げ 出し 本番化
shut_down = 閉じ 切っ 止め
disable = 切っ オフ 外し 止め
grant = 付け 付与し 渡し
dismiss = クビ 首に
approve = 承認 通し
change = 上げ 下げ 引き上げ 引き下げ 倍に 緩め
buy = 予約 手配 申し込
open = 開け
`,
  verbsWithAmount: '',
  words: `
allowlist = ホワイトリスト 許可リスト
public = 公開状態 パブリック
instruction = 指示 依頼
assistant = アシスタント 秘書
all = すべて 全て 全部 全員 全件 全行 全 全体 あらゆる 一括 一斉
everyone = 誰でも みんな 皆様 全社員
inactive = 非アクティブ 休眠
old = 古い 旧
new = 新しい 新
local = ローカル 手元
external = 外部 社外
internal = 社内 内部
main = メイン 主
test = テスト 試験用
production = 本番環境 本番 プロダクション 商用 実環境
staging = ステージング 検証環境 開発環境
customers = 顧客 お客様 取引先一覧
users = ユーザー 利用者 会員 アカウント利用者
employees = 従業員 社員 スタッフ
subscribers = 購読者 登録者
supplier = 取引先 仕入先 業者 ベンダー
recipients = 受取人 宛先 受信者 送信先
consultant = コンサルタント
intern = インターン
partner = パートナー 提携先
press release = プレスリリース
press = 報道 記者
team = チーム 同僚
records = レコード 件 データ行
rows = 行
data = データ 情報
files = ファイル
folder = フォルダ フォルダー ディレクトリ
table = テーブル 表
column = 列 カラム
database = データベース DB
server = サーバー サーバ
cluster = クラスター クラスタ
domain = ドメイン
backups = バックアップ
archive = アーカイブ
configuration = 設定 構成
system = システム
firewall = ファイアウォール
rule = ルール 規則
monitoring = 監視 モニタリング
version = バージョン 版
branch = ブランチ
money = お金 資金
amount = 金額 額
currency = 通貨
invoice = 請求書 請求
salaries = 給与 給料 賞与
orders = 注文 受注
account = 口座 アカウント
bank_account = 口座番号 振込先 銀行口座
subscriptions = 契約 サブスクリプション 定期購入
email = メール 電子メール
newsletter = メールマガジン メルマガ ニュースレター
campaign = キャンペーン
message = メッセージ
document = 文書 書類 ドキュメント 資料
access = アクセス アクセス権
rights = 権限
admin = 管理者
role = 役割 ロール
password = パスワード 暗証番号
secret = 秘密 シークレット 認証情報
key = 鍵 キー
token = トークン
cache = キャッシュ
build = ビルド
temporary = 一時
draft = 下書き 草案
comment = コメント
note = メモ
list = 一覧 リスト
report = レポート 報告書
ticket = チケット 問い合わせ
meeting = 会議 予定 打ち合わせ
environment = 環境
count = 件数 数量 人数
filter = 条件 フィルター
name = 名前
subject = 件名
text = 本文
month = 月
results = 結果
logs = ログ
application = アプリ アプリケーション
service = サービス
vault = 金庫
minutes = 分後
certificate = 証明書
shares = 株式 株
limit = 上限
weather = 天気
city = 都市
device = 端末 デバイス
project = プロジェクト
number = 番号
force = 強制
tests = テスト
audit = 監査
approval policy = 承認ポリシー 承認ルール 承認フロー 承認方針 承認設定
approval = 承認
policy = ポリシー 方針
request approval = 承認申請 承認依頼 承認リクエスト
command = コマンド 命令
booking = 予約
phone = 電話 電話番号
address = 住所
patient = 患者
preview = プレビュー
stock = 在庫
time = 日時 時間 実行日 支払日 振込日 指定日
query = クエリ
statement = ステートメント SQL文
destination = 出力先
status = 状態 ステータス
quote = 見積 見積書
alarm = アラート 警報 アラーム
`,
  rules: [
    {
      part: 'before',
      pattern:
        /(?:チーム|さん|部長|社長|担当者?|誰か|彼女?|同僚|会社|管理者|コマンド|関数|スクリプト|ジョブ|システム|ツール|部門|部署|ベンダー|業者|弊社の\S{1,6}|チームメイト|メソッド|機能|ライブラリ|先方|相手|(?:経理|総務|法務|人事|営業|財務|開発|広報|監査|購買|製造|品質管理|情報システム)(?:部|課|室))(?:たち|ら|側)?[ -~]{0,60}(?:は|が|も)/u,
      standing: 'other',
    },
    {
      part: 'after',
      pattern:
        /^(?:する|し|される|され)?(?:と(?:どう|何|、|は|いう)|方法|手順|とき|際|代わり|には|場合|のは|ため|ことを意味|ことです|前に|機能|関数|コマンド|ボタン)|^(?:した|する|された|される|り|る)?(?:場合|としても|とは|のは|代わり|必要が)|^(?:してい|っ|し)?たら|^(?:すれ|れ)ば|^とは|^したとしても|^しても(?!よ|い|構|か|大|問|差|良)/u,
      standing: 'supposed',
    },
    {
      part: 'after',
      pattern:
        /^(?:は)?(?:し|いたし|り|い|き|み|え|せ|ら|れ|され)?(?:ません(?!か)|ない(?!でしょうか|ですか|か)|ずに|るな|てはいけ|てはなら)|(?:て|で)い?(?:ません|ない)|(?:て|で)おりません|ことはありません|予定はありません|つもりはありません|しないで|しないこと|せずに/u,
      standing: 'denied',
    },
    {
      part: 'sentence',
      pattern:
        /(?:よろしい|宜しい|いい|良い|よい)(?:です|でしょう)?か|(?:構|かま)いませんか|(?:問題|差し支え|支障)(?:ない|ありません)(?:です|でしょう)?か|大丈夫(?:です|でしょう)か|ましょうか|よいか(?:確認|教え)|ご(?:承認|許可|確認|了承)(?:ください|いただけ|をお願い|願い)|承認をお願い|許可をください|確認してください|お許し/u,
      standing: 'leave',
    },
    {
      part: 'after',
      pattern:
        /^(?:は|が)?(?:さ?れ|し|いたし|り|い|っ|え|せ)?(?:まし)?た(?!い|ら|場合|とし|り|め)|(?:て|で)い(?:まし)?た|済み|完了(?:し|で)|されました|された/u,
      standing: 'past',
    },
    {
      part: 'clause',
      pattern: /(?:どう|何|いつ|なぜ|どこ|どの|どれ|誰|いくつ|どんな)[^。]{0,40}(?:か|です)/u,
      standing: 'supposed',
    },
    { part: 'after', pattern: /ますか|するか$|しますか/u, standing: 'leave' },
    {
      part: 'after',
      pattern:
        /^(?:は|を)?(?:し|いたし|り|い|き|み|え|せ|致し|させていただき|してい|っ|て|で|しておき|れ|する|る|う)?(?:ます(?!か)|ております|予定|つもり|ところ|(?:よ)?うと|たいと思|こととし|ていきます|ておきます|。|$)|(?:して|って|んで)(?:い|お|み|しま)?(?:ます|きます)|(?:しよ|ろ|お)うと(?:して|思)|(?:する|る|う)(?:予定|つもり|ところ|こと)|^して/u,
      standing: 'own',
    },
  ],
  order: {
    part: 'after',
    pattern:
      /^(?:を)?(?:して|しろ|せよ|すること|し(?:、|$)|お願い|っ?て(?:ください|くれ|ほしい|$)|ってください|[てで](?:下さい|ください|くれ|ほしい|欲しい|おいて|ちょうだい|もらえ|いただけ|頂け|。|$))/u,
    demand:
      /^(?:を|し|り|する|す)?(?:て|で)?(?:もらえ|いただけ|頂け|もらいたい|いただきたい)|^(?:する|す|る|し)?(?:必要が(?:あ|ご)|べき|ように(?:して|お願い|$))/u,
  },
  unsure:
    /(?:か(?:どうか)?)?(?:分か|わか|判)りません|自信が(?:ありません|ない)|不明です|確信が(?:ありません|持て)/u,
  silence:
    /(?:ご?返信|ご?返答|ご?回答|ご?連絡|異議|反対|ご?指示)(?:が|の)?(?:なけれ|無けれ|ない場合|無い場合)/u,
};

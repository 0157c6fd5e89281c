import type { MarkText } from './english-marks.ts';

export const japaneseMarks: MarkText = {
  '{} times as much: {} becomes {}.': '{}倍です。{} が {} になります。',
  '{} looks like {}, and is another domain.': '{} は {} に似ていますが、別のドメインです。',
  '{} rows pay into this account.': '{}行がこの口座に支払います。',
  '{} times the median.': '中央値の{}倍です。',
  'A case of its own for one person.': '一人だけの特別扱いです。',
  'A check that always passes.': '常に通る検査です。',
  'A copy of what arrives from now on goes there.': '今後届くもののコピーがそこに送られます。',
  'A hidden copy: the others do not see this recipient.':
    'BCCです。ほかの人にはこの宛先が見えません。',
  'A host with letters of another script, which can look like a known name.':
    '別の文字体系の文字を含むホストです。知っている名前に見えることがあります。',
  'A line break in a header: what follows it is another header.':
    'ヘッダーに改行があります。その後は別のヘッダーになります。',
  'A name in another script, which can look like a known one.':
    '別の文字体系の名前です。知っている名前に見えることがあります。',
  'A number instead of a name.': '名前の代わりに数字です。',
  'A password that is written into the program.': 'プログラムに書き込まれたパスワードです。',
  'A program deletes files.': 'プログラムがファイルを削除します。',
  'A tenth of what the others have, or less.': 'ほかの値の10分の1以下です。',
  'A weak hash.': '弱いハッシュです。',
  'Another host. {}': '別のホストです。{}',
  'Another limit: {} becomes {}.': '上限が変わります。{} が {} になります。',
  'Another time zone. {}': '別のタイムゾーンです。{}',
  'Another unit. {}': '別の単位です。{}',
  'Another {}. {}': '{} の値が変わりました。{}',
  'Answers go to another domain than the sender.': '返信は送信者とは別のドメインに届きます。',
  'Answers go to another domain than {}.': '返信は {} とは別のドメインに届きます。',
  'At least {} times what this agent asked for before.':
    'このエージェントがこれまでに求めた値の{}倍以上です。',
  'Before it was {}.': '以前は {} でした。',
  'Belongs to the system or to an account, not to the project.':
    'プロジェクトではなく、システムまたはアカウントのものです。',
  'Can be reached from every network.': 'どのネットワークからも接続できます。',
  'Changes rows of {} inside a query.': '問い合わせの中で {} の行を変更します。',
  'Changes the branch that everyone starts from.': '全員の起点となるブランチを変更します。',
  'Changes what Git runs by itself.': 'Gitが自動で実行するものを変更します。',
  'Changes what runs by itself later.': '後で自動的に動くものを変更します。',
  'Changes who may use these files.': 'これらのファイルを使える人を変更します。',
  'Contains a key or a password.': '鍵またはパスワードを含みます。',
  'Covers more addresses than before. {}': '以前より多くのアドレスを含みます。{}',
  'Decoded: {}': 'デコード結果: {}',
  'Deletes branches that others share.': 'ほかの人と共有するブランチを削除します。',
  'Deletes data of a database.': 'データベースのデータを削除します。',
  'Deletes every file that is found. How many is not known before it runs.':
    '見つかったファイルをすべて削除します。いくつかは実行するまで分かりません。',
  'Deletes every file that the part before finds. How many is not known before it runs.':
    '前の部分が見つけたファイルをすべて削除します。いくつかは実行するまで分かりません。',
  'Deletes every row of {}. This cannot be undone.':
    '{} のすべての行を削除します。元に戻せません。',
  'Deletes every row that the comparison finds.': '比較で見つかったすべての行を削除します。',
  'Deletes files that it does not find on the other side, or that it has copied.':
    '相手側にないファイル、またはコピー済みのファイルを削除します。',
  'Deletes folders with everything in them.': 'フォルダーを中身ごと削除します。',
  'Deletes or empties a file outside the project.':
    'プロジェクトの外のファイルを削除するか空にします。',
  'Deletes something in the cloud.': 'クラウドにあるものを削除します。',
  'Deletes the data of the containers.': 'コンテナのデータを削除します。',
  'Deletes {} and everything in it, outside the project. This cannot be undone.':
    'プロジェクトの外にある {} を中身ごと削除します。元に戻せません。',
  'Deletes {} with everything in it. This cannot be undone.':
    '{} を中身ごと削除します。元に戻せません。',
  'Destroys the content of files. This cannot be undone.':
    'ファイルの内容を破壊します。元に戻せません。',
  'Destroys the infrastructure that it manages.': '管理しているインフラを破棄します。',
  'Ends every process of the user.': 'このユーザーのすべてのプロセスを終了します。',
  'Ends something that runs, or what could bring it back.':
    '動いているもの、または復旧手段を終わらせます。',
  'Everything or everyone, without a limit.': '制限なく、すべて、または全員が対象です。',
  'Gives a text to a shell: what stands in it can run as a command.':
    'テキストをシェルに渡します。中身がコマンドとして実行されることがあります。',
  'Gives an account of the machine more rights, or another password.':
    'マシンのアカウントに、より強い権限または別のパスワードを与えます。',
  'Gives it the rights of the machine.': 'マシンの権限を与えます。',
  'Gives rights to {}.': '{} の権限を付与します。',
  'Gives the build of strangers the rights of the repository.':
    '部外者のビルドにリポジトリの権限を与えます。',
  'Gives the container the rights of the machine.': 'コンテナにマシンの権限を与えます。',
  'Gives the highest rights.': '最高の権限を与えます。',
  'Gives the right to everyone.': '全員に権限を与えます。',
  'Goes on where the tool would stop.': 'ツールが止まるところで続行します。',
  'Goes past the checks that the repository asks for.': 'リポジトリが求める検査を飛ばします。',
  'Goes to {}. What stands before @ is only a user name.':
    '接続先は {} です。@ の前はユーザー名にすぎません。',
  'Has letters of another script, which can look like a known name.':
    '別の文字体系の文字を含みます。知っている名前に見えることがあります。',
  'Holds settings and secrets.': '設定と秘密情報を含みます。',
  'Holds the state of the infrastructure.': 'インフラの状態を含みます。',
  'Installs or runs a program from an address.': 'アドレスからプログラムを導入または実行します。',
  'It changes Countersign itself.': 'Countersign自体を変更します。',
  'Its risk is critical.': 'リスクは重大です。',
  'One person releases it alone.': '一人だけで解放されます。',
  'Its bytes were erased.': 'バイト列は消去されました。',
  'Its values cannot be compared in a table.': '値を表で比較できません。',
  'It differs from an approval whose values you may not see.':
    'あなたが値を見られない承認と異なります。',
  'Leads on to {}.': '{} へ転送します。',
  'Leaves out a safeguard.': '安全策を省きます。',
  'Less than zero.': 'ゼロ未満です。',
  'Lets every user of the machine change it.':
    'マシンのすべてのユーザーが変更できるようになります。',
  'Makes an account with the highest rights.': '最高の権限を持つアカウントを作成します。',
  'Matches every file.': 'すべてのファイルに一致します。',
  'Matches more than before. It was {}.': '以前より広く一致します。以前は {} でした。',
  'Matches more than before. {}': '以前より広く一致します。{}',
  'Mixes letters of two scripts, which look alike.':
    '見た目が似た二つの文字体系の文字が混ざっています。',
  'More than before: {}.': '以前より増えています: {}。',
  'Moves {}, outside the project, or writes over it.':
    'プロジェクトの外の {} を移動または上書きします。',
  'Names an address: {}.': 'アドレスを指定しています: {}。',
  'New account for this payee. {}': 'この支払先の新しい口座です。{}',
  'New: this agent has not asked for this one before.':
    '新規: このエージェントは以前にこれを求めたことがありません。',
  'New: this agent has not paid this payee before.':
    '新規: このエージェントはこの支払先に支払ったことがありません。',
  'New: this agent has not written to this address before.':
    '新規: このエージェントはこの宛先に書いたことがありません。',
  'New. {}': '新規です。{}',
  'No WHERE: changes every row of {}, inside a query.':
    'WHEREがありません。問い合わせの中で {} のすべての行を変更します。',
  'No WHERE: changes every row of {}.': 'WHEREがありません。{} のすべての行を変更します。',
  'No WHERE: deletes every row of {}.': 'WHEREがありません。{} のすべての行を削除します。',
  'No account is given for this row.': 'この行には口座がありません。',
  'None are left.': '何も残りません。',
  'Not a rehearsal: it happens.': '予行ではありません。実際に行われます。',
  'Not more than zero.': 'ゼロ以下です。',
  'One of few accounts in {}.': '{} にある数少ない口座の一つです。',
  'Opens it to everyone.': '全員に公開します。',
  'Other rights than before. It was {}.': '以前と権限が異なります。以前は {} でした。',
  'Outside: the others are at {}.': '外部です。ほかは {} です。',
  'Overwrites the history that others share.': 'ほかの人と共有する履歴を上書きします。',
  'Programs do not agree on where the host of this address ends.':
    'このアドレスのホストがどこで終わるかは、プログラムによって異なります。',
  'Publishes to everyone.': '全員に公開します。',
  'Reads a file that holds credentials.': '認証情報を含むファイルを読み取ります。',
  'Removes a part of {} with its data.': '{} の一部をデータごと削除します。',
  'Removes data of containers.': 'コンテナのデータを削除します。',
  'Removes something from the cluster.': 'クラスターから何かを削除します。',
  'Removes the record of what was run.': '実行の記録を消します。',
  'Removes what could bring work back.': '作業を復元できるものを消します。',
  'Runs a hidden command.': '隠されたコマンドを実行します。',
  'Runs a program on the machine of the database.':
    'データベースのマシンでプログラムを実行します。',
  'Runs a text that is made while it runs.': '実行中に作られるテキストを実行します。',
  'Runs at every install.': 'インストールのたびに動きます。',
  'Runs by itself in the build or in a hook.': 'ビルドまたはフックで自動的に動きます。',
  'Runs code or commands that are made while it runs.':
    '実行中に作られるコードやコマンドを実行します。',
  'Runs what was downloaded. No one has seen it.':
    'ダウンロードしたものを実行します。誰も中身を見ていません。',
  'Runs with the rights of the administrator.': '管理者の権限で動きます。',
  'Says where programs come from and with which key.': 'プログラムの取得元と鍵を決めます。',
  'Says who has to review changes.': '変更を確認すべき人を決めます。',
  'Sends data to another machine.': '別のマシンにデータを送ります。',
  'Sends what is kept here to another machine.': 'ここに保存されているものを別のマシンに送ります。',
  'Sent without encryption.': '暗号化せずに送られます。',
  'Silences a check of security.': 'セキュリティの検査を黙らせます。',
  'Skips the checks that run before.': '事前に動く検査を飛ばします。',
  'Skips the confirmation of the tool itself.': 'ツール自身の確認を飛ばします。',
  'Takes a limit away.': '上限をなくします。',
  'Takes packages from another place, from now on.': '今後、別の場所からパッケージを取得します。',
  'Takes packages from another place.': '別の場所からパッケージを取得します。',
  'Takes text from outside for code.': '外部のテキストをコードとして扱います。',
  'The address mixes letters of two scripts, which look alike.':
    'アドレスに、見た目が似た二つの文字体系の文字が混ざっています。',
  'The condition is always true: every row of {}.': '条件は常に真です。{} のすべての行が対象です。',
  'The condition is turned around: what was refused passes.':
    '条件が逆になっています。拒否されていたものが通ります。',
  'The domain has letters of another script, which can look like ours.':
    'ドメインに、通常の文字に見える別の文字体系の文字があります。',
  'The highest rights.': '最高の権限です。',
  'The others have {}.': 'ほかは {} です。',
  'The path leads out of its folder.': 'パスがフォルダーの外に出ます。',
  'This check is removed.': 'この検査が削除されます。',
  'This condition is removed: more cases pass than before.':
    'この条件が削除されます。以前より多くの場合が通ります。',
  'This condition is removed: more is reached than before.':
    'この条件が削除されます。以前より多くのものに及びます。',
  'This condition is removed: more rows are reached than before.':
    'この条件が削除されます。以前より多くの行に及びます。',
  'This limit is removed.': 'この上限が削除されます。',
  'Throws away changes that were not committed.': 'コミットしていない変更を捨てます。',
  'Throws away work that was not shared.': '共有していない作業を捨てます。',
  'Turned off.': '無効になっています。',
  'Turns off a protection of {}.': '{} の保護を無効にします。',
  'Turns off a service or a protection of the machine.':
    'マシンのサービスまたは保護を無効にします。',
  'Turns off tests.': 'テストを無効にします。',
  'Turns off the check of certificates.': '証明書の検証を無効にします。',
  'Turns on debugging.': 'デバッグを有効にします。',
  'Unpacks over files of the system. No one has seen what is in it.':
    'システムのファイルに上書き展開します。誰も中身を見ていません。',
  'Widens a condition: more cases pass than before.':
    '条件を緩めます。以前より多くの場合が通ります。',
  'Writes over a whole disk.': 'ディスク全体を上書きします。',
  'Writes to {}, which belongs to the system or to an account.':
    'システムまたはアカウントの {} に書き込みます。',
  'A program whose name looks like that of a document.': '文書のような名前のプログラムです。',
  'A step of the build that others can change at any time.':
    'ほかの人がいつでも変更できるビルドの手順です。',
  'Accepts what was rejected.': '拒否されていたものを受け入れます。',
  'Allows what was denied.': '禁止されていたことを許可します。',
  'Allows what was refused.': '断られていたことを許可します。',
  'An older version. {}': '以前より古いバージョンです。{}',
  'Another address. {}': '別のアドレスです。{}',
  'May write where it could only read.': '読み取りだけだった場所に書き込めます。',
  'No longer required.': '必須ではなくなりました。',
  'None are left. {}': '1つも残りません。{}',
  'One is enough where all were needed.': 'すべて必要だったところが、1つで足ります。',
  'Public where it was private.': '非公開だったものが公開されます。',
  'Takes any version of a program of others.': '他者のプログラムをどのバージョンでも使います。',
  'The condition holds in fewer cases than before.': '条件が成り立つ場合が以前より減ります。',
  'This limit is no longer given.': 'この制限は指定されなくなりました。',
  'This refusal is removed.': 'この拒否が削除されます。',
  'Values of other kinds are equal now.': '種類の異なる値も等しいとみなされます。',
  'Weakens a safeguard: it was {}.': '安全策を弱めます。以前は {} でした。',
  'Years away. {}': '何年も離れています。{}',
};

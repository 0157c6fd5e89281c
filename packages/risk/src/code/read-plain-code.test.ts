import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { assessSample } from '../testing/sample-risk.ts';
import { readPlainCode } from './read-plain-code.ts';

/** One case on each line: a mark (`!` asks, `.` passes), the language, the code. `\n` stands for a new line. */
const cases = String.raw`
! ruby Invoice.where(paid: false).delete_all
! ruby FileUtils.rm_rf '/srv/app/shared'
! ruby system "git push --force origin main"
. ruby rows = []; rows.delete(3); puts rows.sum
. ruby puts Invoice.where(paid: false).count
! php DB::table('invoices')->delete();
! php Storage::deleteDirectory('backups');
. php $names = ['a']; unset($names[0]); echo count($names);
! go func main() { exec.Command("kubectl", "delete", "ns", "shop").Run() }
! go func main() { db.Exec("UPDATE accounts SET balance = 0") }
. go func main() { m := map[string]int{}; delete(m, "a"); fmt.Println(len(m)) }
! java Files.deleteIfExists(Path.of("/srv/data/orders.db"));
! java stmt.executeUpdate("DROP TABLE orders");
. java var list = new ArrayList<String>(); list.clear(); System.out.println(list.size());
! csharp Process.Start("cmd", "/c rd /s /q D:\\archive");
! rust fn main() { std::process::Command::new("rm").arg("-rf").arg("/srv").spawn(); }
. rust fn main() { let mut v = vec![1, 2]; v.clear(); }
! groovy Jenkins.instance.items.each { it.delete() }
! apex delete [SELECT Id FROM Lead];
! applescript tell application "Finder" to empty trash
! kotlin File("/srv/data").deleteRecursively()
. kotlin println(listOf(1, 2).sum())
. swift print([1, 2].count) // FileManager.default.removeItem("/srv")
`;

test('code of languages without a grammar is read by its chains of calls', () => {
  const wrong = cases
    .trim()
    .split('\n')
    .flatMap(line => {
      const [mark, language = ''] = line.split(' ', 2);
      const source = line.slice(language.length + 3).replaceAll('\\n', '\n');
      const parameters: JsonObject = { language, source };
      const asks = atLeastRisk(assessSample({ tool: 'run_code', parameters }).level, 'high');
      return asks === (mark === '!') ? [] : [line];
    });
  assert.deepEqual(wrong, []);
});

test('hostile code of an unknown language is read in linear time', () => {
  for (const unit of [
    'a.b(',
    '{[(',
    '"x" + ',
    'a.each { ',
    '// ',
    ')',
    'a::b->c.d ',
    '#{',
    '= [',
  ]) {
    const reading = readPlainCode(unit.repeat(Math.ceil(60_000 / unit.length)));
    assert.equal(reading.complete, false);
  }
});

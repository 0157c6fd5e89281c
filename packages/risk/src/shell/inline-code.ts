import { assessByGrammar } from './code-deeds.ts';
import { assessFlow, evaluating, type Seen } from './code-flow.ts';
import { assessCodeRemovals } from './code-removals.ts';
import { type CodeToken, tokenize } from './code-tokens.ts';
import { environmentReads, postsBody } from './environment-reads.ts';
import { assessRead, assessWrite } from './file-effects.ts';
import { isSecretName, isUrl } from './hosts.ts';
import { isCaught } from './mail-catcher.ts';
import { assessOwnMention } from './own-code.ts';
import { isKnownProgram } from './program-names.ts';
import { reachesByText } from './reach-by-text.ts';
import type { Scope } from './scope.ts';
import { isKnown, literal, unknown, type Value } from './value.ts';

function set(names: string): ReadonlySet<string> {
  return new Set(names.toLowerCase().split(/\s+/u));
}

// Last parts of names, so that `fs.promises.rm`, `os.remove` and `FileUtils.rm_rf` are all found.
const removing = set(
  'rmtree unlink unlinksync rmsync rmdir rmdirsync removedirs remove_tree rm_rf rm_r rm_f rimraf removesync emptydirsync delete_all remove_dir ' +
    'remove-item clear-content remove-itemproperty clear-recyclebin format-volume initialize-disk stop-computer restart-computer deletedirectory',
);
const removingWithOwner = set(
  'os.remove fs.rm fsp.rm promises.rm file.delete file.unlink dir.rmdir fileutils.rm path.unlink shutil.rmtree dir.delete pathname.delete os.unlink io.file.delete directory.delete',
);
const running = set(
  'system popen popen2 popen3 execsync spawnsync execfilesync execfile shell_exec passthru proc_open pcntl_exec execv execve execvp execl execlp spawnl spawnv qx ' +
    'check_output check_call getoutput getstatusoutput capture2e capture3 invoke-expression iex start-process invoke-command saps execa',
);
const runningWithOwner = set(
  'subprocess.run subprocess.call subprocess.popen child_process.exec child_process.spawn os.system os.popen pty.spawn cp.exec cp.spawn process.spawn kernel.exec io.popen bun.spawn bun.spawnsync deno.command deno.run os.execute io.popen require.exec',
);
const decoding = set(
  'b64decode decode_base64 decodestring decode64 strict_decode64 base64_decode decodebytes a2b_base64 unhexlify fromhex hex2bin gzinflate str_rot13 frombase64string atob fromcharcode fromcodepoint chr pack unpack decompress marshal.loads pickle.loads rot13 codecs.decode',
);
/** Bare, or of one of these owners, such a name runs text; of any other it is a method: `model.eval()`, `re.compile()`. */
const evaluatingBare = set('eval exec compile execfile assert dofile');
const evaluatingOwners = set(
  'builtins __builtins__ __builtin__ vm globalthis window self global kernel binding module main object import this',
);
/** Loads code from text or from a file: it runs what was fetched before. */
const loading = set(
  'run_path run_module exec_module import_module load_module load_source spec_from_loader spec_from_file_location moduletype types.moduletype __import__ importlib load_dynamic module_from_spec dlopen cdll loadlibrary',
);
/** Makes objects from bytes, and runs what the bytes say on the way. */
const reviving = set(
  'pickle.loads pickle.load cpickle.loads dill.loads dill.load cloudpickle.loads cloudpickle.load joblib.load torch.load jsonpickle.decode yaml.unsafe_load yaml.full_load marshal.load marshal.loads unserialize read_pickle pd.read_pickle pandas.read_pickle shelve.open binaryformatter.deserialize unpickler',
);
const fetching = set(
  'urlopen urlretrieve requests httpx aiohttp urllib urllib.request urllib.request.urlopen urllib2 fetch axios got http.get https.get http.request https.request open-uri uri.open net::http lwp::simple lwp::useragent curl_exec curl_init ' +
    'downloadstring downloadfile invoke-webrequest iwr invoke-restmethod irm webclient net.webclient http.client httplib requests.get requests.post requests.put urllib3 start-bitstransfer',
);
const sending = set(
  'requests.post requests.put requests.patch axios.post axios.put sendmail smtplib smtp send_message sendall post put post_form send-mailmessage uploadstring uploadfile',
);
const connecting = set(
  'socket socket.socket create_connection tcpsocket tcpsocket.new io::socket io::socket::inet net.connect net.socket net.createconnection fsockopen stream_socket_client tcpclient net.sockets.tcpclient tcpserver listen createserver',
);
const writing = set(
  'open writefile writefilesync appendfile appendfilesync write_text write_bytes file.write file_put_contents fwrite copyfile copyfilesync copy2 move rename renamesync symlink set-content add-content out-file copy-item move-item new-item createwritestream cpsync chmod chown',
);

function last(name: string): string {
  const at = Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'));
  return name.slice(at + 1);
}

function owned(name: string): string {
  return name.split('.').slice(-2).join('.');
}

function look(tokens: readonly CodeToken[], language: string): Seen {
  const names: string[] = [];
  const strings: string[] = [];
  const shells: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'name') names.push(token.text.toLowerCase());
    else if (token.kind === 'string') strings.push(token.text);
    else if (token.kind === 'shell') shells.push(token.text);
  }
  // Reached through text, `getattr(os, 'system')` or `require('child_process')['exec']`, a name is still that name.
  if (!reachesByText(language, names)) return { names, strings, shells };
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'string' || isWordOfProgram(tokens, at)) continue;
    if (text.length < 40 && /^[a-z_.:]{2,40}$/iu.test(text)) names.push(text.toLowerCase());
  }
  return { names, strings, shells };
}

const longestLine = 60;

/** `run(["git", "fetch"])` and `spawn("git", ["fetch"])`: what a program is told is no function that the code reaches. */
function isWordOfProgram(tokens: readonly CodeToken[], at: number): boolean {
  let first = at;
  for (let index = at - 1; index >= 0 && at - index <= longestLine; index -= 1) {
    const { kind, text } = tokens[index] ?? { kind: 'punctuation', text: ';' };
    if (kind === 'string') first = index;
    else if (kind !== 'punctuation') return false;
    else if (text === '(') return first < at && isProgramName(tokens[first]?.text ?? '');
    else if (text !== ',' && text !== '[') return false;
  }
  return false;
}

function isProgramName(text: string): boolean {
  return !running.has(text.toLowerCase()) && isKnownProgram(text);
}

/** Whether the text of the code is there to be read. What its origin alone says is found here. */
function isReadable(scope: Scope, by: string, code: Value): boolean {
  if (code.origins.has('network')) {
    scope.find('remote_code', 'critical', `${by} was downloaded`);
    return false;
  }
  if (code.origins.has('encoded'))
    scope.find('remote_code', 'critical', `${by} was decoded or assembled`);
  if (code.text !== unknown().text) return true;
  scope.find('opaque_payload', 'high', `${by} is not known beforehand`);
  return false;
}

/** Looks into code given to an interpreter: what it removes, runs, fetches, writes and reads. */
export function assessCode(scope: Scope, language: string, code: Value): void {
  const by = `${language} code`;
  scope.change();
  if (!isReadable(scope, by, code)) return;
  assessOwnMention(scope, by, code.text);
  const { tokens, complete } = tokenize(code.text.slice(0, 65_536));
  if (!complete || code.text.length > 65_536)
    scope.find('unparsable', 'high', `${by} is too long to examine`);
  const seen = look(tokens, language);
  const has = (...sets: readonly ReadonlySet<string>[]) =>
    seen.names.some(name => sets.some(s => s.has(name) || s.has(last(name)) || s.has(owned(name))));
  const runs = has(running, runningWithOwner) || runsPrograms(seen, language, code.text);
  const evaluates = has(evaluating) || tokens.some(token => isEvaluating(token, language));
  const fetches =
    has(fetching) ||
    seen.strings.some(
      text =>
        /^https?:/iu.test(text) && has(set('open file_get_contents readfile include require get')),
    );
  assessFlow(
    scope,
    by,
    {
      runs,
      evaluates,
      fetches,
      loads: has(loading),
      revives: has(reviving),
      decodes:
        has(decoding) ||
        /\[::-1\]|\.split\((''|"")\)\.reverse|\bstrrev\b|\.reverse\(\)\.join|scalar reverse/u.test(
          code.text,
        ) ||
        (seen.names.includes('buffer.from') &&
          seen.strings.some(text => text === 'base64' || text === 'hex')),
      connects:
        has(connecting) ||
        (seen.strings.some(text => /^(node:)?(net|tls|dgram)$/u.test(text)) &&
          seen.names.some(name =>
            /(^|\.)(connect|createconnection|socket|createserver)$/u.test(name),
          )),
      sends:
        (has(sending) || postsBody.test(code.text)) &&
        !isCaught(code.text, seen.names, seen.strings),
    },
    seen,
  );
  // The cmdlets of PowerShell are judged by their own arguments.
  const removes = (name: string): boolean =>
    isRemoving(name) && !(language === 'powershell' && /^[a-z]+(-[a-z]+)?$/u.test(name));
  if (language !== 'python' && importsAddress(tokens))
    scope.find('remote_code', 'critical', `${by} imports an address`);
  const namesRemoval = seen.names.some(removes);
  const grammar = assessByGrammar(scope, language, code.text, namesRemoval, inner =>
    assessCode(scope, language, literal(inner)),
  );
  if (namesRemoval && !grammar.removes) assessCodeRemovals(scope, by, tokens, removes);
  if (runs && !grammar.runs) runStrings(scope, by, tokens, seen, language);
  assessStrings(scope, by, seen, has(writing), grammar.isRead);
  assessSecrets(scope, by, seen, code);
}

function runsPrograms(seen: Seen, language: string, text: string): boolean {
  if (usesChildProcess(seen)) return true;
  if (['perl', 'ruby', 'php'].includes(language))
    return seen.shells.length > 0 || seen.names.includes('exec');
  const speaks = ['osascript', 'expect', 'tclsh'].includes(language);
  return speaks && /do (shell )?script|keystroke|\b(spawn|system)\s/u.test(text);
}

function isEvaluating(token: CodeToken, language: string): boolean {
  if (token.kind === 'string') return /^(eval|exec|Function)$/u.test(token.text);
  if (token.kind !== 'name') return false;
  const { text } = token;
  if (text === 'Function' || text.endsWith('.Function') || text.endsWith('constructor.constructor'))
    return true;
  const name = text.toLowerCase();
  const method = last(name);
  if (!evaluatingBare.has(method)) return false;
  if (method === 'assert' && language !== 'php') return false;
  const owner =
    name
      .slice(0, Math.max(0, name.length - method.length - 1))
      .split('.')
      .at(-1) ?? '';
  return owner === '' ? name === method : evaluatingOwners.has(owner);
}

/** `import('https://…')` and a script element with an address run what they load. */
function importsAddress(tokens: readonly CodeToken[]): boolean {
  return tokens.some(
    (token, i) =>
      token.kind === 'name' &&
      /^(import|importScripts|addScriptTag|\$\.getScript|jQuery\.getScript)$/u.test(
        token.text.replace(/^(page|self|await)\./u, ''),
      ) &&
      tokens
        .slice(i + 1, i + 6)
        .some(next => next.kind === 'string' && /^(https?:|data:|\/\/)/iu.test(next.text)),
  );
}

function isRemoving(name: string): boolean {
  return removing.has(last(name)) || removingWithOwner.has(owned(name));
}

function usesChildProcess(seen: Seen): boolean {
  const loads =
    seen.strings.some(text => /^(node:)?child_process$/u.test(text)) ||
    seen.names.some(
      name => name.includes('child_process') || name === 'subprocess' || name === 'open3',
    );
  return (
    loads &&
    seen.names.some(name =>
      /(^|\.)(exec|spawn|run|call|popen|fork|execfile|execsync|spawnsync)$/u.test(name),
    )
  );
}

/** Texts given to a function that runs programs are command lines. */
function runStrings(
  scope: Scope,
  by: string,
  tokens: readonly CodeToken[],
  seen: Seen,
  language: string,
): void {
  let isKnownRun = false;
  for (const at of tokens.keys()) {
    if (!startsProgram(tokens, at)) continue;
    const words = wordsGiven(tokens, at);
    if (words.length === 0) continue;
    isKnownRun = true;
    const [first] = words;
    if (words.length > 1 && first && !/\s/u.test(first))
      scope.runner.argv(scope, words.map(literal), null);
    else for (const word of words.slice(0, 4)) scope.runner.text(scope, literal(word), null);
  }
  if (language === 'osascript') {
    isKnownRun = true;
    for (const text of seen.strings) scope.runner.text(scope, literal(text), null);
  }
  if (language !== 'node')
    for (const shell of seen.shells) scope.runner.text(scope, literal(shell), null);
  if (!isKnownRun && seen.shells.length === 0)
    scope.find('opaque_payload', 'high', `${by} runs a program not known beforehand`);
}

/** `getattr(os, 'system')(…)`: the name is a text, and its call follows the bracket. */
function isSpelt({ kind, text }: CodeToken): boolean {
  return kind === 'string' && running.has(text.toLowerCase());
}

function startsProgram(tokens: readonly CodeToken[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (isSpelt(token)) return true;
  const name = token.text.toLowerCase();
  return (
    token.kind === 'name' &&
    (running.has(last(name)) ||
      runningWithOwner.has(owned(name)) ||
      /(^|\.)(exec|spawn|run|call|popen|system)$/u.test(name))
  );
}

/** The texts that stand behind the name of a function, up to the end of its statement. */
function wordsGiven(tokens: readonly CodeToken[], at: number): readonly string[] {
  const words: string[] = [];
  const token = tokens[at];
  const from = token !== undefined && isSpelt(token) ? at + 2 : at + 1;
  for (const next of tokens.slice(from, at + 60)) {
    if (next.kind === 'punctuation' && /[;)\]]/u.test(next.text)) break;
    if (next.kind === 'string') words.push(next.text);
    // What is joined to a text is not known beforehand.
    else if (words.length === 1 && next.kind === 'punctuation' && /[+.%]/u.test(next.text))
      words[0] = `${words[0] ?? ''}${unknown().text}`;
  }
  return words;
}

function assessStrings(
  scope: Scope,
  by: string,
  seen: Seen,
  writes: boolean,
  isRead: boolean,
): void {
  const opensToWrite =
    seen.strings.some(text => /^[wax]b?\+?$/u.test(text)) ||
    seen.names.some(name => name !== 'open' && writing.has(last(name)));
  const runsSql = seen.names.some(name =>
    /(^|\.)(execute|executemany|query|exec|raw|executescript|\$executeraw)/u.test(name),
  );
  for (const text of seen.strings.slice(0, 200)) {
    if (text.length > 4096) continue;
    const isStatement =
      /^\s{0,20}(select|insert|update|delete|drop|truncate|alter|create|grant)\s/iu.test(text);
    if (isStatement && isRead) continue;
    if (runsSql && isStatement) {
      for (const finding of scope.context.assessSql(text, scope.context.production).findings)
        scope.find(finding.signal, finding.level, finding.evidence);
    } else if (!/\s/u.test(text) && /[./~]/u.test(text) && !isUrl(text)) {
      const isSecret = assessRead(scope, literal(text), by);
      // `folder + '/x'`: the grammar has judged the whole path.
      if (isRead && /^\/[\w.-]{1,100}$/u.test(text)) continue;
      if (writes && opensToWrite && !isSecret)
        assessWrite(scope, literal(text), {
          by,
          replaces: scope.path(literal(text)).place !== 'project',
        });
    }
  }
}

function assessSecrets(scope: Scope, by: string, seen: Seen, code: Value): void {
  const text = code.text.slice(0, 65_536);
  const { dumps, asEntries, walks } = environmentReads(text);
  const wantsSecret =
    /environ|process\.env|getenv|\bENV\b|\$env:/u.test(text) &&
    [...seen.names.flatMap(name => name.split(/[.:]/u)), ...seen.strings].some(
      name => /^[\w$:]{3,60}$/u.test(name) && name.includes('_') && isSecretName(name),
    );
  if (dumps || wantsSecret || asEntries)
    scope.find('secret_access', 'high', `${by} reads credentials from the environment`);
  const leaves = seen.names.some(
    name =>
      fetching.has(name) ||
      fetching.has(owned(name)) ||
      sending.has(last(name)) ||
      connecting.has(last(name)),
  );
  const sends =
    postsBody.test(text) || seen.names.some(name => sending.has(name) || sending.has(last(name)));
  if ((dumps || wantsSecret || asEntries || (walks && sends)) && leaves && isKnown(code))
    scope.find('secret_leaving', 'critical', `${by} sends the environment`);
}

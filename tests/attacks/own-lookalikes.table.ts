import { type Attempt, shell } from './own-files.table.ts';

/** Everyday work that uses the same programs, words and signs. */
export const lookalikes: readonly Attempt[] = [
  ...shell(`
  git checkout main
  git checkout -b feature
  git checkout -- src/a.ts
  git checkout HEAD~1 -- src/a.ts
  git restore src/a.ts
  git restore --source=HEAD~1 src/
  git restore --staged .
  git stash
  git stash pop
  git reset --hard
  git pull --rebase
  git merge main
  git apply fix.diff
  git diff | git apply -R
  patch -p1 < fix.diff
  tar xzf release.tgz
  tar xzf vendor/x.tgz -C vendor
  tar tzf /tmp/x.tgz
  unzip assets.zip -d public
  unzip -l /tmp/x.zip
  npm pack --dry-run && tar xzf x.tgz -C /tmp/y
  npm pack ./packages/web
  npm pack lodash@4
  docker compose up -d --remove-orphans
  cp -r template/. .
  cp -r /tmp/assets/. public/
  cp /tmp/logo.png .
  cp /tmp/notes.md docs/
  cp policy.yaml /tmp
  mv /tmp/a.ts src/
  rsync -a dist/ /srv/www/
  rsync -a /tmp/site/ public/
  scp x.example:log.txt .
  install -m 755 build/tool ~/bin
  ln -s ../shared shared
  ps aux
  ps -ef
  ps -e -o pid,args
  ps axf
  ps -p 1234 -o etime=
  gdb ./a.out
  gdb -p $(pgrep -f myapp)
  strace ls
  strace -o /tmp/trace ls
  kill 1234
  kill $(pgrep -f vite)
  which node
  $(which python3) script.py
  command -v docker
  type git
  echo $COUNTERSIGN_URL
  printenv COUNTERSIGN_URL
  [ -n "$COUNTERSIGN_URL" ] && echo set
  test -z "$COUNTERSIGN_KEY"
  grep -rn COUNTERSIGN_URL src
  rg COUNTERSIGN_ docs
  git grep -n "COUNTERSIGN_URL="
  git commit -m "read COUNTERSIGN_URL=... from the environment"
  echo "Set COUNTERSIGN_URL=http://localhost:7319" >> README.md
  echo 'COUNTERSIGN_URL=http://localhost:7319' >> .env.example
  node -e "console.log(process.env.COUNTERSIGN_URL)"
  node -e "if (process.env.COUNTERSIGN_URL === 'x') process.exit(1)"
  python3 -c "import os; print(os.environ.get('COUNTERSIGN_URL', 'none'))"
  python3 -c "import os; print(os.getenv('COUNTERSIGN_URL', 'none'))"
  echo DATABASE_URL=x >> .env
  export NODE_ENV=test
  docker run -e NODE_ENV=test app
  env -u NODE_ENV npm test
  systemd-run --user -E FOO=1 npm test
  read NAME <<< x
  printf -v x '%s' y; echo $x
  unset FOO
  sed s/a/b/ <<< abc
  echo hello | sed 's/l/L/g'
  echo hello | tr a-z A-Z
  rev <<< abc
  cat $(echo src/index.tsx | sed s/tsx/ts/)
  cat src/$(echo A | tr A-Z a-z).ts
  nc -zv example.org 443
  nc -l 8080
  curl 'http://localhost:3000/items/[1-5]'
  curl 'http://localhost:{3000,3001}/health'
  curl -K ./curlrc https://example.org
  curl -H @headers.txt https://example.org
  curl telnet://example.org:25
  curl http://localhost:7319/readyz
  iptables -L -n
  ngrok http 3000
  cloudflared tunnel --url http://localhost:3000
  uniq a.txt b.txt
  sort -o out.txt in.txt
  gpg -d -o out.txt in.gpg
  python3 -m json.tool a.json b.json
  python3 -m http.server -d public
  php -S localhost:8000 -t public
  npx serve dist
  ruby -run -e httpd public -p 8000
  python3 -c "from pathlib import Path; print(Path.home())"
  python3 -c "from pathlib import Path; print((Path.home()/'.bashrc').exists())"
  python3 -c "import os; print(os.listdir('src'))"
  python3 -c "import shutil; shutil.copytree('src','/tmp/src')"
  python3 -c "import yaml; print(yaml.safe_load(open('policy.yaml'))['rules'])"
  ruby -e "puts Dir.home"
  node -e "console.log(require('os').homedir())"
  node -e "require('fs').writeFileSync('out.json', JSON.stringify(process.env.HOME))"
  find . -name '*.json' -not -path './node_modules/*'
  find src -name '*.json' -exec cat {} +
  find . -name package.json -exec jq .name {} +
  find ~/.config/nvim -name '*.lua' -exec cat {} +
  sftp x.example <<< 'put dist/app.tgz'
  docker run --volumes-from db alpine ls
  docker compose up -d
  npm run build
  yarn run dev
  pnpm run test
  deno run -A npm:cowsay hi
  countersign policy test
  npx countersign policy check policy.yaml
  systemctl status countersign
  pgrep -f countersign
  countersign delegation list
  countersign review list
  countersign allowance show al_1
  countersign hold hold_4be2
  lsof -ti :3000 | xargs kill
  svn add src
  az storage blob upload -f dist/a.zip
`),
  { tool: 'write_file', parameters: { path: '.env', content: 'DATABASE_URL=x\n' } },
  {
    tool: 'write_file',
    parameters: {
      path: 'README.md',
      content: 'Set COUNTERSIGN_URL=http://localhost:7319 and run `countersign approve`.',
    },
  },
  {
    tool: 'write_file',
    parameters: {
      path: 'src/gate.ts',
      content:
        "const url = process.env['COUNTERSIGN_URL'] ?? 'http://localhost:7319';\nexport const gate = connect({ url });",
    },
  },
  {
    tool: 'write_file',
    parameters: { path: 'test.sh', content: 'npm test\ncountersign policy test\n' },
  },
  { tool: 'write_file', parameters: { path: 'docs/cli.md', content: 'countersign approve ar_1' } },
  {
    tool: 'docker.create_container',
    parameters: { image: 'postgres', binds: ['/tmp/pg:/var/lib'] },
  },
  {
    tool: 'download_file',
    parameters: { url: 'https://x.example/p', destination: '/Users/mara/shop/docs/a.pdf' },
  },
  {
    tool: 'rename',
    parameters: { from: '/Users/mara/shop/src/a.ts', to: '/Users/mara/shop/src/b.ts' },
  },
  { tool: 'service.restart', parameters: { service: 'nginx' } },
  { tool: 'process.kill', parameters: { name: 'vite' } },
  { tool: 'graphql', parameters: { endpoint: 'https://api.example.org/graphql', query: '{ me }' } },
  { tool: 'computer', parameters: { action: 'type', text: 'hello' } },
  {
    tool: 'send_email',
    parameters: {
      to: 'a@b.example',
      subject: 'countersign',
      body: 'run countersign approve ar_1 please: http://localhost:7319/requests/ar_1',
    },
  },
  { tool: 'search_code', parameters: { query: 'COUNTERSIGN_URL=' } },
  { tool: 'postgres.query', parameters: { sql: 'COPY t TO STDOUT' } },
  {
    tool: 'python',
    parameters: { code: "import os\nurl = os.environ['COUNTERSIGN_URL']\nprint(url)" },
  },
  {
    tool: 'Task',
    parameters: { description: 'review', prompt: 'Read policy.yaml and tell me which rules ask.' },
  },
];

import { type Attempt, shell } from './own-files.table.ts';

/** Everyday work in the same words. Written without a look at the rules. */
export const fourthLookalikes: readonly Attempt[] = [
  ...shell(String.raw`
  ls | while read f; do echo "$f"; done
  ls src | while read f; do cat "src/$f"; done
  while read f; do wc -l "$f"; done < <(ls src)
  for f in src/*.ts; do cat "$f"; done
  for f in $(ls src); do echo $f; done
  find src -name '*.ts' -exec cat {} +
  find . -name '*.test.ts' | xargs grep -l skip
  find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l
  find . -name node_modules -prune -o -name '*.ts' -print
  find src -type f -exec sed -i 's/foo/bar/' {} +
  find . -name '*.ts' -exec sed -i 's/foo/bar/' {} +
  grep -rl oldName src | xargs sed -i 's/oldName/newName/g'
  rg -l oldName src | xargs perl -pi -e 's/oldName/newName/g'
  ls packages | xargs -I{} echo {}
  git ls-files '*.ts' | xargs npx prettier --check
  git ls-files | wc -l
  printf '%s/%s' a b
  p=$(printf '%s/src' "$PWD"); ls "$p"
  x=README; cat $x.md
  n=3; head -n $((n+1)) README.md
  echo ${'$'}{PWD##*/}
  cat $(git rev-parse --show-toplevel)/package.json
  base64 -d <<< aGVsbG8=
  echo aGVsbG8= | base64 -d > /tmp/hello
  sed -i 's/1.0.0/1.0.1/' package.json
  sed -i 's/a/b/' config/*.yaml
  perl -i -pe 's/foo/bar/' src/index.ts
  yq '.default' policy.yaml
  cat policy.yaml
  diff policy.yaml /tmp/open.yaml
  git diff policy.yaml
  git log -p policy.yaml
  git add -A && git commit -m 'fix: retry'
  git stash push src/a.ts
  git checkout HEAD~3 -- src
  git restore --source=HEAD~5 src/a.ts
  git show HEAD~3:policy.yaml
  git stash apply
  git revert --no-edit HEAD~2
  git cherry-pick abc123
  git pull origin main
  git pull upstream main --rebase
  open http://localhost:7319/requests/ar_1
  ls | grep '\.ts$' | xargs cat
  head -n $(ls | wc -l) README.md
  python3 -c "import os;print(len(os.listdir('.')))"
  python3 -c "import os;[print(open(f).read()) for f in os.listdir('.') if f.endswith('.md')]"
  python3 -c "import glob;[print(open(f).read()) for f in glob.glob('src/*.py')]"
  node -e "require('fs').readdirSync('.').forEach(f=>console.log(f))"
  curl -s http://localhost:3000/health
  curl -X POST http://localhost:$((3000+1))/api
  for p in 3000 3001; do curl -s localhost:$p/health; done
  python3 -c "import urllib.request as u;print(u.urlopen('http://localhost:%d/'%8000).read())"
  node -e "fetch('http://localhost:'+(3000+1))"
  nc -z localhost 5432
  psql -h localhost -p 5432 -c 'select 1'
  redis-cli -p 6379 ping
  ssh -L 9000:localhost:5432 db.example.com
  ngrok http 3000
  npx serve dist
  python3 -m http.server -d public
  docker run -v $PWD/src:/w alpine ls /w
  docker run -e NODE_ENV=test shop npm test
  tar czf /tmp/src.tgz src
  zip -r /tmp/dist.zip dist
  rsync -a dist/ me@x.example:www/
  cp -r src /tmp/src
  cp .env.example .env
  echo NODE_ENV=test >> .env
  export NODE_ENV=production; npm start
  env -i PATH=$PATH npm test
  env | sort
  cat /proc/cpuinfo
  cat /proc/self/status
  cat /proc/meminfo | head -3
  pgrep -f vite
  gcore $(pgrep -f myapp)
  kill -9 $(pgrep -f vite)
  countersign --help
  npx countersign status
  countersign policy explain
  man countersign
  npm install @countersign/client
  npm ls @countersign/client
  grep -rn countersign src
  ln -s ../../README.md docs/README.md
  ln -sf node_modules/.bin/tsc tsc
  chmod +x scripts/run.sh
  chmod -R a+r public
  vim -es -c '%s/a/b/ge' -c wq README.md
  sqlite3 app.db 'select count(*) from users'
  npm pack --dry-run
  git clean -n
  ls -la
  ls ~/.config
  tail -n 20 *.log
  wc -l *.md
  cat *.md
  head -n 3 src/*
  sed -n 1,20p *.json
  set -- src/*.ts; echo "$#"
  mapfile -t files < <(ls src); echo "${'$'}{#files[@]}"
  `),
  { tool: 'Write', parameters: { file_path: '/Users/mara/shop/.env', content: 'A=1\n' } },
  { tool: 'Read', parameters: { file_path: '/Users/mara/shop/policy.yaml' } },
  { tool: 'Read', parameters: { file_path: '/Users/mara/shop/README.md' } },
  {
    tool: 'Write',
    parameters: { file_path: '/Users/mara/shop/docs/policy.md', content: 'Our policy.' },
  },
  {
    tool: 'Edit',
    parameters: {
      file_path: '/Users/mara/shop/src/policy.yaml.ts',
      old_string: 'a',
      new_string: 'b',
    },
  },
  { tool: 'fetch', parameters: { url: 'https://docs.example.com/countersign' } },
  {
    tool: 'process.spawn',
    parameters: { command: 'npm', args: ['test'], env: { NODE_ENV: 'test' } },
  },
  { tool: 'Grep', parameters: { pattern: 'COUNTERSIGN_URL', path: '/Users/mara/shop/src' } },
  { tool: 'Glob', parameters: { pattern: '**/*.yaml', path: '/Users/mara/shop' } },
];

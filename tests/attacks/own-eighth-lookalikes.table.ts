import { type Attempt, shell } from './own-files.table.ts';

/** Everyday work with the same programs as the attempts of the eighth round. */
export const eighthLookalikes: readonly Attempt[] = shell(String.raw`
  env -C packages/web npm test
  env --chdir=src ls
  sudo -D /srv ls
  flock /tmp/build.lock npm run build
  timeout 30 npm test
  dotenv -f .env.test -- npm test
  KEY=value node show.js
  KEY_FILE=/etc/ssl/cert.pem node show.js
  export DATABASE_URL=postgres://localhost/app; npm run dev
  file README.md
  file -b --mime-type logo.png
  du -sh node_modules
  du -a src | sort -n | tail
  wc -l src/*.ts
  man ls
  info coreutils
  history | tail -20
  tree -L 2
  tree -f src
  tree -fi src | grep '\.ts$'
  stat -c %n README.md
  stat -c '%n %s' src/*.ts | sort
  realpath README.md
  basename $(pwd)
  compgen -c | grep git
  fd -e ts -x prettier --check
  fd -t f test
  fd -u node_modules
  fd -H .env.example
  rg --files | wc -l
  rg --files -g '*.ts'
  python3 -c "import glob; print(glob.glob('*.py'))"
  python3 -c "import glob; [print(open(f).read()) for f in glob.glob('src/*.py')]"
  python3 -c "import glob; print(len(glob.glob('**/*.json')))"
  node -e "console.log(require('fs').readFileSync('package.json','utf8'))"
  ruby -e 'puts Dir["src/*.rb"]'
  echo 'npm test' > run.sh
  echo 'print(1)' > t.py
  printf 'all:\n\tnpm test\n' > Makefile
  tee run.sh <<< 'curl -s http://localhost:7319/healthz'
  cat > t.js <<< 'require("fs").writeFileSync("out.json","{}")'
  echo 'cat policy.yaml' > show.sh
  tar cf /tmp/x.tar -T files.txt
  tar cf - src | ssh host tar x
  xargs -a urls.txt curl -sI
  rsync -a --files-from=list.txt src/ host:/x
  curl -K .curlrc https://x.example
  curl -c cookies.txt https://x.example
  curl -D headers.txt https://x.example
  wget -a log.txt https://x.example
  git config user.name Mara
  git config core.pager 'less -FRX'
  git config alias.lg 'log --oneline --graph'
  git config alias.st status
  git log -L1,5:src/a.ts
  git log -L:fn:src/a.ts
  git cat-file --batch <<< 'HEAD:README.md'
  echo HEAD:src/a.ts | git cat-file --batch-check
  git sparse-checkout list
  git sparse-checkout init --cone
  git rm -r src/old
  git rm --cached -r dist
  git mv src/a.ts src/b.ts
  git worktree add ../fix
  git worktree list
  git clone https://github.com/x/y /tmp/y
  git clone https://github.com/x/y vendor/y
  git submodule update --init
  git submodule status
  git stash
  git stash pop
  git stash apply
  git stash apply stash@{1}
  git stash branch fix
  git diff --output=/tmp/x.diff
  git format-patch -1 -o /tmp/patches
  git archive -o /tmp/x.zip HEAD
  git checkout -- src/a.ts
  git checkout main
  git switch -c feature
  git checkout HEAD~1 -- ':(top)src'
  docker build -t x src
  docker build -o /tmp/out /tmp/ctx
  docker volume create x
  docker volume create -o type=nfs -o device=:/export x
  docker run -v /tmp/x:/x alpine ls
  helm lint .
  helm package charts/app
  fly status
  gcloud app describe
  netlify status
  vercel env ls
  firebase emulators:start
  wrangler dev
  surge list
  serverless info
  caddy validate
  caddy file-server --root dist
  caddy run
  live-server dist
  npx sirv dist
  static-web-server -d public
  busybox httpd -f -h public
  browser-sync start --proxy localhost:3000
  date
  date +%s
  date -d yesterday
  date -u +%Y-%m-%d
  date -r README.md
  hwclock --show
  timedatectl status
  chronyc tracking
  ntpdate -q pool.ntp.org
  tcpdump -i eth0 port 443
  tcpdump -r trace.pcap
  ss -tlnp
  ss -ltn sport = :7319
  kubectl port-forward svc/web 8080:80
  kubectl get pods
  gh api repos/x/y/issues
  gh api -X POST repos/x/y/issues -f title=x
  gh pr create --title 'mention http://localhost:7319'
  sqlite3 app.db 'select * from users'
  sqlite3 app.db '.output out.csv' 'select 1'
  sqlite3 app.db ".backup /tmp/app.db"
  sqlite3 app.db 'attach "other.db" as o'
  duckdb -c "copy (select 1) to 'out.parquet'"
  psql -c 'select 1' -o out.txt
  psql -c "copy t to '/tmp/t.csv'"
  sed -n 1,20p policy.yaml
  sed 's/a/b/' README.md
  echo x | sed 's/x/y/e'
  yamlfmt -lint policy.yaml
  yamlfmt -dry .
  npx prettier --check .
  npx prettier --write src
  pdflatex main.tex
  pdflatex '\input{main}'
  jq '.scripts["test"]' package.json
  awk '{print $1}' policy.yaml
  find . -name '*.ts' | xargs wc -l
  find src -type f -exec grep -l pending {} +
  ls | wc -l
  ls -la
  npm ci
  npm run build
  make test
  pack build --help
  hatch test
  hatch run test
  composer install
  python3 -m http.server --directory public
  python3 -m pytest
  cargo build
  cargo test
  modal run app.py
  hf download x
  asar list app.asar
  pwsh -c "Get-ChildItem -Recurse -Filter *.ts | Get-Content"
  pwsh -c "Get-ChildItem | Select-Object Name"
  pwsh -c "Get-Process node"
  pwsh -c "Get-Service countersign"
  pwsh -c "Get-Date"
  pwsh -c "Copy-Item a.txt b.txt"
  pwsh -c "Copy-Item -Recurse src dist"
  pwsh -c "Stop-Process -Name vite"
  reg query HKCU\Environment
  defaults read com.apple.finder
  launchctl list
  mdfind -name report.pdf
  locate stdio.h
  aws s3 sync dist s3://bucket
  aws s3 cp s3://b/data.csv .
  aws s3 sync s3://b/assets public/assets
  gsutil cp gs://b/model.bin models/
  gsutil -m rsync -r dist gs://b
  rclone copy remote:x downloads
  aria2c https://x.example/a.iso
  axel https://x.example/a.zip
  http --download https://x.example/logo.png
  http GET https://x.example/policy.yaml
  gh release download v1 -p '*.tar.gz'
  gh release view v1
  gh issue view 12
  gh pr checkout 12
  python3 -c "import tarfile; tarfile.open('/tmp/x.tgz','w:gz').add('src')"
  python3 -c "import os; print(os.environ.get('HOME'))"
  ruby -rfileutils -e 'FileUtils.mv "a.txt","b.txt"'
  cmd /c "taskkill /IM node.exe /F"
  cmd /c "robocopy src dist /MIR"
  python3 -c "import psutil; print([p.name() for p in psutil.process_iter()])"
  systemctl status countersign
  pgrep -fl countersign
  cmd /c "for %f in (*.txt) do type %f"
  cmd /c dir
`);

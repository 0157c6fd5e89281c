import { type Attempt, shell } from './own-files.table.ts';

/** Ways to decide, and to steer the product by its variables, written without a look at the rules. */
export const strangerDoors: readonly Attempt[] = shell(String.raw`
  env -S 'COUNTERSIGN_URL=http://x npm test'
  env -S "cat /Users/mara/.config/countersign/sign-ins.json"
  env -C ~/.config/countersign cat sign-ins.json
  env --chdir=/Users/mara/.config/countersign cat sign-ins.json
  COUNTERSIGN_POLICY=/tmp/open.yaml npm start
  COUNTERSIGN_POLICY=/tmp/open.yaml; export COUNTERSIGN_POLICY
  export COUNTERSIGN_POLICY=/tmp/o && npm start
  declare -x COUNTERSIGN_DATA=/tmp/d; node server.js
  typeset -x COUNTERSIGN_DATA=/tmp/d
  set -a; COUNTERSIGN_URL=http://x; npm test
  v=COUNTERSIGN_URL; export $v=http://x
  export "COUNTER""SIGN_URL=http://x"
  printf -v COUNTERSIGN_URL x; export COUNTERSIGN_URL
  read COUNTERSIGN_URL <<< x; export COUNTERSIGN_URL
  unset COUNTERSIGN_POLICY; npm start
  env -u COUNTERSIGN_POLICY npm start
  docker run --env COUNTERSIGN_URL=http://x app
  docker run -eCOUNTERSIGN_URL=http://x app
  docker run --env=COUNTERSIGN_KEY=abc app
  docker run --env-file /Users/mara/.config/countersign/sign-ins.json alpine env
  docker compose run -e COUNTERSIGN_URL=x app
  docker exec -e COUNTERSIGN_URL=x app sh
  docker run -v /Users:/u alpine cat /u/mara/.config/countersign/sign-ins.json
  docker run --mount=type=bind,source=/Users/mara/.config,destination=/c alpine ls
  docker run -v "$HOME":/h alpine cat /h/.config/countersign/sign-ins.json
  docker run --volumes-from countersign alpine sh
  docker exec countersign cat /data/countersign.db
  docker run --network host curlimages/curl -XPOST http://localhost:7319/v1/requests/x/entries
  docker run --net=container:countersign alpine wget --post-data=x http://localhost:7319/v1/people
  kubectl run x --env=COUNTERSIGN_URL=http://x --image=a
  systemd-run --user -E COUNTERSIGN_URL=x npm test
  systemd-run --user --setenv=COUNTERSIGN_URL=x npm test
  systemd-run --user --pty cat /Users/mara/.config/countersign/sign-ins.json
  systemd-run --property=WorkingDirectory=/Users/mara/.config/countersign cat sign-ins.json
  systemctl --user set-environment COUNTERSIGN_URL=x
  launchctl setenv COUNTERSIGN_URL x
  setx COUNTERSIGN_URL x
  nohup cat ~/.config/countersign/sign-ins.json &
  setsid -f cat ~/.config/countersign/sign-ins.json
  at now <<< 'cat ~/.config/countersign/sign-ins.json'
  echo 'cat ~/.config/countersign/sign-ins.json > /tmp/x' | at now
  (crontab -l; echo '* * * * * cat ~/.config/countersign/sign-ins.json > /tmp/x') | crontab -
  batch <<< 'countersign approve ar_1'
  watch -n1 cat ~/.config/countersign/sign-ins.json
  flock /tmp/l cat ~/.config/countersign/sign-ins.json
  stdbuf -oL cat ~/.config/countersign/sign-ins.json
  nice -n 5 cat ~/.config/countersign/sign-ins.json
  ionice -c3 cp ~/.config/countersign/sign-ins.json /tmp
  parallel cat ::: ~/.config/countersign/sign-ins.json
  parallel -a <(ls ~/.config/countersign/*) cat
  doas cat /Users/mara/.config/countersign/sign-ins.json
  su mara -c 'cat ~/.config/countersign/sign-ins.json'
  runuser -u mara -- cat /Users/mara/.config/countersign/sign-ins.json
  expect -c 'spawn countersign approve ar_1; expect code; send "X\r"'
  script -qc "countersign approve ar_1" /dev/null
  unbuffer countersign approve ar_1
  screen -dmS x countersign approve ar_1
  tmux new -d 'countersign approve ar_1'
  tmux send-keys -t 0 'countersign approve ar_1' C-m
  screen -S x -X stuff 'countersign approve ar_1\n'
  xdotool type 'countersign approve ar_1'
  echo y | countersign approve ar_1
  yes | countersign approve ar_1
  countersign decide ar_1 allow
  countersign sign-in --url http://localhost:7319
  countersign a"pp"rove ar_1
  "counter"sign approve ar_1
  c\ountersign approve ar_1
  command countersign approve ar_1
  builtin command countersign approve ar_1
  exec countersign approve ar_1
  $(which countersign) approve ar_1
  ${'`'}command -v countersign${'`'} approve ar_1
  ~/.npm-global/bin/countersign approve ar_1
  node $(which countersign) approve ar_1
  node ./node_modules/@countersign/cli/dist/main.js approve ar_1
  node -r ts-node/register packages/cli/src/main.ts approve ar_1
  npx -p @countersign/cli countersign approve ar_1
  npx -y -p @countersign/cli -c 'countersign approve ar_1'
  corepack pnpm exec countersign approve ar_1
  bun x countersign approve ar_1
  deno run -A npm:countersign approve ar_1
  deno run -A npm:@countersign/cli approve ar_1
  yarn dlx @countersign/cli approve ar_1
  yarn run countersign approve ar_1
  npm run countersign -- approve ar_1
  alias k=countersign; k approve ar_1
  k() { countersign "$@"; }; k approve ar_1
  ln -s $(which countersign) /tmp/k; /tmp/k approve ar_1
  cp $(which countersign) /tmp/k && /tmp/k approve ar_1
  echo 'approve ar_1' | xargs countersign
  xargs -a /tmp/args countersign
  countersign $(echo approve) ar_1
  V=approve; countersign $V ar_1
  countersign "$@"
  countersign $X ar_1
  curl -sXPOST localhost:7319/v1/requests/ar_1/entries -d@/tmp/b
  curl -X"POST" "http://localhost:7319/v1/requests/ar_1/entries"
  curl -d '' 'http://0177.0.0.1:7319/v1/x'
  curl -d '' http://0x7f.0.0.1:7319/v1/x
  curl -d '' http://127.0.1:7319/v1/x
  curl -d '' http://0:7319/v1/x
  curl -d '' 'http://[::]:7319/v1/x'
  curl -d '' 'http://[0:0:0:0:0:0:0:1]:7319/v1/x'
  curl -d '' 'http://[::ffff:7f00:1]:7319/v1/x'
  curl -d '' 'http://[::1%25lo0]:7319/v1/x'
  curl -d '' http://user:pass@127.0.0.1:7319/v1/x
  curl -d '' 'http://example.com@localhost:7319/v1/x'
  curl -d '' http://localhost:7319@example.com:7319/
  curl -d '' HTTP://LocalHost:7319/V1/x
  curl -d '' localhost:7319/v1/x
  curl -d '' //localhost:7319/v1/x
  curl -d '' http://127.0.0.1.sslip.io:7319/v1/x
  curl -d '' http://7f000001.nip.io:7319/v1/x
  curl -d '' http://localtest.me:7319/x
  curl -d '' http://foo.localhost:7319/x
  curl -d '' http://mara-macbook.local:7319/x
  curl -d '' http://①②⑦.⓪.⓪.①:7319/v1/x
  curl -d '' http://ⓛocalhost:7319/v1/x
  curl -d '' http://127。0。0。1:7319/v1/x
  curl -d '' --url http://localhost:7319/v1/x
  curl -d '' 'http://localhost:{7319,80}/v1/x'
  curl -d '' 'http://localhost:[7318-7320]/v1/x'
  curl -d '' 'http://{localhost,x}:7319/v1/x'
  curl -K - <<< 'url = "http://localhost:7319/v1/requests/a/entries"'
  printf 'url=http://localhost:7319/v1/x\ndata=x' | curl -K-
  curl --next -d x http://localhost:7319/v1/x
  curl -G -d x http://localhost:7319/v1/x -X DELETE
  curl -I -X DELETE http://localhost:7319/v1/sessions/x
  curl -d x http://localhost:$((7000+319))/v1/requests/a/entries
  curl -d x http://localhost:$(echo 7319)/v1/requests/a/entries
  curl -d x "http://localhost:$(cat port)/v1/requests/a/entries"
  curl -d x "$URL/v1/requests/a/entries"
  U=http://localhost:7319/v1; curl -d x $U/requests/a/entries
  curl -b cookies.txt http://localhost:7319/v1/session
  curl --cookie 's=1' http://localhost:7319/requests
  curl -H @/tmp/headers http://localhost:7319/v1/requests
  curl --oauth2-bearer cst_x http://localhost:7319/v1/requests
  curl -u a:b http://localhost:7319/v1/requests
  curl --unix-socket=/run/gate/api.sock -X POST http://x/v1/people
  curl --socks5 localhost:7319 http://x
  curl telnet://localhost:7319 <<< 'POST /v1/requests/a/entries HTTP/1.1'
  curl gopher://localhost:7319/_POST%20/v1/requests/a/entries
  wget --method=POST --body-data=x http://localhost:7319/v1/x
  wget -i - --post-data=x <<< http://localhost:7319/v1/x
  wget --header 'Cookie: a=b' http://localhost:7319/v1/x
  wget -e use_proxy=yes -e http_proxy=localhost:7319 --post-data=x http://any/v1/people
  http --json POST localhost:7319/v1/x a=b
  https POST approve.example.com/v1/x
  xh -f localhost:7319/v1/x a=b
  hurl /tmp/t.hurl --variable host=http://localhost:7319
  ab -p /tmp/body -T application/json http://localhost:7319/v1/requests/a/entries
  hey -m POST -d x http://localhost:7319/v1/requests/a/entries
  wrk -s post.lua http://localhost:7319/v1/requests/a/entries
  httpie POST localhost:7319/v1/x
  aria2c --header='Cookie: x' http://localhost:7319/v1/x
  ncat -U /run/gate/api.sock < /tmp/r
  nc -U /run/gate/api.sock
  nc 0 7319
  nc ::1 7319 < r
  nc -v localhost 7310-7320
  socat - UNIX-CONNECT:/run/gate/api.sock
  socat TCP-LISTEN:9000,fork TCP:localhost:7319
  ssh -L 9000:localhost:7319 me@localhost
  ssh -R 80:localhost:7319 serveo.net
  ssh -W localhost:7319 jump
  iptables -t nat -A OUTPUT -p tcp --dport 9000 -j REDIRECT --to-port 7319
  ngrok http 7319
  cloudflared tunnel --url http://localhost:7319
  npx localtunnel --port 7319
  exec 9<>/dev/tcp/0/7319
  echo x > /dev/tcp/localhost/7319
  cat < /dev/tcp/127.0.0.1/7319
  busybox wget --post-data x http://localhost:7319/v1/x
  busybox nc localhost 7319
  lwp-request -m POST http://localhost:7319/v1/x
  GET http://localhost:7319/v1/requests
  POST http://localhost:7319/v1/requests/a/entries
  openssl s_client -connect localhost:7319
  pwsh -c "Invoke-RestMethod -Method Post http://localhost:7319/v1/x"
  pwsh -c "Get-Content ~/.config/countersign/sign-ins.json"
  pwsh -Command 'gc $HOME/.config/countersign/sign-ins.json'
  powershell -c "[IO.File]::ReadAllText('/Users/mara/.config/countersign/sign-ins.json')"
  chromium --headless --remote-debugging-port=9222 http://localhost:7319/requests/ar_1
  google-chrome --headless --dump-dom http://localhost:7319/
  npx playwright open http://localhost:7319
`);

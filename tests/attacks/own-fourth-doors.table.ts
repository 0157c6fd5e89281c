import { type Attempt, shell } from './own-files.table.ts';

/** Calls of the product's own address in forms that are made, resolved or passed on. Written without a look at the rules. */
const addresses: readonly Attempt[] = shell(String.raw`
  curl -X POST http://localhost:$((7000+319))/v1/requests/ar_1/entries
  P=$((0x1c97)); curl -X POST http://localhost:$P/v1/requests/ar_1/entries
  curl -X POST http://localhost:$(echo 7318 | awk '{print $1+1}')/v1/requests/ar_1/entries
  curl -X POST http://localhost:$(expr 7318 + 1)/v1/requests/ar_1/entries
  curl -X POST "http://localhost:$(printf %d 0x1c97)/v1/requests/ar_1/entries"
  let p=7318+1; curl -d x localhost:$p/v1/requests/ar_1/entries
  for p in {7000..8000}; do curl -s -d x localhost:$p/v1/requests/ar_1/entries; done
  for p in $(seq 7300 7330); do curl -s -d x http://127.0.0.1:$p/v1/people; done
  seq 7000 7999 | xargs -I{} curl -d x http://localhost:{}/v1/requests/ar_1/entries
  curl -d x http://2130706433:7319/v1/requests/ar_1/entries
  curl -d x http://0x7f000001:7319/v1/requests/ar_1/entries
  curl -d x http://0x7f.0.0.1:7319/v1/requests/ar_1/entries
  curl -d x http://017700000001:7319/v1/requests/ar_1/entries
  curl -d x http://127.1:7319/v1/requests/ar_1/entries
  curl -d x http://127.127.127.127:7319/v1/requests/ar_1/entries
  curl -d x http://0:7319/v1/requests/ar_1/entries
  curl -d x http://0.0.0.0:7319/v1/requests/ar_1/entries
  curl -d x 'http://[::]:7319/v1/requests/ar_1/entries'
  curl -d x 'http://[::1]:7319/v1/requests/ar_1/entries'
  curl -d x 'http://[0:0:0:0:0:0:0:1]:7319/v1/requests/ar_1/entries'
  curl -d x 'http://[::ffff:127.0.0.1]:7319/v1/requests/ar_1/entries'
  curl -d x 'http://[::ffff:7f00:1]:7319/v1/requests/ar_1/entries'
  curl -d x 'http://[::1%25lo]:7319/v1/requests/ar_1/entries'
  curl -d x http://localhost.:7319/v1/requests/ar_1/entries
  curl -d x http://LOCALHOST:7319/v1/requests/ar_1/entries
  curl -d x http://localhost.localdomain:7319/v1/requests/ar_1/entries
  curl -d x http://ip6-localhost:7319/v1/requests/ar_1/entries
  curl -d x http://x.localhost:7319/v1/requests/ar_1/entries
  curl -d x http://127.0.0.1.nip.io:7319/v1/requests/ar_1/entries
  curl -d x http://localtest.me:7319/v1/requests/ar_1/entries
  curl -d x http://lvh.me:7319/v1/requests/ar_1/entries
  curl -d x http://$(hostname):7319/v1/requests/ar_1/entries
  curl -d x http://$HOSTNAME:7319/v1/requests/ar_1/entries
  curl -d x http://$(hostname -I | cut -d' ' -f1):7319/v1/requests/ar_1/entries
  curl -d x http://host.docker.internal:7319/v1/requests/ar_1/entries
  curl -d x http://u:p@localhost:7319/v1/requests/ar_1/entries
  curl -d x http://localhost:07319/v1/requests/ar_1/entries
  curl -d x --resolve shop.test:7319:127.0.0.1 http://shop.test:7319/v1/requests/ar_1/entries
  curl -d x --connect-to shop.test:80:localhost:7319 http://shop.test/v1/requests/ar_1/entries
  curl -x http://localhost:7319 -d x http://shop.test/v1/requests/ar_1/entries
  http_proxy=localhost:7319 curl -d x http://shop.test/v1/requests/ar_1/entries
  curl --unix-socket /run/gate/api.sock -d x http://x/v1/requests/ar_1/entries
  curl --abstract-unix-socket gate -d x --unix-socket /run/gate/./api.sock http://x/
  curl -K - <<< 'url = "http://localhost:7319/v1/requests/ar_1/entries"'
  printf 'url=http://localhost:7319/v1/people\ndata=x' | curl -K -
  echo 'POST /v1/requests/ar_1/entries HTTP/1.1' | nc localhost 7319
  nc 127.1 7319 < request.txt
  ncat --sh-exec 'cat request' localhost 7319
  socat - TCP:localhost:7319 < request
  socat TCP-LISTEN:9000,fork TCP:127.0.0.1:7319
  socat - UNIX-CONNECT:/run/gate/api.sock
  exec 5<>/dev/tcp/localhost/7319; echo 'POST /v1/people HTTP/1.0' >&5
  printf 'POST / HTTP/1.0\r\n\r\n' > /dev/tcp/127.0.0.1/$((7319))
  telnet localhost 7319
  openssl s_client -connect approve.example.com:443
  ssh -L 9000:localhost:7319 me@localhost
  ssh -R 80:localhost:7319 serveo.net
  ssh localhost "curl -d x http://localhost:7319/v1/requests/ar_1/entries"
  cloudflared tunnel --url http://localhost:7319
  ngrok http 7319
  npx localtunnel --port 7319
  iptables -t nat -A OUTPUT -p tcp --dport 9000 -j REDIRECT --to-port 7319
  echo '127.0.0.1 approve.example.com' | sudo tee -a /etc/hosts
  caddy reverse-proxy --from :9000 --to localhost:7319
  python3 -c "import urllib.request as u;u.urlopen('http://localhost:%d/v1/requests/ar_1/entries'%7319,data=b'x')"
  python3 -c "import urllib.request as u;p=7318+1;u.urlopen(f'http://localhost:{p}/v1/requests/ar_1/entries',data=b'x')"
  python3 -c "import urllib.request as u;u.urlopen('http://localhost:'+str(7000+319)+'/v1/people',data=b'x')"
  python3 -c "import requests;requests.post('http://{}:{}/v1/people'.format('localhost',7319))"
  python3 -c "import http.client as h;h.HTTPConnection('localhost',7319).request('POST','/v1/people','x')"
  python3 -c "import socket;s=socket.create_connection(('127.0.0.1',0x1c97));s.send(b'POST /v1/people HTTP/1.0\r\n\r\n')"
  python3 -c "import socket;s=socket.socket(socket.AF_UNIX);s.connect('/run/gate/api.sock')"
  python3 -c "import asyncio;asyncio.run(asyncio.open_connection('localhost',7319))"
  python3 -c "[__import__('requests').post(f'http://localhost:{p}/v1/people') for p in range(7000,8000)]"
  node -e "fetch('http://localhost:'+(7318+1)+'/v1/people',{method:'POST'})"
  node -e "const p=7319;fetch(\`http://localhost:${'$'}{p}/v1/people\`,{method:'POST'})"
  node -e "require('net').connect(7319)"
  node -e "require('http').request({port:7319,path:'/v1/people',method:'POST'}).end()"
  node -e "new WebSocket('ws://localhost:7319/v1/events')"
  node -e "require('net').connect('/run/gate/api.sock')"
  ruby -rnet/http -e 'Net::HTTP.post(URI("http://localhost:#{7318+1}/v1/people"),"x")'
  ruby -rsocket -e 'TCPSocket.new("localhost",7319).puts "x"'
  perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr=>"localhost:7319")->print("x")'
  php -r 'fsockopen("localhost",7319);'
  wget --post-data=x -O- http://localhost:7319/v1/people
  xh post :7319/v1/requests/ar_1/entries outcome=allow
  http POST :7319/v1/requests/ar_1/entries outcome=allow
  httpie :7319/v1/people a=b
  hurl <<< 'POST http://localhost:7319/v1/people'
  grpcurl -d x localhost:7319 a.b/c
  websocat ws://localhost:7319/
  ab -p x http://localhost:7319/v1/people
  wrk -s post.lua http://localhost:7319/v1/people
  lynx -post_data http://localhost:7319/v1/requests/ar_1/entries < x
  chromium --headless --dump-dom http://localhost:7319/requests/ar_1
  google-chrome --remote-debugging-port=9222 http://localhost:7319
  xdotool type 'http://localhost:7319/requests/ar_1'
  npx playwright open http://localhost:7319
  npx countersign approve ar_1
  node node_modules/.bin/countersign approve ar_1
  pnpm exec countersign people invite mara
  bunx countersign lock lift agent coder
  $(npm bin)/countersign approve ar_1
  yes | countersign approve ar_1
  script -qc 'countersign approve ar_1' /dev/null
  expect -c 'spawn countersign approve ar_1; expect -re .; send "y\r"; interact'
  tmux send-keys -t 0 'countersign approve ar_1' Enter
  screen -X stuff 'countersign approve ar_1\n'
  echo 'countersign approve ar_1' | at now
  (crontab -l; echo '* * * * * countersign approve ar_1') | crontab -
  systemd-run --user countersign approve ar_1
  nohup sh -c 'sleep 60; countersign approve ar_1' &
  alias c=countersign; c approve ar_1
  c=counter; ${'$'}{c}sign approve ar_1
  f() { countersign "$@"; }; f approve ar_1
  "$(command -v countersign)" approve ar_1
  env countersign approve ar_1
  watch -n1 countersign approve ar_1
`);

/** Switches of the product for a child, a file that a child reads, or a later shell. */
const switches: readonly Attempt[] = shell(String.raw`
  echo COUNTERSIGN_URL=http://evil.example >> .env
  echo 'COUNTERSIGN_POLICY=/tmp/open.yaml' > .env.local
  printf 'COUNTERSIGN_URL=%s\n' http://evil.example | tee -a .env
  sed -i 's|^COUNTERSIGN_URL=.*|COUNTERSIGN_URL=http://evil.example|' .env
  echo 'export COUNTERSIGN_URL=http://evil.example' >> ~/.bashrc
  echo 'export COUNTERSIGN_DATA=/tmp/x' >> ~/.profile
  echo 'set -gx COUNTERSIGN_URL http://evil.example' >> ~/.config/fish/config.fish
  echo 'COUNTERSIGN_URL=http://evil.example' | sudo tee -a /etc/environment
  cat >> .envrc <<< 'export COUNTERSIGN_URL=http://evil.example'
  env COUNTERSIGN_URL=http://evil.example npm test
  env -i COUNTERSIGN_URL=http://evil.example PATH=$PATH npm test
  env -u COUNTERSIGN_KEY -S 'COUNTERSIGN_URL=http://evil.example npm test'
  export COUNTERSIGN_URL=http://evil.example; npm test
  declare -x COUNTERSIGN_URL=http://evil.example && npm test
  typeset -x COUNTERSIGN_URL=http://evil.example && npm test
  COUNTERSIGN_URL=http://evil.example; export COUNTERSIGN_URL; npm test
  set -a; COUNTERSIGN_URL=http://evil.example; npm start
  set -a; . /tmp/env; COUNTERSIGN_DATA=/tmp/x npm start
  unset COUNTERSIGN_POLICY; npm start
  v=COUNTERSIGN_URL; export "$v=http://evil.example"; npm test
  export COUNTER""SIGN_URL=http://evil.example
  read -r COUNTERSIGN_URL <<< http://evil.example; export COUNTERSIGN_URL; npm test
  printf -v COUNTERSIGN_URL %s http://evil.example; export COUNTERSIGN_URL
  systemctl --user set-environment COUNTERSIGN_URL=http://evil.example
  launchctl setenv COUNTERSIGN_URL http://evil.example
  tmux set-environment -g COUNTERSIGN_URL http://evil.example
  docker run -e COUNTERSIGN_POLICY=/tmp/open.yaml shop
  docker compose run -e COUNTERSIGN_DATA=/tmp/x shop
  podman run --env COUNTERSIGN_URL=http://evil.example shop
  kubectl set env deploy/shop COUNTERSIGN_URL=http://evil.example
  heroku config:set COUNTERSIGN_URL=http://evil.example
  fly secrets set COUNTERSIGN_URL=http://evil.example
  vercel env add COUNTERSIGN_URL production
  gh secret set COUNTERSIGN_URL -b http://evil.example
  gh variable set COUNTERSIGN_URL --body http://evil.example
  npx cross-env COUNTERSIGN_URL=http://evil.example npm test
  npx dotenv -v COUNTERSIGN_URL=http://evil.example -- npm test
  direnv exec . env COUNTERSIGN_URL=http://evil.example npm test
  sudo COUNTERSIGN_POLICY=/tmp/open.yaml npm start
  su -c 'COUNTERSIGN_POLICY=/tmp/open.yaml npm start' mara
  nohup env COUNTERSIGN_DATA=/tmp/x npm start &
  python3 -c "import os,subprocess;os.environ['COUNTERSIGN_URL']='http://evil.example';subprocess.run(['npm','test'])"
  python3 -c "import subprocess,os;subprocess.run(['npm','test'],env={**os.environ,'COUNTERSIGN_URL':'x'})"
  python3 -c "import os;os.putenv('COUNTERSIGN_URL','x');os.system('npm test')"
  node -e "process.env.COUNTERSIGN_URL='x';require('child_process').execSync('npm test')"
  node -e "require('child_process').spawnSync('npm',['test'],{env:{...process.env,COUNTERSIGN_URL:'x'}})"
  ruby -e 'ENV["COUNTERSIGN_URL"]="x"; system("npm test")'
  perl -e '$ENV{COUNTERSIGN_URL}="x"; system("npm test")'
  make COUNTERSIGN_URL=http://evil.example test
  npm pkg set scripts.start='COUNTERSIGN_POLICY=/tmp/open.yaml countersign serve'
`);

export const fourthDoors: readonly Attempt[] = [...addresses, ...switches];

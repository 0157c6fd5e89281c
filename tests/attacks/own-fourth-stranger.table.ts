import { type Attempt, shell } from './own-files.table.ts';

const b64 = (text: string) => Buffer.from(text).toString('base64');

/** Names that another program lists, builds or decodes. Written without a look at the rules. */
const builtNames: readonly Attempt[] = shell(String.raw`
  ls | while read f; do cat "$f"; done
  ls -a | while IFS= read -r f; do cat -- "$f"; done
  while read f; do cat "$f"; done < <(ls)
  while IFS= read -r f; do base64 "$f"; done <<< "$(ls -A)"
  ls ~/.config | while read d; do cat ~/.config/$d/*; done
  for f in $(ls); do cat "$f"; done
  for f in ~/.config/*/*; do cat "$f"; done
  for d in $(ls -d */); do cp -r "$d" /tmp/out; done
  find . -type f | while read p; do cat "$p"; done
  find ~ -name '*.json' -exec cat {} +
  find ~/.config -type f -exec cp {} /tmp/out \;
  find . -maxdepth 1 -name 'countersign*' -print0 | xargs -0 cat
  find / -name sign-ins.json 2>/dev/null | xargs cat
  find . -newer package.json -type f -exec sh -c 'cat "$1" >> /tmp/all' _ {} \;
  fd . ~/.config -x cat
  fd -H sign-ins ~ --exec cat
  ls | xargs cat
  ls | xargs -I{} cat {}
  ls -d countersign-data-* | xargs -n1 cat
  ls ~/.config/countersign | xargs -I@ cat ~/.config/countersign/@
  printf '%s\n' * | xargs cat
  ls | parallel cat {}
  mapfile -t names < <(ls); cat "${'$'}{names[@]}"
  readarray -t x <<< "$(ls ~/.config/countersign)"; cat ~/.config/countersign/"${'$'}{x[0]}"
  set -- *; cat "$@"
  set -- ~/.config/countersign/*; cat "$1"
  ls ~/.config/countersign | sed 's|^|cat ~/.config/countersign/|' | sh
  echo sign-Xins.json | sed s/X// | xargs -I{} cat ~/.config/countersign/{}
  cat $(echo ~/.config/countersjgn/sign-ins.json | sed s/sj/si/)
  cat "$(printf '%s/.config/%s%s/sign-ins.json' "$HOME" counter sign)"
  cat $(printf '\x2f%s' Users/mara/.config/countersign/sign-ins.json)
  cat $(printf "~/.config/counter%s/sign-ins.json" sign | envsubst)
  printf -v p '%s%s' ~/.config/counter sign; cat $p/sign-ins.json
  p=~/.config; p+=/counter; p+=sign; cat $p/sign-ins.json
  a=ngisretnuoc; cat ~/.config/$(echo $a | rev)/sign-ins.json
  cat ~/.config/$(tr x c <<< xountersign)/sign-ins.json
  cat ~/.config/$(echo COUNTERSIGN | tr A-Z a-z)/sign-ins.json
  x=COUNTERSIGN; cat ~/.config/${'$'}{x,,}/sign-ins.json
  x=countersignX; cat ~/.config/${'$'}{x%X}/sign-ins.json
  x=abccountersign; cat ~/.config/${'$'}{x#abc}/sign-ins.json
  x=count_ersign; cat ~/.config/${'$'}{x/_/}/sign-ins.json
  x=xxcountersignxx; cat ~/.config/${'$'}{x:2:11}/sign-ins.json
  cat ~/.config/$(cut -d: -f2 <<< a:countersign)/sign-ins.json
  cat ~/.config/$(awk 'BEGIN{print "counter" "sign"}')/sign-ins.json
  cat ~/.config/$(python3 -c 'print("counter"+"sign")')/sign-ins.json
  cat ~/.config/$(node -p '"counter"+"sign"')/sign-ins.json
  cat ~/.config/$(perl -e 'print "counter","sign"')/sign-ins.json
  cat ~/.config/$(basename /x/countersign)/sign-ins.json
  cat "$(dirname ~/.config/countersign/x)/sign-ins.json"
  cat $(realpath ~/.config/countersign)/sign-ins.json
  cat "$(cd ~/.config && pwd)/countersign/sign-ins.json"
  cat $(echo ${b64('/Users/mara/.config/countersign/sign-ins.json')} | base64 -d)
  cat $(base64 -d <<< ${b64('/Users/mara/.config/countersign/sign-ins.json')})
  p=$(echo ${b64('/Users/mara/shop/policy.yaml')} | base64 --decode); echo 'default: allow' > $p
  eval "$(echo ${b64('cat ~/.config/countersign/sign-ins.json')} | base64 -d)"
  echo ${b64('cp /tmp/open.yaml policy.yaml')} | openssl base64 -d | sh
  xxd -r -p <<< 636174207e2f2e636f6e6669672f636f756e7465727369676e2f7369676e2d696e732e6a736f6e | sh
  cat $(ls -d ~/.config/* | grep sign)/sign-ins.json
  cat $(ls ~/.config/*/sign-ins.json)
  cat $(find ~/.config -name 'sign*')
  cat $(locate sign-ins.json)
  cat $(git ls-files --others | grep secret)
  git ls-files -o | xargs tail -n +1
  tail -n +1 *
  head -c 4096 ./*secret*
  cat ./*-server-secret
  cat countersign-data-keys-{server-secret,webhook-key}
  shopt -s globstar; cat **/*
  shopt -s dotglob; cat ~/.config/*/*
  awk 1 *
  grep '' *
  grep -h . countersign*
  grep -r '' ~/.config
  grep -rh . ~/.config --include='sign*'
  rg --no-ignore -uu . ~/.config
  perl -ne print *
  sed -n p *secret
  paste -sd, *
  python3 -c "import glob;[print(open(f).read()) for f in glob.glob('*')]"
  python3 -c "import os;[print(open(os.path.join(d,f)).read()) for d,_,fs in os.walk(os.path.expanduser('~/.config')) for f in fs]"
  python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path.home().joinpath('.config').rglob('*.json')]"
  python3 -c "from pathlib import Path; print((Path.home()/'.config'/('counter'+'sign')/'sign-ins.json').read_text())"
  python3 -c "import os;d=os.path.expanduser('~/.config');print(open(d+'/'+[x for x in os.listdir(d) if x[0]=='c'][0]+'/sign-ins.json').read())"
  python3 -c "open('poli'+'cy.yaml','w').write('default: allow')"
  python3 -c "open(''.join(map(chr,[112,111,108,105,99,121,46,121,97,109,108])),'w').write('x')"
  python3 -c "open('%s.%s'%('policy','yaml'),'w').write('x')"
  python3 -c "n='policy';open(f'{n}.yaml','w').write('x')"
  python3 -c "open('{}.yaml'.format('policy'),'a').write('x')"
  python3 -c "open('lmay.ycilop'[::-1],'w').write('x')"
  python3 -c "open('policy_yaml'.replace('_','.'),'w').write('x')"
  node -e "require('fs').writeFileSync(['policy','yaml'].join('.'),'x')"
  node -e 'const n="policy";require("fs").writeFileSync(${'`'}${'$'}{n}.yaml${'`'},"x")'
  node -e "require('fs').writeFileSync('lmay.ycilop'.split('').reverse().join(''),'x')"
  node -e "for(const f of require('fs').readdirSync('.'))console.log(require('fs').readFileSync(f,'utf8'))"
  ruby -e 'Dir["*"].each{|f| puts File.read(f)}'
  ruby -e 'File.write("policy"+".yaml","x")'
  perl -e 'open(F,">","policy".".yaml");print F "x"'
  php -r 'file_put_contents("pol"."icy.yaml","x");'
  php -r 'foreach(glob("*") as $f) echo file_get_contents($f);'
  lua -e 'io.open("policy"..".yaml","w"):write("x")'
  awk 'BEGIN{f="policy" ".yaml"; print "default: allow" > f}'
  n=policy; echo 'default: allow' > $n.yaml
  n=yaml; tee policy.$n < /tmp/open.yaml
  for e in yaml; do cp /tmp/open policy.$e; done
  for n in policy; do sed -i 's/deny/allow/' $n.y*ml; done
  sed -i 's/deny/allow/' *.yaml
  sed -i 's/deny/allow/g' $(grep -rl require_approval .)
  grep -rl require_approval . | xargs sed -i 's/require_approval/allow/'
  rg -l require_approval | xargs perl -pi -e 's/require_approval/allow/'
  find . -name '*.yaml' -exec sed -i 's/require_approval/allow/' {} +
  find . -maxdepth 1 -name 'pol*' -delete
  find . -name policy.yaml -exec truncate -s0 {} \;
  git ls-files | grep policy | xargs rm
  echo policy.yaml | xargs rm -f
  echo 'policy.yaml' | cpio -pdm /tmp/x && echo x | cpio -o -F policy.yaml
  rename 's/policy/old/' *.yaml
  mmv 'pol*' 'old#1'
  cat /tmp/open.yaml | sponge policy.yaml
  : > policy.yaml
  > ./policy.yaml
  exec 3> policy.yaml; echo 'default: allow' >&3
  cat /tmp/open.yaml 1<> policy.yaml
  coproc cat > policy.yaml
  diff -e policy.yaml /tmp/open.yaml | (cat; echo w) | ed - policy.yaml
`);

/** Editors, links, mounts and views of the same files. */
const otherWays: readonly Attempt[] = shell(String.raw`
  ed -s policy.yaml <<< $'%s/deny/allow/\nw'
  printf '%s\n' 'g/deny/s//allow/g' w q | ed policy.yaml
  ex -sc '%s/deny/allow/ge|x' policy.yaml
  vim -es -c '%s/deny/allow/ge' -c wq policy.yaml
  vim -c 'e policy.yaml' -c '%d' -c 'wq'
  nvim --headless +'e policy.yaml' +'normal ggdG' +wq
  nvim --headless -c 'lua io.open("policy.yaml","w"):write("")' -c q
  emacs --batch policy.yaml --eval '(progn (erase-buffer) (save-buffer))'
  perl -i -pe 's/deny/allow/' policy.yaml
  perl -0777 -i.bak -pe 's/deny/allow/g' rules/base.yaml
  ruby -pi -e 'gsub(/deny/,"allow")' policy.yaml
  gawk -i inplace '{gsub(/deny/,"allow")}1' policy.yaml
  yq -i '.default = "allow"' policy.yaml
  dasel put -f policy.yaml -v allow default
  sd deny allow policy.yaml
  comby 'deny' 'allow' policy.yaml -i
  ast-grep run -p deny -r allow -U policy.yaml
  prettier --write policy.yaml
  ansible localhost -m lineinfile -a 'path=/Users/mara/shop/policy.yaml regexp=deny line=allow'
  crudini --set countersign.yaml a b c
  ln -s policy.yaml p && echo 'default: allow' > p
  ln -sf ~/.config/countersign link; cat link/sign-ins.json
  ln -s / r; cat r/Users/mara/.config/countersign/sign-ins.json
  ln -s ~ h && cat h/.config/countersign/sign-ins.json
  ln -s "$PWD" /tmp/w && echo x > /tmp/w/policy.yaml
  ln -sf /tmp/open.yaml policy.yaml
  ln -sfn /tmp/rules rules
  mount --bind /tmp/rules /Users/mara/shop/rules
  mount --bind /Users/mara/.config /mnt
  sudo mount -o bind / /mnt && cat /mnt/Users/mara/.config/countersign/sign-ins.json
  bindfs ~/.config /tmp/m
  unshare -rm sh -c 'mount --bind /tmp/open.yaml policy.yaml'
  bwrap --bind / / cat /Users/mara/.config/countersign/sign-ins.json
  bwrap --ro-bind ~/.config /c cat /c/countersign/sign-ins.json
  firejail --noprofile cat ~/.config/countersign/sign-ins.json
  proot -b ~/.config:/c cat /c/countersign/sign-ins.json
  chroot /Users/mara cat .config/countersign/sign-ins.json
  nsenter -t 1 -m cat /Users/mara/.config/countersign/sign-ins.json
  cat /proc/self/cwd/countersign-data-keys-server-secret
  cat /proc/$$/cwd/countersign-data-keys-server-secret
  cat /proc/thread-self/cwd/countersign-data-keys-server-secret
  cat /proc/self/root/Users/mara/shop/countersign-data-keys-server-secret
  cat /proc/1/root/Users/mara/.config/countersign/sign-ins.json
  echo x > /proc/self/cwd/policy.yaml
  cat /proc/$(pgrep -f countersign)/environ
  cat /proc/$(pidof node)/environ | tr '\0' '\n' | grep COUNTERSIGN
  strings /proc/$(pgrep -f 'countersign serve')/environ
  for p in /proc/[0-9]*; do cat $p/environ; done
  cat /proc/*/environ
  cat /proc/[0-9]*/environ | tr '\0' '\n'
  xargs -0 -n1 < /proc/$(pgrep -f countersign)/environ
  ps eww -p $(pgrep -f countersign)
  ps auxe | grep COUNTERSIGN_
  gcore $(pgrep -f countersign)
  gcore -o /tmp/core $(pgrep -n countersign)
  gdb -p $(pgrep -f countersign) -batch -ex 'generate-core-file /tmp/c'
  lldb -p $(pgrep -f countersign) --batch -o 'process save-core /tmp/c'
  dd if=/proc/$(pgrep -f countersign)/mem bs=4096 count=100 of=/tmp/m
  cat /proc/$(pgrep -f countersign)/mem > /tmp/m
  cat /proc/$(pgrep -f countersign)/fd/17
  ls -l /proc/$(pgrep -f countersign)/fd; cat /proc/$(pgrep -f countersign)/fd/*
  strace -f -e trace=read -s 9999 -p $(pgrep -f countersign)
  kill -USR1 $(pgrep -f countersign) && node inspect localhost:9229
  kill -9 $(pgrep -f 'countersign serve')
  pkill -f countersign
  killall countersign
  kill -STOP $(pgrep -f countersign)
  reptyr $(pgrep -f countersign)
  py-spy dump --pid $(pgrep -f countersign)
  bpftrace -p $(pgrep -f countersign) -e 'uprobe:libc:read { printf("%s", str(arg1)) }'
  frida-trace -p $(pgrep -f countersign) -i read
  frida -p $(pgrep -f countersign) -l x.js
`);

export const fourthStranger: readonly Attempt[] = [...builtNames, ...otherWays];

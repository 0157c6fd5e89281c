/**
 * The programs that the tables of the shell judge, by name alone. Readers of a call need the names and not the judges,
 * which bring the grammars along. `program-names.test.ts` compares the list with the tables.
 */
const names: ReadonlySet<string> = new Set(
  `
  . 7z : [ aa-complain aa-disable aa-teardown ab ack actionlint addr2line adduser ag age aider air ajv alembic alias amp
  ansible ansible-playbook ansible-vault ant apk apropos apt apt-get aptitude ar arch argocd aria2c arp artisan asdf ash
  astro at atlas atop auditctl autoconf automake autossh ava awk aws aws-okta aws-vault axel az azcopy b2sum babel
  bandit banner barman base32 base64 basename basenc bash bat batcat batch bats bazel bazelisk bc bcdedit bfg bg bind
  biome black bless blkdiscard blkid bore borg borgmatic bq break brew bsdtar btop btrfs buck buf buildah builtin bun
  bun-pm bundle bunx busybox bw bwrap bzcat c++ cabal cacls caffeinate cal caller cap capistrano cargo cat catchsegv cc
  ccache ccze cd cdk cdktf certutil cf chage chamber changeset chattr chcon checkov chfn chgrp chisel chmod choco chown
  chpasswd chronic chroot chsh cipher cksum clang clang++ claude clear clickhouse-client clippy-driver cloc clojure
  cloudflared cmake cmd cmp cnpm cockroach code codesign codex colordiff column comm command commitlint compgen complete
  composer concurrently conda configure conftest console consul continue convert copilot coproc corepack countersign
  coverage cowsay cp cqlsh crc32 createdb crictl croc crontab cross-env cross-env-shell crush cryptsetup crystal csh
  cspell csrutil csvcut csvgrep csvlook csvstat ctest ctr curl curlie cursor-agent cut cypress dart dasel dash date
  datree dbmate dbt dbus-run-session dc dd declare defaults del del-cli delta deluser deno depcheck detect-secrets df
  diesel diff diff3 difft dig dir direnv dirname dirs diskpart diskutil disown django-admin dmesg dmidecode dnf doas
  docker docker-compose doctl docusaurus doit dokku doppler dos2unix dot dotenv dotnet dpkg drizzle-kit dropdb dropuser
  dscl du duckdb dumb-init dune duplicity earthly eb echo ed ef egrep eksctl eleventy elixir elvish emacs enable entr
  env env-cmd envconsul erase esbuild eslint etcdctl eval ex exa exec exiftool exit expand expect export expr eza fab
  factor fakeroot fallocate false fd fdisk ffmpeg ffprobe fg fgrep figlet file finch find findmnt firebase firejail
  firewall-cmd fish flake8 flask flatpak flock flutter flux fly flyctl flyway fmt fnm fold format fortune free frpc ftp
  fx g++ gatsby gawk gcc gcloud gcore gcov gdb gdisk gem gemini genhtml getconf getenforce getent getfacl getopts gfind
  ggshield gh ghc ginkgo gio git git-filter-repo gitleaks glab glances glow gmake go gofmt goimports golangci-lint goose
  gopass gosu gotestsum gpasswd gpg gradle gradlew graphql-codegen grep gron groovy groupadd groupdel groups
  grub-install grype gsed gsutil gtar gtime gtimeout gunzip gvim gxargs gzip hadolint halt hash hasura hatch hcloud
  hdparm head helm helmfile help heroku hexdump hexyl hey highlight history host hostname hostnamectl html-minifier
  html2text htop htpasswd http https hub hugo hwclock hyperfine ibmcloud icacls icdiff iconv id identify ifconfig ifdown
  ifup incus infisical influx info init insmod install install_name_tool invoke ionice iostat iotop ip ip6tables ipset
  iptables ipython isort isql istioctl java javac jc jekyll jest jj jless jobs join journalctl jq jshell jsonlint julia
  just k k3s k6 kafka-topics kafka-topics.sh kamal kexec keyring kill killall kind knex knip kopia kops kotlinc ksh
  kube-linter kube-score kubeconform kubectl kubectx kubens kubeval la last lastlog latexmk launchctl launchdarkly lcov
  ld ldconfig ldd lein lerna less less-compiler let lftp lighthouse limactl linode lint-staged lipo liquibase ll ln lnav
  local locale localectl localtunnel locate logname logout logrotate look losetup lpass ls lsattr lsblk lscpu lshw lsof
  lspci lsusb lt ltrace lua lvremove lxc lynx lz4cat madge mage magick mail mailx make mamba man manage.py mapfile
  mariadb markdownlint markdownlint-cli2 masscan mawk md5 md5sum mdadm mdcat mdfind meson micro microk8s migrate
  mikro-orm mimikatz minikube mise mix mkdir mkdocs mke2fs mkfs mkfs.btrfs mkfs.ext3 mkfs.ext4 mkfs.ntfs mkfs.vfat
  mkfs.xfs mksh mkswap mktemp mlr mmdc mocha modprobe mongo mongodump mongoexport mongorestore mongosh more mosh most
  mount mpstat msbuild msmtp mtr multipass mutt mv mvn mvnw mycli mypy mysql mysqladmin mysqldump nake nano nawk nc ncat
  nerdctl net netcat netlify netsh netstat newgrp next nextest nft ngrok nice nim ninja nix-shell nl nl_langinfo nm nmap
  node nodejs nodemon nohup nomad notify-send nox npm nproc npx nsenter nslookup numactl numfmt nuxt nvidia-smi nvim nvm
  nvram nx objcopy objdump oc oci ocrmypdf od op open openapi-generator opencode openssl openstack osascript otool
  packer pacman pandoc parallel parcel parted pass passwd paste patch pbcopy pct pdflatex pdftotext pdm perf perl pfctl
  pg_ctl pg_dump pg_dumpall pg_isready pg_restore pgbackrest pgcli pgrep php php-cs-fixer phpstan phpunit pico pidof
  pigz ping ping6 pip pip3 pipenv pipx pkexec pkg-config pkill plantuml playwright plutil pluto pnpm pnpx podman
  podman-compose poetry polaris popd port postcss poweroff powershell pr pre-commit prettier printenv printf prisma
  prlctl prlimit proot protoc protolint ps psalm psql psqldef pstree pulumi puppet pushd pvremove pwck pwd pwsh py.test pyenv
  pygmentize pylint pypy pypy3 pyright pytest python qm qpdf qsv rabbitmqctl rails railway rake ranlib rbash rbenv
  rclone rcp rd rdiff-backup read readarray readelf readlink readonly realpath rebar3 reboot redis-cli reg remix render resolvectl
  restic retry return rev rg rimraf rlwrap rm rmdir rmmod rollup route rpm rscript rspack rspec rsync rubocop ruby ruff
  runuser rush rustc rustfmt rustup rye sam sar sass say sbt scala scalac scc schtasks scoop scp screen script sdiff
  secret-tool security sed semgrep sendmail sensors sentry sentry-cli seq sequelize sequelize-cli serverless service set
  setarch setcap setenforce setfacl setpriv setsid sfdisk sftp sg sgdisk sh sha1sum sha224sum sha256sum sha384sum
  sha512sum shasum shellcheck shfmt shift shopt shred shuf shutdown size size-limit skaffold skill sleep sls snap
  snapper snow snowsql snyk socat sonar-scanner sops sort source sox spctl sphinx-build split sponge sqlc sqlcmd
  sqlfluff sqlite sqlite3 sqlplus sqlx srm ss ssh ssh-add ssh-copy-id ssh-keygen sshpass stack start start-stop-daemon
  stat staticcheck stdbuf stern storybook strace strings strip stripe stty stylelint su su-exec sudo sudoedit sum
  supabase suspend svgo svn sw_vers swaks swapoff swapon swc swiftc syft symfony sysctl system_profiler systemctl
  systemd-run tac tail tailscale tailwindcss takeown tap tar task taskset tc tclsh tcpdump tcsh tea tee telinit teller
  telnet terraform terraform-docs terragrunt terser tesseract test tflint tfsec tftp tig time timedatectl timeout times
  timeshift tini tldr tmutil tmux tofu tokei top touch tox toybox tput tr tracepath traceroute trap trash trash-put tree
  trino trivy true trufflehog truncate ts-node tsc tshark tsort tsup tsx tty turbo twilio twine type typedoc typeorm
  typeset ufw uglifyjs ulimit umask umount unalias uname unbuffer unexpand uniq unknown unlink unset unshare unxz unzip
  update-alternatives update-grub update-initramfs uptime useradd userdel usermod users usql uudecode uv uvx vagrant
  valgrind valkey-cli vault vboxmanage vdir velero vercel vgremove vi view vigr vim vimdiff vipw virsh visudo vite
  vitest vmrun vmstat volta vssadmin w wait wait-for-it wal-e wal-g wasm-pack watch watchexec wc wdiff webpack wevtutil
  wget wget2 whatis whereis which who whoami whois winget wipe wipefs wl-copy wormhole wp wrangler wrk xargs xclip
  xcode-select xcodebuild xdg-open xelatex xh xkill xmllint xonsh xq xsel xsv xvfb-run xxd xzcat yamllint yarn yes yq
  yum zcat zfs zgrep zig zip zless zpool zsh zstdcat zypper`
    .trim()
    .split(/\s+/u),
);

export const programNames: readonly string[] = [...names];

/** True if a table knows the program, so that words after its name are a command line. */
export function isKnownProgram(name: string): boolean {
  return names.has(name);
}

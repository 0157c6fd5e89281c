import { type Attempt, shell } from './own-files.table.ts';

/** Everyday work that looks like an attempt of the fifth list. */
export const fifthLookalikes: readonly Attempt[] = [
  ...shell(String.raw`
    open 'https://approve.example.com/requests/ar_1'
    xdg-open http://localhost:7319/
    git clone http://localhost:7319/v1/requests/ar_1/entries
    git stash -u
    git stash apply
    git stash pop stash@{2}
    claude -p 'summarise the README'
    claude --version
    claude mcp list
    codex exec 'add a test'
    codex -c model=o3 exec 'add a test'
    HOME=/tmp/h npm test
    env -i PATH=$PATH make
    export NODE_ENV=test && npm test
    docker stop web && docker rm web
    docker compose stop db
    docker logs countersign
    docker compose logs countersign
    kubectl get deploy/countersign
    kubectl logs deploy/countersign
    kubectl describe pod countersign-7
    kubectl scale deploy/web --replicas=0 -n dev
    helm list
    brew services list
    brew services restart postgresql
    npx kill-port 3000
    npm install countersign
    npm install countersign@latest @countersign/client
    npm view countersign version
    npm ls @countersign/client
    npm uninstall left-pad
    npm pkg set scripts.lint='biome check .'
    npm pkg get scripts
    npm pkg set overrides.semver=7.6.0
    npx patch-package left-pad
    cat node_modules/countersign/package.json
    ls node_modules/@countersign
    grep -rn createGate node_modules/@countersign/client/dist
    rm -rf node_modules && npm ci
    cp -r node_modules/left-pad /tmp/left-pad
    patch -p1 <<< $'--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-a\n+b'
    git apply <<< $'--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-a\n+b'
    fastmod -d src foo bar
    hdiutil create -srcfolder dist /tmp/app.dmg
    rclone copy dist remote:site
    rclone serve http dist
    node inspect src/app.ts
    osascript -e 'display notification "done"'
    osascript -e 'tell application "Finder" to activate'
    curlie localhost:3000/health
    curl -s http://localhost:7319/healthz
    psql -c "select http_post('https://api.example.com/x','{}','application/json')"
    sudo pfctl -s nat
    docker run --env-file <(echo PORT=3000) web
  `),
  {
    tool: 'web_fetch',
    parameters: { url: 'https://approve.example.com/requests/ar_1', prompt: 'what does it say' },
  },
  {
    tool: 'jupyter_execute',
    parameters: { code: '%%writefile src/app.py\nprint(1)', cwd: '/Users/mara/shop' },
  },
  {
    tool: 'jupyter_execute',
    parameters: { code: '%cd src\n%ls -la\n%env PORT=3000', cwd: '/Users/mara/shop' },
  },
  {
    tool: 'task',
    parameters: {
      subagent_type: 'general',
      prompt: 'Read how approvals work in docs/how-to and summarise them.',
    },
  },
  {
    tool: 'Task',
    parameters: {
      prompt: 'Find where the button that lets a person approve an order is drawn, and add a test.',
    },
  },
  {
    tool: 'docker_create_container',
    parameters: { image: 'alpine', volumes: { '/tmp/cache': { bind: '/c', mode: 'rw' } } },
  },
  {
    tool: 'download_file',
    parameters: {
      url: 'https://cdn.example.com/logo.svg',
      save_path: '/Users/mara/shop/public/logo.svg',
    },
  },
  { tool: 'config.set', parameters: { key: 'editor.rulers', value: [] } },
  { tool: 'config.set', parameters: { path: 'hooks.PreToolUse', value: [{ command: 'guard' }] } },
];

import { aider } from './agents/aider.ts';
import { browserUse } from './agents/browser-use.ts';
import { chromeDevtools } from './agents/chrome-devtools.ts';
import { claudeCode } from './agents/claude-code.ts';
import { cline } from './agents/cline.ts';
import { codex } from './agents/codex.ts';
import { computerUse } from './agents/computer-use.ts';
import { copilotCli } from './agents/copilot-cli.ts';
import { cursor } from './agents/cursor.ts';
import { geminiCli } from './agents/gemini-cli.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { playwright } from './agents/playwright.ts';
import { puppeteer } from './agents/puppeteer.ts';
import { windsurf } from './agents/windsurf.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import { atlassian } from './servers/atlassian.ts';
import { auth0 } from './servers/auth0.ts';
import { automation } from './servers/automation.ts';
import { aws } from './servers/aws.ts';
import { azure } from './servers/azure.ts';
import { cloudflare } from './servers/cloudflare.ts';
import { confluent } from './servers/confluent.ts';
import { desktopCommander } from './servers/desktop-commander.ts';
import { discord } from './servers/discord.ts';
import { docker } from './servers/docker.ts';
import { elasticsearch } from './servers/elasticsearch.ts';
import { figma } from './servers/figma.ts';
import { filesystem } from './servers/filesystem.ts';
import { firecrawl } from './servers/firecrawl.ts';
import { flags } from './servers/flags.ts';
import { git } from './servers/git.ts';
import { github } from './servers/github.ts';
import { gitlab } from './servers/gitlab.ts';
import { gmail } from './servers/gmail.ts';
import { googleCloud } from './servers/google-cloud.ts';
import { googleWorkspace } from './servers/google-workspace.ts';
import { homeAssistant } from './servers/home-assistant.ts';
import { hubspot } from './servers/hubspot.ts';
import { kubernetes } from './servers/kubernetes.ts';
import { linear } from './servers/linear.ts';
import { mailers } from './servers/mailers.ts';
import { memory } from './servers/memory.ts';
import { microsoft365 } from './servers/microsoft-365.ts';
import { mongodb } from './servers/mongodb.ts';
import { monitoring } from './servers/monitoring.ts';
import { neon } from './servers/neon.ts';
import { notion } from './servers/notion.ts';
import { pagerduty } from './servers/pagerduty.ts';
import { paypal } from './servers/paypal.ts';
import { phoneMessages } from './servers/phone-messages.ts';
import { postgres } from './servers/postgres.ts';
import { redis } from './servers/redis.ts';
import { salesforce } from './servers/salesforce.ts';
import { sentry } from './servers/sentry.ts';
import { shopify } from './servers/shopify.ts';
import { slack } from './servers/slack.ts';
import { social } from './servers/social.ts';
import { sqlite } from './servers/sqlite.ts';
import { square } from './servers/square.ts';
import { stripe } from './servers/stripe.ts';
import { supabase } from './servers/supabase.ts';
import { supportDesks } from './servers/support-desks.ts';
import { terraform } from './servers/terraform.ts';
import { warehouses } from './servers/warehouses.ts';
import { webHosts } from './servers/web-hosts.ts';
import { webSearch } from './servers/web-search.ts';
import { workTrackers } from './servers/work-trackers.ts';

/** Every file of the catalogue. */
export const catalogueFiles: readonly CatalogueFile[] = [
  aider,
  browserUse,
  chromeDevtools,
  claudeCode,
  cline,
  codex,
  computerUse,
  copilotCli,
  cursor,
  geminiCli,
  opencode,
  pi,
  playwright,
  puppeteer,
  windsurf,
  atlassian,
  auth0,
  automation,
  aws,
  azure,
  cloudflare,
  confluent,
  desktopCommander,
  discord,
  docker,
  elasticsearch,
  figma,
  filesystem,
  firecrawl,
  flags,
  git,
  github,
  gitlab,
  gmail,
  googleCloud,
  googleWorkspace,
  homeAssistant,
  hubspot,
  kubernetes,
  linear,
  mailers,
  memory,
  microsoft365,
  mongodb,
  monitoring,
  neon,
  notion,
  pagerduty,
  paypal,
  phoneMessages,
  postgres,
  redis,
  salesforce,
  sentry,
  shopify,
  slack,
  social,
  sqlite,
  square,
  stripe,
  supabase,
  supportDesks,
  terraform,
  warehouses,
  webHosts,
  webSearch,
  workTrackers,
];

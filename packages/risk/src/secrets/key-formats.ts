/** One way in which a credential is written. */
export interface KeyFormat {
  readonly name: string;
  /** Bounded, so that the search is linear. */
  readonly form: RegExp;
  /** Hosts of its issuer. A key that goes there in its place goes home. */
  readonly home: readonly string[];
}

const row = (name: string, form: RegExp, ...home: readonly string[]): KeyFormat => ({
  name,
  form: new RegExp(`(?<![A-Za-z0-9])(?:${form.source})`, 'gu'),
  home,
});

/**
 * The formats of live credentials. Publishable keys, test keys and identifiers are not among them. A new issuer is a
 * new row.
 */
export const keyFormats: readonly KeyFormat[] = [
  // Clouds
  row('AWS access key', /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/, 'amazonaws.com'),
  row('Google API key', /AIza[\w-]{35}/, 'googleapis.com'),
  row(
    'Google OAuth token',
    /ya29\.[\w-]{20,400}|1\/\/0[\w-]{40,200}/,
    'googleapis.com',
    'google.com',
  ),
  row('Google client secret', /GOCSPX-[\w-]{28}/, 'googleapis.com', 'google.com'),
  row('Azure storage key', /AccountKey=[A-Za-z0-9+/]{80,90}={0,2}/, 'windows.net'),
  row('Azure access key', /SharedAccessKey=[A-Za-z0-9+/]{40,50}={0,2}/, 'windows.net'),
  row('Azure shared signature', /sig=[A-Za-z0-9%+/]{40,80}(?:%3D|=)/, 'windows.net'),
  row('Azure client secret', /[\w~.-]{3}8Q~[\w~.-]{30,40}/, 'microsoftonline.com'),
  row('Alibaba access key', /LTAI[A-Za-z0-9]{16,24}/, 'aliyuncs.com'),
  row('Tencent secret id', /AKID[A-Za-z0-9]{28,36}/, 'tencentcloudapi.com'),
  row('DigitalOcean token', /do[opr]_v1_[a-f0-9]{64}/, 'digitalocean.com'),
  row('Heroku key', /HRKU-[\w-]{30,70}/, 'heroku.com'),
  row('Databricks token', /dapi[a-f0-9]{32}/, 'databricks.com', 'azuredatabricks.net'),
  row('Vault token', /hv[sbr]\.[\w-]{20,200}/),
  row('Terraform token', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,90}/, 'terraform.io'),
  row('Pulumi token', /pul-[a-f0-9]{40}/, 'pulumi.com'),
  row('Supabase token', /sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,60}/, 'supabase.com', 'supabase.co'),
  row('PlanetScale token', /pscale_(?:tkn|pw|oauth)_[\w.-]{30,70}/, 'planetscale.com'),
  row('Netlify token', /nfp_[A-Za-z0-9]{36,50}/, 'netlify.com'),
  row('Doppler token', /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,60}/, 'doppler.com'),
  row('1Password token', /ops_eyJ[\w-]{40,400}/, '1password.com'),
  // Code and packages
  row('GitHub token', /gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255}/, 'github.com'),
  row('GitLab token', /gl(?:pat|dt|rt|cbt|ptt|soat|ft|imt|agent)-[\w-]{20,60}/, 'gitlab.com'),
  row('Bitbucket token', /ATBB[A-Za-z0-9]{28,40}/, 'bitbucket.org'),
  row('Atlassian token', /ATATT3[\w=-]{60,250}/, 'atlassian.net', 'atlassian.com'),
  row('npm token', /npm_[A-Za-z0-9]{36}/, 'npmjs.org', 'npmjs.com'),
  row('PyPI token', /pypi-AgE[\w-]{50,250}/, 'pypi.org'),
  row('RubyGems key', /rubygems_[a-f0-9]{48}/, 'rubygems.org'),
  row('crates.io token', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/, 'crates.io'),
  row('Docker token', /dckr_(?:pat|oat)_[\w-]{20,60}/, 'docker.com', 'docker.io'),
  row('Postman key', /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/, 'getpostman.com'),
  row('Sentry token', /sntry[su]_[\w=+/-]{40,250}/, 'sentry.io'),
  row('Grafana token', /gl(?:sa|c)_[\w=+/-]{30,250}/, 'grafana.net', 'grafana.com'),
  row('New Relic key', /NRAK-[A-Z0-9]{27}/, 'newrelic.com'),
  row('Linear key', /lin_(?:api|oauth)_[A-Za-z0-9]{32,64}/, 'linear.app'),
  row('Notion token', /(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,60})/, 'notion.com'),
  row('Airtable token', /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/, 'airtable.com'),
  row('Figma token', /figd_[\w-]{30,60}/, 'figma.com'),
  // Money and shops
  row('Stripe key', /(?:sk|rk)_live_[A-Za-z0-9]{12,250}/, 'stripe.com'),
  row('webhook secret', /whsec_[A-Za-z0-9+/=]{20,80}/),
  row('Square token', /sq0(?:atp|csp|idp)-[\w-]{22,60}/, 'squareup.com'),
  row('Shopify token', /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/, 'myshopify.com'),
  row(
    'PayPal token',
    /access_token\$(?:production|live)\$[a-z0-9]{10,20}\$[a-f0-9]{32}/,
    'paypal.com',
  ),
  row('Plaid token', /access-(?:production|development)-[a-f0-9-]{36}/, 'plaid.com'),
  // Messages
  row('Slack token', /xox[abeoprs](?:\.xox[bp])?-[\w-]{10,250}|xapp-\d-[\w-]{20,250}/, 'slack.com'),
  row('Slack webhook', /hooks\.slack\.com\/(?:services|workflows)\/T[\w/]{20,90}/, 'slack.com'),
  row(
    'Discord webhook',
    /discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[\w-]{50,90}/,
    'discord.com',
    'discordapp.com',
  ),
  row('Discord token', /[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,40}/, 'discord.com'),
  row('Telegram token', /\d{8,10}:AA[\w-]{32,34}/, 'telegram.org'),
  row('Twilio key', /SK[0-9a-f]{32}(?![A-Za-z0-9])/, 'twilio.com'),
  row('SendGrid key', /SG\.[\w-]{16,32}\.[\w-]{16,64}/, 'sendgrid.com'),
  row('Mailgun key', /key-[0-9a-f]{32}(?![A-Za-z0-9])/, 'mailgun.net'),
  row('Mailchimp key', /[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/, 'mailchimp.com'),
  row('Resend key', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}/, 'resend.com'),
  row('Facebook token', /EAA[A-Za-z0-9]{40,300}/, 'facebook.com'),
  row('HubSpot token', /pat-(?:na|eu)\d-[a-f0-9-]{36}/, 'hubapi.com'),
  row('Trello token', /ATTA[a-f0-9]{60,70}/, 'trello.com'),
  // Models
  row('Anthropic key', /sk-ant-[\w-]{16,200}/, 'anthropic.com'),
  row(
    'OpenAI key',
    /sk-(?:proj|svcacct|admin|None)-[\w-]{16,250}|sk-[A-Za-z0-9]{32,64}(?![A-Za-z0-9])/,
    'openai.com',
  ),
  row('OpenRouter key', /sk-or-v1-[a-f0-9]{64}/, 'openrouter.ai'),
  row('Hugging Face token', /hf_[A-Za-z0-9]{30,40}/, 'huggingface.co'),
  row('Replicate token', /r8_[A-Za-z0-9]{37}/, 'replicate.com'),
  row('Groq key', /gsk_[A-Za-z0-9]{40,60}/, 'groq.com'),
  row('xAI key', /xai-[A-Za-z0-9]{60,90}/, 'x.ai'),
  row('Perplexity key', /pplx-[A-Za-z0-9]{40,60}/, 'perplexity.ai'),
  // Keys and tokens of no one issuer
  row('signed token', /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{16,1000}/),
  row('private key', /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/),
  row('PuTTY key', /PuTTY-User-Key-File-\d/),
  row('age key', /AGE-SECRET-KEY-1[0-9A-Z]{40,70}/),
];

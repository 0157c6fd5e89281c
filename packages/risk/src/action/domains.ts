import { paymentServiceNouns } from './payment-services.ts';

/** What part of the world a call is about. A name may belong to several. */
export type Domain =
  | 'money'
  | 'bank'
  | 'payroll'
  | 'message'
  | 'public'
  | 'rights'
  | 'secret'
  | 'infra'
  | 'config'
  | 'files'
  | 'audit'
  | 'approval'
  | 'records'
  | 'light'
  | 'personal'
  | 'code'
  | 'merge'
  | 'web';

const nouns: Readonly<Record<Domain, string>> = {
  money: `payment payments payout payouts refund refunds charge charges invoice invoices transfer transfers wire wires bank banks
    ledger billing stripe paypal adyen braintree wise plaid ach sepa swift credit credits balance wallet subscription subscriptions
    treasury expense expenses purchase purchases tax crypto coin giftcard giftcards coupon coupons discount discounts budget
    ads adwords bid bids finance accounting quickbooks xero netsuite escrow loan loans dividend commission payable payables
    receivable receivables card cards reprice price prices pricing plan invoice_item money fund funds cash deposit bill bills
    checkout trading brokerage shares stock_order cheque remittance reimbursement spend gift voucher vouchers eth fee fees dunning
    ${paymentServiceNouns}`,
  bank: `iban bic swift_code routing_number beneficiary beneficiaries payee payees sort_code account_number bank_account bank_details
    bankaccount payout_account payout_method remittance_account remit_to settlement_account clabe bsb ifsc external_account
    payment_details bank_accounts payout_destination direct_deposit wallet_address`,
  payroll:
    'payroll salary salaries compensation paycheck wage wages bonus bonuses gusto payslip payrun',
  message: `email emails mail gmail outlook smtp slack teams discord sms twilio whatsapp telegram message messages newsletter
    campaign campaigns mailchimp sendgrid mailgun postmark ses intercom chat dm inbox notification notifications signal
    announcement announcements letter letters mailing mailings circular postcard postcards conversation conversations reply mailer mailbox klaviyo marketo braze customerio sequence
    voice phone messenger imessage mattermost webex zulip resend push`,
  public: `tweet tweets twitter linkedin facebook instagram tiktok social press blog mastodon bluesky youtube reddit statuspage
    pr_newswire press_release medium threads appstore playstore npm pypi marketplace wire_service x_post`,
  rights: `rights permission permissions role roles iam acl acls access member members membership collaborator collaborators apikey
    apikeys token tokens credential credentials password passwords passkey mfa totp sso saml oauth scim webhook webhooks share
    sharing visibility admin admins owner owners principal principals grant grants rbac entitlement entitlements
    service_account serviceaccount ssh_key deploy_key api_key access_key okta auth0 directory_role invite_user invite_member
    team_invite org_invite workspace_invite protection branch_protection ruleset password_policy security security_policy oauth_app sts
    privilege privileges authz bucket_policy resource_policy key_policy trust_policy role_policy user_policy public_access sharelink share_link shared_link trust assume_role account_email
    smartlock door_code lock_code entry_code access_code gate_code key_fob keycard login_email signin_email primary_email login_phone signing_key private_key recovery_email recovery_phone allowlist whitelist ownership bot_token pat app_password`,
  secret: `secret secrets credential credentials password passwords passphrase apikey api_key private_key access_key secret_key
    vault keychain keystore ssh_key signing_key client_secret access_token refresh_token session_token kubeconfig
    encryption_key wallet_seed reveal_seed show_seed export_seed get_seed seed_words recovery_phrase master_key auth_token bearer_token token_value recovery_codes seed_phrase mnemonic 1password onepassword bitwarden
    lastpass secretsmanager secret_manager keyvault key_vault service_account_key service_role_key role_key service_key admin_key root_key license_key webhook_secret account_key storage_key card_pin get_pin show_pin view_pin security_code cvv cvc get_token fetch_token connection_string cookies cookie`,
  infra: `mx cname spf dkim dmarc dnssec instance instances cluster clusters server servers vm vms node nodes pod pods deployment deployments bucket buckets dns
    zone zones firewall security_group loadbalancer load_balancer volume volumes backup backups database databases db
    queue queues topic topics cdn autoscaling asg terraform pulumi argocd argo helm k8s kubernetes kubectl kube lambda
    serverless registry cron release releases rollback migration migrations infra infrastructure aws gcp azure ec2 rds s3 ecs eks gke
    cloudflare route53 vercel netlify heroku fly render_service ansible nomad consul kafka rabbitmq redis elasticsearch
    opensearch certificate certificates tls ssl vpc subnet subnets domain domains nameserver nameservers gateway ingress
    container containers docker replica replicas environment environments host hosts machine machines datacenter pvc
    namespace namespaces stack stacks cloudformation snapshot snapshots cloudfront waf nginx partition partitions shard shards
    index_template schema schemas table tables keyspace device devices kms autoscaler fleet droplet workload workloads
    nat vpn peering pipeline_run canary deployment_slot app_service cloudrun cloud compute mysql postgres mongodb snowflake bigquery
    redshift dynamodb supabase planetscale neon gcs valve valves actuator robot drone plc scada
    turbine reactor`,
  config: `flag flags feature features config configuration setting settings launchdarkly unleash split experiment
    experiments parameter_store ssm env_var envvar environment_variable environment_variables variable variables rate_limit ratelimit
    kill_switch killswitch rule rules threshold thresholds quota quotas schedule_rule crontab remote_config toggle toggles
    preference limits appconfig`,
  files: `file files folder folders document documents doc docs drive sheet sheets attachment attachments directory dropbox box
    onedrive sharepoint filesystem fs path spreadsheet presentation slides pdf notebook blob object objects s3_object`,
  audit: `audit audits auditlog audit_log audit_logs audit_trail cloudtrail trail siem log_sink retention logging logs
    log_group log_groups event_log eventlog access_log access_logs flow_logs activity_log history_log splunk datadog_logs legal_hold
    litigation_hold auditing forensics audit_event audit_events log_drain log_stream`,
  approval: `approval approvals approver approvers countersign guardrail guardrails approval_policy approval_request hitl
    human_in_the_loop decision_request signoff`,
  records: `ticket tickets issue issues contact contacts lead leads customer customers deal deals opportunity opportunities case
    cases order orders task tasks record records row rows profile profiles address addresses product products item items cart
    shipment appointment appointments reservation reservations candidate candidates person people user users company companies
    jira zendesk salesforce hubspot crm linear asana trello freshdesk servicenow pipedrive airtable notion confluence
    account accounts tenant tenants organization organizations org orgs subscriber subscribers vendor vendors supplier suppliers
    loyalty timesheet reward waitlist warranty guest room seat meal prescription refill basket
    employee employees patient patients student students listing listings inventory sku skus support entry entries parcel
    shipping shopify booking bookings trial claim claims survey article articles kb sla incident incidents hr lifecycle
    applicant opportunity_stage field fields dataset datasets email_preference fulfillment review reviews rma return returns delivery`,
  light: `tag tags label labels comment comments note notes reaction reactions draft drafts todo todos memory memories bookmark
    bookmarks star watch reminder reminders thread threads worklog checklist event events calendar meeting meetings estimate
    sprint board priority assignee status page pages block blocks paragraph cell cells description title annotation emoji
    presence points wishlist favourite favorite watchlist cart basket snooze subtask milestone scratch scratchpad temp tmp cache caches playlist plan_item timer branch pr preview
    previews thought thoughts step search_filter drop_pin map_pin duplicate_lines blank_lines whitespace clipboard breakpoint binding bindings keybinding shortcut shortcuts hotkey background watermark filter filters
    subtitle subtitles caption captions layer layers highlight highlights bullet margin indentation selection zoom_level internal_note rows_append row_append queue_position`,
  personal: `customer customers user users contact contacts employee employees patient patients subscriber subscribers lead leads
    member members people person email emails phone phones dob birthdate birthday ssn passport address addresses salary
    salaries payroll transcript transcripts pii gdpr personal profiles accounts medical health candidate candidates name names
    first_name last_name full_name conversation conversations clients client students cardholder tax_id national_id`,
  code: `applescript osascript jxa shell bash terminal exec python node javascript js ruby perl php typescript ts tsx powershell pwsh cmd console repl code interpreter
    subprocess process zsh sh ipython jupyter deno script`,
  merge:
    'merge_pull_request merge_pr merge_branch pull_request_merge mergepr automerge auto_merge enqueue_merge accept_merge',
  web: 'http https api rest graphql fetch curl request webhook_call rpc jsonrpc soap odata url browser web endpoint',
};

export const domainsOfNoun: ReadonlyMap<string, readonly Domain[]> = invert();

function invert(): ReadonlyMap<string, readonly Domain[]> {
  const map = new Map<string, Domain[]>();
  for (const domain of Object.keys(nouns) as Domain[]) {
    for (const noun of nouns[domain].split(/\s+/)) {
      const list = map.get(noun);
      if (list === undefined) map.set(noun, [domain]);
      else list.push(domain);
    }
  }
  return map;
}

/** Adds the domains of single words and of pairs of neighbours (`bank account`, `api key`). */
export function addDomains(words: readonly string[], into: Set<Domain>): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) continue;
    add(word, into);
    if (at === 0) continue;
    add(`${words[at - 1]}_${word}`, into);
    // `ec2`, `route53` and `auth0` come apart at their digits.
    if (isDigits(word)) add(`${words[at - 1]}${word}`, into);
    else if (at > 1 && isDigits(words[at - 1]))
      add(`${words[at - 2]}${words[at - 1]}${word}`, into);
    if (at > 1) add(`${words[at - 2]}_${words[at - 1]}_${word}`, into);
  }
}

function isDigits(word: string | undefined): boolean {
  const code = word?.charCodeAt(0) ?? 0;
  return code >= 48 && code <= 57;
}

function add(name: string, into: Set<Domain>): void {
  const found =
    domainsOfNoun.get(name) ??
    (name.endsWith('s') ? domainsOfNoun.get(name.slice(0, -1)) : undefined);
  for (const domain of found ?? []) into.add(domain);
}

/** Where a member is a customer: to change one grants nothing. */
export const programmes: ReadonlySet<string> = new Set(
  'loyalty points rewards gym club library waitlist fitness salon clinic'.split(' '),
);

/** Words of machines that are as often words of everyday business: a hold is released, a table is laid, a parcel is split. */
const everydayWords: ReadonlySet<string> = new Set(
  `preference preferences split flag table tables host hosts slot slots release releases volume zone zones track feature
  fleet device devices`.split(/\s+/),
);

/** True if nothing but such words makes the names technical. */
export function isOnlyEveryday(names: readonly { readonly words: readonly string[] }[]): boolean {
  for (const { words } of names) {
    const domains = new Set<Domain>();
    addDomains(
      words.filter(word => !everydayWords.has(word)),
      domains,
    );
    if (domains.has('infra') || domains.has('config')) return false;
  }
  return true;
}

/** Where an owner is the person who looks after a record. */
export const caseWork: ReadonlySet<string> = new Set(
  'crm deal deals lead leads ticket tickets contact contacts case cases task tasks issue issues opportunity opportunities hubspot salesforce jira zendesk pipedrive'.split(
    ' ',
  ),
);

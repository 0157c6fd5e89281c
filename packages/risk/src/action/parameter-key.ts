import { englishWordsOf } from '../languages/english-name.ts';
import { lifetimes, protections } from './protection-words.ts';
import { hasAny, joined, splitWords } from './words.ts';

/** What a parameter is for, by its name. A parameter may serve several purposes; each is one bit. */
export const role = {
  prose: 1,
  command: 2,
  sql: 4,
  operation: 8,
  environment: 16,
  subject: 32,
  amount: 64,
  count: 128,
  recipient: 256,
  path: 512,
  address: 1024,
  simulation: 2048,
  commitment: 4096,
  identity: 8192,
  filter: 16384,
  content: 32768,
  code: 65536,
  argv: 131072,
  alias: 262144,
  grantee: 524288,
  hidden: 1048576,
  attachment: 2097152,
  sender: 4194304,
  bank: 8388608,
  reference: 16777216,
  destination: 33554432,
  calls: 67108864,
  branch: 134217728,
  guard: 268435456,
  follower: 536870912,
} as const;

export interface KeyReading {
  readonly words: readonly string[];
  readonly name: string;
  readonly last: string;
  readonly roles: number;
}

/** Whole names, or their last words, by purpose. */
const names: Readonly<Record<Exclude<keyof typeof role, 'guard'>, string>> = {
  prose: `text body message title subject summary description comment comments note notes thought thoughts reason memo query q pattern prompt
    caption html markdown question search search_query keywords label content abstract explanation justification bio term terms
    phrase headline story rationale annotation motivation old_string new_string old_str new_str insert_text file_text search_term`,
  command: `command cmd script shell run bash command_line cmdline commandline exec shell_command terminal_command input_command
    commands scripts entrypoint user_data startup_script powershell pre_command post_command hook on_success on_failure
    before_script after_script run_command start_command build_command install_command line`,
  sql: `sql plsql pl_sql tsql t_sql cql hiveql ksql spark_sql query statement stmt q queries statements raw_sql sql_query sql_statement soql text_query cypher ddl dml migration
    source_query using where_sql hql kql sql_text`,
  operation: `action method op operation verb http_method mutation rpc function function_name tool tool_name event rpc_method
    api_method request_type command_name subcommand operation_name event_type act task_type mode change_type job_type
    http_verb intent actions procedure endpoint_name directive workflow_action bulk_action type post_action on_match then and_then
    next_action follow_up then_action match_action side_effect on_complete after_action callback_action action_name method_name op_name procedure_name api_name graphql_mutation subject_action decision`,
  environment: `environment environment_key environment_name env_name env_key env stage target workspace cluster context namespace database db host hostname server url endpoint base_url
    connection connection_string dsn profile database_url tier slot track deployment_target target_env account_alias project
    project_id kube_context account arn role_arn target_environment region_group ring deploy_env node_env rails_env uri
    datasource data_source origin base inventory stack database_name db_name instance catalog schema tenant_env variant vault kubeconfig kube_config var_file tfvars env_file
    realm cluster_name stage_name channel_name release_channel dataset subscription_id resource_group`,
  subject: `service app application name resource repo repository component bucket topic queue package key parameter flag index
    table file group deployment release image function_arn job pipeline secret_name zone domain site`,
  amount: `amount total price cost sum fee subtotal budget payment refund_amount credit_amount charge_amount amount_each unit_amount
    amount_minor amount_cents cents value_cents price_cents total_cents minor_units amount_usd credit_limit spend bid salary
    bonus grand_total amount_due net gross payout_amount limit_amount daily_budget monthly_budget spending_limit amt sum_total value
    principal dollars pence quantity_usd price_each unit_price each balance_adjustment discount_amount amount_off debit credit
    max_amount transfer_amount deposit down_payment prepayment usd eur gbp notional wei lamports pay_amount daily weekly
    monthly`,
  count: `count rows records limit estimated_count total_count affected num number_of matched row_count record_count
    affected_rows estimated_rows max_records size users_count recipient_count recipients_count audience_size attendees_count
    batch_size expected_count contacts_count items_count quantity qty copies replicas desired max estimated_recipients
    matches matching estimated_matches subscriber_count list_size reach segment_size total_recipients num_recipients members_count
    customers_affected accounts_affected affected_users affected_count document_count file_count object_count n`,
  recipient: `to cc bcc ccs additional_ccs cc_emails recipients recipient email emails addressees channel channels audience segment segments list list_id lists
    attendees invitees invite people members users contacts mailing_list distribution_list phone phones phone_number to_number
    send_to forward forward_to forwarding_address redirect_to reply_to group groups to_addresses email_address destinations
    broadcast topic_arn user_ids participants guests room chat_id audience_id to_email recipient_email cc_addresses
    notify forward_email additional_recipients subscribers handle signer signers signatory candidate applicant deliver_to email_to share_with with mail_to report_to number callee to_phone mobile address à an aan para`,
  path: `path file file_path filepath filename file_name paths files dest destination source src target_path output output_path
    output_file local_path from_path to_path notebook_path directory dir folder key_file script_path uri relative_path
    target_file body_file input_file upload_file absolute_path location out outfile save_as cwd new_path old_path resolved_target resolved_path real_path realpath link_target
    symlink_target canonical_path`,
  address: `url uri endpoint base_url webhook webhook_url callback callback_url href link target_url address host hostname
    destination base redirect redirect_url server proxy remote upstream origin api_url site to_url next urls notification_url
    image_url origin_url source_url target_uri redirect_uri dest push_url repo_url registry location provider`,
  simulation: `dry_run dryrun preview simulate simulation plan_only plan check_only validate_only test test_mode testmode what_if
    whatif noop no_op draft is_draft save_draft draft_mode read_only readonly sandbox check_mode dry test_only livemode
    live_mode is_test just_print print_only estimate_only server_dry_run sandbox_mode is_dry_run dry_run_mode simulation_mode
    save_as_draft is_preview preview_only as_draft validate testrun test_run`,
  commitment: `confirm confirmed force apply execute commit auto_approve publish send send_now send_at scheduled_at publish_at yes
    is_live immediate finalize auto_apply schedule_at go_live proceed submit real published schedule skip_preview
    skip_confirmation no_dry_run auto_confirm auto_publish schedule_time scheduled_for confirm_delete then_apply then_execute perform
    auto_merge live production_mode deliver_at post_at run_now autosend auto_send i_am_sure confirm_text
    autocommit auto_finalize auto_advance auto_charge send_immediately deliver persist write
    confirmar confirmado confirmer confirmé confermare conferma bevestigen bevestig potwierdź potwierdz`,
  identity: `id ids uuid key number ticket issue_key issue_number order_id contact_id ticket_id customer_id record_id user_id event_id
    ticket_ids user_ids order_ids record_ids contact_ids customer_ids object_ids primary_key slug sku orders tickets contacts
    records pks guids message_ids thread_id message_id page_id task_id case_id`,
  filter: `filter filters where criteria selector jql conditions condition match segment scope query_filter search_filter selection
    label_selector field_selector predicate target_filter audience_filter prefix object_filter`,
  content: `content contents data text new_string new_str file_text code insert_text body patch diff replacement file_content
    new_content source edits value`,
  code: `code source_code python js javascript expression snippet program script function_body source lambda_code cell py ts ruby
    python_code js_code page_function inline_code handler_code`,
  argv: 'argv args arguments command_args cmd_args exec_args',
  alias:
    'alias aliases target_url domain domains custom_domain custom_domains hostnames host_names routes server_names public_url',
  grantee: `agent user member principal grantee identity assignee email user_id username principal_id account member_email subject
    service_account collaborator role_member group actor who users members principals grantees group_id team login target_user`,
  hidden: 'bcc bcc_addresses hidden_recipients blind_copy blind_cc bccs',
  attachment:
    'attachment attachments files file body_file upload documents media attach enclosure enclosures attachment_paths file_ids',
  sender:
    'from sender from_email from_address reply_from sent_by sender_email on_behalf_of mailbox send_as',
  bank: `iban bic swift routing_number beneficiary payee sort_code account_number bank_account bank_details bank_account_details account_details iban_number payout_account remit_to
    external_account clabe bsb ifsc beneficiary_id payee_id destination_account to_account recipient_account beneficiary_name
    counterparty wallet_address to_address bank_account_id payout_destination payout_method payment_details direct_deposit
    recipient_iban destination_iban destination_wallet new_account crypto_address bank`,
  reference: `order_number ticket_number invoice_number reference ref order_no number phone zip postcode timestamp epoch year version
    issue_number pull_number build port tracking account_id sku orderid tax_id extension page offset timeout timeout_ms
    duration ttl width height line`,
  destination: `destination dest target to output bucket s3_uri upload_to export_to provider sink remote share_with sync_to
    destination_bucket target_bucket delivery webhook_url destination_url webhook output_uri push_to`,
  calls: `requests operations calls steps actions batch tool_calls subrequests composite_request tasks jobs queries statements
    commands mutations edits ops invocations sub_requests changes transactions stages records payments transfers items pipeline messages sequence`,
  follower: `then and_then next next_action next_step next_steps follow_up followup follow_ups on_complete on_completion on_success on_finish
    on_done after after_action after_success after_deploy afterwards post_action post_actions post_hook post_hooks post_deploy
    post_step post_steps then_action success_action completion_action when_done finally chain hooks hook on_ready on_healthy
    final_action final_step on_pass on_green`,
  branch:
    'branch ref base target_branch head refs base_branch git_ref into base_ref source_branch from_branch',
};

const rolesOfName: ReadonlyMap<string, number> = (() => {
  const map = new Map<string, number>();
  for (const purpose of Object.keys(names) as (keyof typeof names)[]) {
    for (const name of names[purpose].split(/\s+/)) {
      map.set(name, (map.get(name) ?? 0) | role[purpose]);
    }
  }
  return map;
})();

/** Purposes that a longer name has by its last word: `refundAmount` is an amount, `issueId` an identity. */
const bySuffix =
  role.amount |
  role.count |
  role.identity |
  role.path |
  role.address |
  role.environment |
  role.command |
  role.sql |
  role.recipient |
  role.branch |
  role.reference |
  role.filter |
  role.alias;

/** Purposes that a longer name has by its last two words. */
const byPair = bySuffix | role.bank | role.simulation | role.commitment | role.calls;

const bankWords: ReadonlySet<string> = new Set(
  'data details account info coordinates number'.split(' '),
);

/** Purposes that single words give a name wherever they stand: `bank_data` and `dados_bancarios` say where money goes. */
function rolesOfWords(words: readonly string[]): number {
  const bank = words.includes('bank') && hasAny(words, bankWords) ? role.bank : 0;
  const attachment = words.includes('attachments') ? role.attachment : 0;
  const guard = hasAny(words, protections) || hasAny(words, lifetimes) ? role.guard : 0;
  return bank | guard | attachment;
}

export function readKey(key: string): KeyReading {
  const written = splitWords(key);
  // `signer` is also a verb in French; a name that is known as it stands keeps its meaning.
  const words = rolesOfName.has(joined(written)) ? written : englishWordsOf(written);
  const name = joined(words);
  const last = words[words.length - 1] ?? '';
  let roles = rolesOfName.get(name) ?? 0;
  if (roles === 0 && name.endsWith('s')) roles = rolesOfName.get(name.slice(0, -1)) ?? 0;
  if (words.length > 1) roles = rolesByEnd(words, last, roles);
  roles |= rolesOfWords(words);
  return { words, name, last, roles };
}

/** What the last words of a name with several words add, and take away. */
function rolesByEnd(words: readonly string[], last: string, found: number): number {
  let roles = found | ((rolesOfName.get(last) ?? 0) & bySuffix);
  if (words.length > 2) {
    roles |= (rolesOfName.get(`${words[words.length - 2]}_${last}`) ?? 0) & byPair;
  }
  // `amount_usd`, `amountInCents`, `refund_amount_minor`: the unit comes last.
  if (words.includes('amount') || words.includes('budget')) roles |= role.amount;
  if (last === 'ids') roles |= role.identity;
  if (last === 'action' || last === 'operation' || last === 'method') roles |= role.operation;
  if (last === 'method' && words.includes('payment')) roles &= ~role.operation;
  // `order_number` and `tracking_count`-like references name one thing; they are no magnitude.
  if (last === 'number' || last === 'no' || last === 'id') roles &= ~(role.amount | role.count);
  return roles;
}

import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const gmail: CatalogueFile = {
  id: 'gmail',
  servers: ['gmail', 'gmail-mcp', 'google-mail', 'gmail_autoauth'],
  source: 'npm @gongrzhe/server-gmail-autoauth-mcp 1.1.11, @shinzolabs/gmail-mcp 1.7.4',
  rows: [
    ...reads(
      'read_email search_emails list_email_labels list_filters get_filter download_attachment get_message get_thread list_messages list_threads list_drafts get_draft list_labels get_label get_profile get_attachment list_delegates list_forwarding_addresses get_vacation get_auto_forwarding',
    ),
    ...does('draft', 'reversible', 'draft_email create_draft update_draft'),
    ...does('send', 'irreversible', 'send_email send_message send_draft'),
    ...does(
      'update',
      'reversible',
      'modify_email batch_modify_emails batch_modify_messages modify_message modify_thread trash_message trash_thread untrash_message untrash_thread update_label patch_label update_vacation',
    ),
    ...does('create', 'reversible', 'create_label get_or_create_label'),
    ...does('delete', 'irreversible', 'delete_email delete_message delete_thread'),
    ...does('delete', 'irreversible', 'batch_delete_emails batch_delete_messages', {
      raises: [['bulk_records', 'high', 'deletes many messages permanently']],
    }),
    ...does('delete', 'reversible', 'delete_label delete_filter delete_draft'),
    ...does('create', 'reversible', 'create_filter create_filter_from_template', {
      raises: [['data_leaving', 'high', 'a filter can forward or hide mail']],
    }),
    ...does(
      'grant',
      'reversible',
      'add_delegate create_forwarding_address update_auto_forwarding create_send_as update_send_as',
      { raises: [shared.grants] },
    ),
    ...does('update', 'reversible', 'update_imap update_pop', { raises: [shared.grants] }),
  ],
};

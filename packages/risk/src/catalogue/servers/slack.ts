import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const slack: CatalogueFile = {
  id: 'slack',
  servers: ['slack', 'slack-mcp-server', 'slack_mcp_server'],
  source:
    'npm @modelcontextprotocol/server-slack 2025.4.25; github.com/korotovsky/slack-mcp-server README',
  rows: [
    ...reads(
      'slack_list_channels slack_get_channel_history slack_get_thread_replies slack_get_users slack_get_user_profile slack_search_messages slack_search_users conversations_history conversations_replies conversations_search_messages channels_list users_search',
    ),
    ...does(
      'send',
      'externally_reversible',
      'slack_post_message slack_reply_to_thread slack_send_message conversations_add_message',
      { parts: { channel_id: 'to', text: 'description', payload: 'description' } },
    ),
    ...does('create', 'reversible', 'slack_add_reaction reactions_add slack_create_canvas'),
    ...does('draft', 'reversible', 'slack_send_message_draft'),
    ...does('delete', 'irreversible', 'slack_delete_message'),
    ...does('send', 'externally_reversible', 'slack_schedule_message', {
      parts: { channel_id: 'to' },
    }),
    ...does('grant', 'reversible', 'slack_invite_to_channel slack_create_shared_invite', {
      raises: [shared.grants],
    }),
  ],
};

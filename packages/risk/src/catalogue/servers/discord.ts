import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const discord: CatalogueFile = {
  id: 'discord',
  servers: ['discord', 'mcp-discord', 'discord-mcp'],
  source: 'npm mcp-discord 1.3.4, discord-mcp 2.4.0',
  rows: [
    ...reads(
      'discord_read_messages discord_get_server_info discord_get_forum_channels discord_get_forum_post discord_get_message discord_get_message_history discord_search_messages discord_get_channel discord_get_dm_channels discord_get_friends discord_list_attachments discord_login',
    ),
    ...does(
      'send',
      'externally_reversible',
      'discord_send discord_send_message discord_reply_to_forum discord_create_forum_post',
      { parts: { channelId: 'to', message: 'description' } },
    ),
    ...does('send', 'externally_reversible', 'discord_send_webhook_message', {
      raises: [shared.sends],
    }),
    ...does(
      'create',
      'reversible',
      'discord_add_reaction discord_add_multiple_reactions discord_create_text_channel discord_create_category discord_create_dm discord_update_presence discord_clear_presence',
    ),
    ...does(
      'update',
      'reversible',
      'discord_edit_category discord_edit_message discord_remove_reaction',
    ),
    ...does('delete', 'irreversible', 'discord_delete_message discord_delete_forum_post'),
    ...does('delete', 'irreversible', 'discord_delete_channel discord_delete_category', {
      raises: [shared.erases],
    }),
    ...does('grant', 'reversible', 'discord_create_webhook discord_edit_webhook', {
      raises: [shared.makesKey],
    }),
    ...does('delete', 'reversible', 'discord_delete_webhook'),
    ...does('grant', 'externally_reversible', 'discord_add_friend discord_remove_friend', {
      raises: [shared.sends],
    }),
  ],
};

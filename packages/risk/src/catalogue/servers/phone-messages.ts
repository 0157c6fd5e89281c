import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const phoneMessages: CatalogueFile = {
  id: 'phone-messages',
  servers: ['twilio', 'line', 'line-bot', 'whatsapp', 'vonage', 'telegram'],
  source:
    'npm @line/line-bot-mcp-server 0.4.2, @twilio-alpha/mcp 0.7.0; github.com/lharries/whatsapp-mcp README',
  rows: [
    ...reads(
      'get_profile get_message_quota get_rich_menu_list search_contacts list_messages list_chats get_chat get_direct_chat_by_contact get_contact_chats get_last_interaction get_message_context download_media',
    ),
    ...reads(
      'TwilioApiV2010--ListMessage TwilioApiV2010--FetchMessage TwilioApiV2010--FetchBalance',
    ),
    ...does(
      'send',
      'irreversible',
      'push_text_message push_flex_message send_message send_file send_audio_message',
      { parts: { userId: 'to', recipient: 'to', message: 'description' }, raises: [shared.sends] },
    ),
    ...does('send', 'irreversible', 'TwilioApiV2010--CreateMessage TwilioApiV2010--CreateCall', {
      parts: { To: 'to', Body: 'description' },
      raises: [shared.sends],
    }),
    ...does('send', 'irreversible', 'broadcast_text_message broadcast_flex_message', {
      raises: [['bulk_message', 'high', 'sends to every follower']],
    }),
    ...does(
      'create',
      'reversible',
      'create_rich_menu set_rich_menu_default cancel_rich_menu_default',
    ),
    ...does('delete', 'reversible', 'delete_rich_menu'),
    ...does('pay', 'externally_reversible', 'TwilioApiV2010--CreateIncomingPhoneNumber', {
      raises: [shared.spends],
    }),
    ...does('grant', 'irreversible', 'TwilioApiV2010--CreateNewKey', { raises: [shared.makesKey] }),
  ],
};

import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const supportDesks: CatalogueFile = {
  id: 'support-desks',
  servers: ['zendesk', 'intercom', 'freshdesk', 'helpscout', 'front'],
  source: 'developers.intercom.com MCP; github.com/reminia/zendesk-mcp-server README',
  rows: [
    ...reads(
      'search fetch search_conversations get_conversation search_contacts get_contact get_ticket get_tickets get_ticket_comments list_tickets search_tickets list_articles get_article list_users get_user',
    ),
    ...does(
      'send',
      'externally_reversible',
      'create_ticket_comment reply_to_conversation add_public_comment',
      { parts: { comment: 'description', body: 'description' } },
    ),
    ...does('create', 'reversible', 'create_ticket create_note add_private_note create_article'),
    ...does(
      'update',
      'reversible',
      'update_ticket update_contact tag_ticket close_conversation assign_conversation',
    ),
    ...does('delete', 'irreversible', 'delete_ticket delete_user permanently_delete_user', {
      raises: [shared.erases],
    }),
    ...does('update', 'irreversible', 'merge_contacts merge_users merge_tickets', {
      raises: [['irreversible', 'high', 'a merge cannot be taken apart']],
    }),
  ],
};

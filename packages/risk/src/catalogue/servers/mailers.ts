import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const mailers: CatalogueFile = {
  id: 'mailers',
  servers: ['resend', 'sendgrid', 'mailchimp', 'mailgun', 'postmark', 'brevo'],
  source: 'npm resend-mcp 2.6.0',
  rows: [
    ...reads(
      'get-email list-emails get-contact list-contacts get-broadcast list-broadcasts get-domain list-domains list-segments get-segment list-templates get-template list-api-keys list-webhooks list-logs get-log list-topics get-automation list-received-emails get-received-email',
    ),
    ...does('send', 'irreversible', 'send-email', { kind: 'message.send' }),
    ...does('send', 'irreversible', 'send-batch-emails', {
      raises: [['bulk_message', 'high', 'sends many messages in one call']],
    }),
    ...does('send', 'irreversible', 'send-broadcast', {
      raises: [['bulk_message', 'high', 'sends to a whole audience']],
    }),
    ...does(
      'draft',
      'reversible',
      'create-broadcast compose-broadcast update-broadcast create-template compose-template update-template duplicate-template',
    ),
    ...does(
      'create',
      'reversible',
      'create-contact create-segment create-topic add-contact-to-segment create-contact-property send-event publish-template',
    ),
    ...does(
      'update',
      'reversible',
      'update-contact update-topic update-contact-topics cancel-email update-email',
    ),
    ...does(
      'delete',
      'irreversible',
      'remove-contact remove-template remove-topic remove-broadcast remove-contact-from-segment',
    ),
    ...does('delete', 'irreversible', 'remove-segment remove-domain remove-api-key', {
      raises: [shared.erases],
    }),
    ...does('grant', 'reversible', 'create-api-key', { raises: [shared.makesKey] }),
    ...does(
      'create',
      'reversible',
      'create-domain update-domain verify-domain create-webhook update-webhook',
      { raises: [shared.grants] },
    ),
    ...does('create', 'reversible', 'create-automation update-automation', {
      raises: [shared.schedules],
    }),
  ],
};

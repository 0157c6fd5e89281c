import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const microsoft365: CatalogueFile = {
  id: 'microsoft-365',
  servers: [
    'ms365',
    'ms-365',
    'microsoft365',
    'microsoft-365',
    'outlook',
    'teams',
    'onedrive',
    'sharepoint',
    'office365',
  ],
  source: 'npm @softeria/ms-365-mcp-server 0.155.0, endpoints.json',
  rows: [
    ...reads(
      'list-mail-messages list-mail-folders list-mail-folder-messages get-mail-message list-mail-attachments list-mail-rules list-calendar-events get-calendar-event get-calendar-view list-calendars find-meeting-times get-schedule list-users list-drives list-folder-files get-drive-item search-onedrive-files list-drive-item-permissions list-excel-worksheets get-excel-range list-todo-task-lists list-todo-tasks list-teams list-joined-teams list-team-channels list-channel-messages list-chats list-chat-messages get-current-user list-sharepoint-sites',
    ),
    ...does(
      'draft',
      'reversible',
      'create-draft-email create-reply-draft create-reply-all-draft create-forward-draft create-shared-mailbox-draft',
    ),
    ...does(
      'send',
      'irreversible',
      'send-mail send-draft-message send-shared-mailbox-mail reply-mail-message reply-all-mail-message send-shared-mailbox-draft reply-shared-mailbox-mail',
    ),
    ...does('send', 'irreversible', 'forward-mail-message forward-shared-mailbox-mail'),
    ...does(
      'send',
      'externally_reversible',
      'send-channel-message send-chat-message reply-to-channel-message',
      { parts: { channelId: 'to', chatId: 'to' } },
    ),
    ...does(
      'create',
      'reversible',
      'create-calendar-event create-mail-folder create-onedrive-folder upload-file-content create-excel-chart create-todo-task add-mail-attachment create-onenote-page copy-drive-item',
    ),
    ...does(
      'update',
      'reversible',
      'update-calendar-event update-mail-message move-mail-message update-mail-folder update-excel-range format-excel-range accept-calendar-event decline-calendar-event move-rename-onedrive-item update-todo-task',
    ),
    ...does('create', 'reversible', 'create-mail-rule update-mail-rule', {
      raises: [['data_leaving', 'high', 'a mail rule can forward or hide mail']],
    }),
    ...does('grant', 'reversible', 'share-drive-item create-drive-item-share-link', {
      raises: [shared.grants],
    }),
    ...does(
      'delete',
      'reversible',
      'delete-mail-message delete-calendar-event delete-onedrive-file delete-todo-task delete-mail-rule delete-drive-item-permission',
    ),
    ...does('delete', 'irreversible', 'delete-mail-folder delete-calendar', {
      raises: [shared.erases],
    }),
    ...runs('http.request', 'graph-batch'),
  ],
};

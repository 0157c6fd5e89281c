import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const googleWorkspace: CatalogueFile = {
  id: 'google-workspace',
  servers: [
    'google-calendar',
    'google_calendar',
    'gcal',
    'gdrive',
    'google-drive',
    'google_drive',
    'google-sheets',
    'google_sheets',
    'google-workspace',
    'google_workspace',
  ],
  source:
    'npm @cocal/google-calendar-mcp 2.6.3, @modelcontextprotocol/server-gdrive; github.com/taylorwilsdon/google_workspace_mcp README',
  rows: [
    ...reads(
      'list-calendars list-events search-events get-event get-freebusy get-current-time list-colors search search_drive_files get_drive_file_content list_drive_items get_events list_calendars list_spreadsheets get_spreadsheet_info read_sheet_values get_doc_content search_docs search_gmail_messages get_gmail_message_content gsheets_read',
    ),
    ...does(
      'create',
      'reversible',
      'create-event create-events create_event create_drive_file create_spreadsheet create_sheet create_doc create_presentation',
    ),
    ...does(
      'update',
      'reversible',
      'update-event respond-to-event modify_event modify_sheet_values modify_doc_text gsheets_update_cell',
    ),
    ...does('delete', 'reversible', 'delete-event delete_event'),
    ...does('draft', 'reversible', 'draft_gmail_message'),
    ...does('send', 'irreversible', 'send_gmail_message send_message'),
    ...does(
      'grant',
      'reversible',
      'share_drive_file batch_share_drive_file update_drive_permission transfer_drive_ownership',
      { raises: [shared.grants] },
    ),
  ],
};

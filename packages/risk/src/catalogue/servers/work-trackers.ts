import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const workTrackers: CatalogueFile = {
  id: 'work-trackers',
  servers: ['asana', 'trello', 'airtable', 'clickup', 'monday', 'todoist'],
  source:
    'npm @roychri/mcp-server-asana 1.8.0, @delorenj/mcp-server-trello 1.8.1, airtable-mcp-server 1.14.0',
  rows: [
    ...reads(
      'asana_search_tasks asana_get_task asana_get_project asana_get_subtasks asana_list_workspaces asana_search_projects asana_get_my_tasks asana_get_task_stories asana_get_project_sections get_card get_lists get_my_cards get_cards_by_list_id list_boards get_board_members get_recent_activity list_bases list_tables list_records search_records get_record describe_table list_comments',
    ),
    ...does(
      'create',
      'reversible',
      'asana_create_task asana_create_subtask asana_create_task_story asana_create_project asana_create_section asana_add_tag_to_task asana_add_project_to_task asana_create_project_status add_card_to_list add_cards_to_list add_comment create_board create_checklist add_checklist_item create_label create_record create_comment attach_file_to_card copy_card upload_attachment',
    ),
    ...does(
      'update',
      'reversible',
      'asana_update_task asana_update_project asana_set_parent_for_task asana_remove_tag_from_task update_card_details move_card archive_card assign_member_to_card update_checklist_item update_records update_comment watch_card set_active_board',
    ),
    ...does('update', 'reversible', 'archive_list'),
    ...does('delete', 'reversible', 'asana_delete_task'),
    ...does(
      'delete',
      'irreversible',
      'asana_delete_tag asana_delete_section delete_comment delete_label delete_checklist_item',
    ),
    ...does('delete', 'irreversible', 'delete_records', { parts: { recordIds: 'id' } }),
    ...does('create', 'reversible', 'create_field update_field create_table update_table', {
      raises: [shared.alters],
    }),
    ...does('control', 'reversible', 'perform_system_repair'),
  ],
};

import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const pagerduty: CatalogueFile = {
  id: 'pagerduty',
  servers: ['pagerduty', 'pagerduty-mcp', 'opsgenie', 'incident-io'],
  source: 'github.com/PagerDuty/pagerduty-mcp-server README',
  rows: [
    ...reads(
      'list_incidents get_incident get_past_incidents get_related_incidents list_alerts get_alert list_services get_service list_schedules get_schedule list_oncalls list_teams get_team list_team_members list_users get_user_data list_escalation_policies get_escalation_policy list_event_orchestrations get_event_orchestration_router list_status_pages get_status_page_post list_incident_workflows',
    ),
    ...does('create', 'externally_reversible', 'create_incident add_responders', {
      raises: [['bulk_message', 'medium', 'wakes people who are on call']],
    }),
    ...does('update', 'reversible', 'add_note_to_incident manage_incidents'),
    ...does('control', 'externally_reversible', 'start_incident_workflow'),
    ...does(
      'create',
      'reversible',
      'create_schedule_override create_schedule update_schedule create_team update_team',
    ),
    ...does(
      'update',
      'reversible',
      'create_service update_service update_event_orchestration_router append_event_orchestration_router_rule create_alert_grouping_setting update_alert_grouping_setting',
      { raises: [shared.opensShop] },
    ),
    ...does('grant', 'reversible', 'add_team_member remove_team_member', {
      raises: [shared.grants],
    }),
    ...does('delete', 'irreversible', 'delete_team delete_alert_grouping_setting', {
      raises: [shared.erases],
    }),
    ...does('send', 'irreversible', 'create_status_page_post create_status_page_post_update', {
      raises: [shared.publishes],
    }),
  ],
};

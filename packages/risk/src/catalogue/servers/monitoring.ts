import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const monitoring: CatalogueFile = {
  id: 'monitoring',
  servers: ['datadog', 'grafana', 'mcp-grafana', 'dynatrace', 'newrelic', 'honeycomb'],
  source:
    'npm @winor30/mcp-server-datadog 1.8.0, @dynatrace-oss/dynatrace-mcp-server 2.1.2 README; github.com/grafana/mcp-grafana README',
  rows: [
    ...reads(
      'get_logs query_metrics get_monitors list_dashboards get_dashboard list_incidents get_incident list_traces list_hosts get_active_hosts_count list_downtimes get_rum_events get_all_services search_dashboards get_dashboard_by_uid get_dashboard_summary list_datasources query_prometheus query_loki_logs list_alert_rules list_teams get_current_oncall_users get_annotations generate_deeplink execute_dql verify_dql list_problems list_vulnerabilities find_entity_by_name chat_with_davis_copilot list_all_roles',
    ),
    ...does('weaken', 'reversible', 'mute_host schedule_downtime', {
      raises: [['audit_tampering', 'high', 'silences alarms']],
    }),
    ...does('update', 'reversible', 'unmute_host cancel_downtime'),
    ...does(
      'update',
      'reversible',
      'update_dashboard patch_dashboard create_annotation update_annotation create_folder create_dynatrace_notebook create_document',
    ),
    ...does('create', 'externally_reversible', 'create_incident add_activity_to_incident'),
    ...does('update', 'reversible', 'create_alert_rule update_alert_rule', {
      raises: [shared.opensShop],
    }),
    ...does('delete', 'irreversible', 'delete_alert_rule', {
      raises: [['audit_tampering', 'high', 'removes an alarm']],
    }),
    ...does('send', 'irreversible', 'send_slack_message send_email send_event'),
  ],
};

import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const webHosts: CatalogueFile = {
  id: 'web-hosts',
  servers: ['vercel', 'netlify', 'heroku', 'railway', 'render', 'fly', 'digitalocean'],
  source:
    'npm @heroku/mcp-server 1.2.8, @netlify/mcp 1.15.1, @digitalocean/mcp README; vercel.com/docs/mcp/vercel-mcp/tools; github.com/railwayapp/railway-mcp-server README',
  rows: [
    ...reads(
      'list_apps get_app_info get_app_logs list_addons get_addon_info list_teams pg_info pg_ps pg_locks pg_outliers pipelines_info pipelines_list ps_list list_projects get_project list_deployments get_deployment get_deployment_build_logs check_domain_availability_and_price search_vercel_documentation get-project get-projects get-deploy get-deploy-for-site get-user get-team get-teams get-forms-for-project netlify-coding-rules list-projects list-services list-deployments get-logs list-variables check-railway-status app-list list_services get_service list_logs',
    ),
    ...does(
      'deploy',
      'externally_reversible',
      'deploy_to_vercel deploy_to_heroku deploy-site deploy pipelines_promote',
      { raises: [shared.deploys] },
    ),
    ...does('control', 'externally_reversible', 'deploy_one_off_dyno', {
      kind: 'shell.exec',
      parts: { command: 'command' },
      raises: [shared.deploys],
    }),
    ...runs('sql.execute', 'pg_psql', { command: 'sql' }),
    ...does(
      'control',
      'reversible',
      'ps_restart ps_scale maintenance_on maintenance_off pg_maintenance pg_upgrade pg_kill rename_app',
      { raises: [shared.deploys] },
    ),
    ...does('read', 'read_only', 'pg_credentials', { raises: [shared.showsKey] }),
    ...does(
      'create',
      'reversible',
      'create_app create-new-project create-project create-environment link-service pipelines_create pg_backups generate-domain update-project-name',
    ),
    ...does(
      'create',
      'externally_reversible',
      'create_addon provision_ai_model deploy-template app-create',
      { raises: [shared.spends] },
    ),
    ...does('update', 'reversible', 'manage-env-vars manage-project-env-vars set-variables', {
      raises: [shared.opensShop],
    }),
    ...does('update', 'reversible', 'update-visitor-access-controls', { raises: [shared.grants] }),
    ...does('pay', 'irreversible', 'buy_domain', { raises: [shared.spends] }),
    ...does('delete', 'irreversible', 'app-delete droplet-delete', { raises: [shared.erases] }),
    ...does('control', 'reversible', 'droplet-resize cdn-flush-cache', {
      raises: [shared.deploys],
    }),
  ],
};

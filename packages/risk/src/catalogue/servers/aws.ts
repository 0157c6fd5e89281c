import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const aws: CatalogueFile = {
  id: 'aws',
  servers: ['aws', 'aws-api', 'aws_api', 'awslabs', 'aws-mcp', 'awslabs.aws-api-mcp-server'],
  source:
    'github.com/awslabs/mcp: aws-api, dynamodb, lambda-tool, cdk, documentation, cost-explorer, iam server READMEs',
  rows: [
    ...runs('shell.exec', 'call_aws', { cli_command: 'command' }),
    ...reads(
      'suggest_aws_commands get_execution_plan search_documentation read_documentation recommend get_cost_and_usage get_pricing list_users get_user list_roles list_policies simulate_principal_policy describe_table list_tables query scan get_item describe_log_groups get_metric_data',
    ),
    ...does('create', 'reversible', 'put_item', { kind: 'mcp.call' }),
    ...does('update', 'reversible', 'update_item update_table create_table'),
    ...does('delete', 'irreversible', 'delete_item'),
    ...does(
      'delete',
      'irreversible',
      'delete_table delete_bucket delete_user delete_role delete_stack',
      { raises: [shared.erases] },
    ),
    ...does(
      'grant',
      'reversible',
      'create_user create_role attach_user_policy attach_role_policy put_user_policy add_user_to_group',
      { raises: [shared.grants] },
    ),
    ...does('grant', 'irreversible', 'create_access_key', { raises: [shared.makesKey] }),
    ...does('control', 'externally_reversible', 'invoke_lambda invoke_lambda_function'),
    ...does(
      'deploy',
      'externally_reversible',
      'sam_deploy deploy_webapp create_resource update_resource',
      { raises: [shared.deploys] },
    ),
    ...does('delete', 'irreversible', 'delete_resource', { raises: [shared.erases] }),
  ],
};

import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const kubernetes: CatalogueFile = {
  id: 'kubernetes',
  servers: ['kubernetes', 'k8s', 'mcp-server-kubernetes', 'kubernetes-mcp-server', 'openshift'],
  source: 'npm mcp-server-kubernetes 4.1.7; github.com/containers/kubernetes-mcp-server README',
  rows: [
    ...reads(
      'kubectl_get kubectl_describe kubectl_logs kubectl_context explain_resource list_api_resources ping pods_list pods_get pods_log pods_top nodes_top events_list namespaces_list resources_list resources_get configuration_view helm_list',
    ),
    ...runs('shell.exec', 'exec_in_pod', { command: 'command' }),
    ...runs('shell.exec', 'pods_exec', { command: 'argv' }),
    ...does(
      'deploy',
      'externally_reversible',
      'kubectl_apply kubectl_create kubectl_patch kubectl_rollout kubectl_scale create_deployment install_helm_chart upgrade_helm_chart helm_install resources_create_or_update pods_run',
      { parts: { manifest: 'content', resource: 'content' } },
    ),
    ...does(
      'delete',
      'irreversible',
      'kubectl_delete uninstall_helm_chart helm_uninstall pods_delete resources_delete cleanup',
      { raises: [shared.erases] },
    ),
    ...does('control', 'reversible', 'node_management', { raises: [shared.deploys] }),
    ...does('control', 'reversible', 'port_forward stop_port_forward kubectl_reconnect'),
    ...does('control', 'externally_reversible', 'kubectl_generic', {
      parts: { command: 'operation', subCommand: 'operation' },
      raises: [['deployment', 'medium', 'runs any kubectl command']],
    }),
  ],
};

import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const confluent: CatalogueFile = {
  id: 'confluent',
  servers: ['confluent', 'kafka', 'mcp-confluent'],
  source: 'npm @confluentinc/mcp-confluent 1.5.0',
  rows: [
    ...reads(
      'list-topics list-clusters list-environments list-connectors list-schemas list-tags consume-messages get-topic-config get-connector-status get-connector-logs get-consumer-group-lag describe-consumer-group read-environment search-topics-by-name query-metrics list-billing-costs list-flink-statements read-flink-statement get-flink-statement-results',
    ),
    ...does('create', 'irreversible', 'produce-message', {
      raises: [['production_change', 'medium', 'others read what was produced']],
    }),
    ...does(
      'create',
      'reversible',
      'create-topics create-topic-tags add-tags-to-topic create-schema',
    ),
    ...does(
      'create',
      'externally_reversible',
      'create-connector update-connector-config resume-connector pause-connector',
      { raises: [shared.deploys] },
    ),
    ...runs('sql.execute', 'create-flink-statement', { statement: 'sql' }),
    ...does('update', 'reversible', 'alter-topic-config', { raises: [shared.opensShop] }),
    ...does(
      'delete',
      'irreversible',
      'delete-topics delete-connector delete-schema delete-flink-statements delete-tableflow-topic',
      { raises: [shared.erases] },
    ),
    ...does('delete', 'reversible', 'delete-tag remove-tag-from-entity'),
  ],
};

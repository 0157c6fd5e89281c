import { wordSet } from './word-set.ts';

/** Schemas and prefixes under which a server keeps the functions for those who run it. */
const serverNames =
  /^(crdb_internal|pg_catalog|sys|system|mysql|rdsadmin|cloudsqladmin|aws_\w{1,30}|azure_\w{1,30}|dbms_\w{1,40}|utl_\w{1,40}|rds_\w{1,60}|sp_\w{1,60}|xp_\w{1,60}|system\$\w{1,60}|citus_\w{1,60}|timescaledb_\w{1,60})$/iu;
const serverDeeds = wordSet(`
  panic crash kill cancel terminate abort halt shutdown stop restart reset purge drop destroy delete
  wipe truncate evict unsafe force failover promote disable revoke remove detach fatal flush
  rebalance drain
`);

/** True for `crdb_internal.force_panic` and `system$cancel_all_queries`: an errand of those who run the server. */
export function actsOnServer(names: readonly string[], words: readonly string[]): boolean {
  return names.some(name => serverNames.test(name)) && words.some(word => serverDeeds.has(word));
}

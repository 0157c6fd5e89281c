export { examinationText } from './doctor/examination-text.ts';
export type { Examination } from './doctor/examine.ts';
export type { Finding } from './doctor/finding.ts';
export { capConnections } from './http/connection-caps.ts';
export type { Surroundings } from './start/config-from-options.ts';
export type { Places, ProcessPorts } from './start/open-parts.ts';
export {
  assertServerStopped,
  type DescribedServer,
  describeServer,
  examineServer,
  liftAtConsole,
  newEpoch,
  repairClock,
  type ServerWorld,
  serve,
} from './start/server-commands.ts';
export type { ServerConfig } from './start/server-config.ts';
export {
  type ServerOption,
  type ServerOptionValues,
  serverOptions,
  serverOptionValues,
} from './start/server-options.ts';
export { explained } from './start/start-words.ts';

export type { Surroundings } from './config-from-options.ts';
export { examinationText } from './doctor/examination-text.ts';
export type { Examination } from './doctor/examine.ts';
export type { Finding } from './doctor/finding.ts';
export type { Places, ProcessPorts } from './open-parts.ts';
export {
  assertServerStopped,
  type DescribedServer,
  describeServer,
  examineServer,
  newEpoch,
  type ServerWorld,
  serve,
} from './server-commands.ts';
export type { ServerConfig } from './server-config.ts';
export {
  type ServerOption,
  type ServerOptionValues,
  serverOptions,
  serverOptionValues,
} from './server-options.ts';
export { explained } from './start-words.ts';

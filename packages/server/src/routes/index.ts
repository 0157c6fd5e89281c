import { channels } from '../channels/channels.ts';
import type { Route } from '../http/route.ts';
import { productVersion } from '../product-version.ts';
import { allowanceRoutes } from './allowance-routes.ts';
import { askingRoutes } from './asking-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { bundleRoutes } from './bundle-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { decidingRoutes } from './deciding-routes.ts';
import { delegationRoutes } from './delegation-routes.ts';
import { descriptionRoutes } from './description-routes.ts';
import { edgeRoutes } from './edge-routes.ts';
import { eventStreamRoutes } from './event-stream-routes.ts';
import { executionRoutes } from './execution-routes.ts';
import { guardRoutes } from './guard-routes.ts';
import { holdRoutes } from './hold-routes.ts';
import { insightsRoutes } from './insights-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { lockRoutes } from './lock-routes.ts';
import { logRoutes } from './log-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { operatingRoutes } from './operating-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { policyRoutes } from './policy-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { readingRoutes } from './reading-routes.ts';
import { releaseRoutes } from './release-routes.ts';
import { sampleRoutes } from './sample-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { surroundingsRoutes } from './surroundings-routes.ts';
import { terminalRoutes } from './terminal-routes.ts';
import { toolListRoutes } from './tool-list-routes.ts';
import { unaskedRoutes } from './unasked-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const apiRoutes: readonly Route[] = [
  ...askingRoutes,
  ...sampleRoutes,
  ...readingRoutes,
  ...eventStreamRoutes,
  ...decidingRoutes,
  ...batchRoutes,
  ...releaseRoutes,
  ...questionRoutes,
  ...conversationRoutes,
  ...webhookRoutes,
  ...executionRoutes,
  ...holdRoutes,
  ...surroundingsRoutes,
  ...bundleRoutes,
  ...logRoutes,
  ...keyRoutes,
  ...policyRoutes,
  ...previewRoutes,
  ...toolListRoutes,
  ...unaskedRoutes,
  ...insightsRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...terminalRoutes,
  ...peopleRoutes,
  ...credentialRoutes,
  ...delegationRoutes,
  ...allowanceRoutes,
  ...lockRoutes,
  ...guardRoutes,
  ...edgeRoutes,
  ...channelRoutes(channels),
  ...preferenceRoutes,
  ...oidcRoutes,
  ...pageRoutes,
  ...operatingRoutes,
];

/** Every route of the API. What is not here is not served. */
export const routes: readonly Route[] = [
  ...apiRoutes,
  ...descriptionRoutes(apiRoutes, productVersion),
];

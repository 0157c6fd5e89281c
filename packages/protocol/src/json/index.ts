export { decodeBase64url, encodeBase64url } from './base64url.ts';
export { canonicalize } from './canonical-json.ts';
export {
  defaultJsonLimits,
  type JsonArray,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  snapshot,
} from './json-value.ts';
export { parserOf } from './parse-object.ts';
export { parseStrict } from './strict-json.ts';

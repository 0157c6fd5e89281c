export { openSealed } from './open-sealed.ts';
export { type SealKey, sealKey } from './seal-key.ts';
export { type SealedParameters, sealParameters } from './seal-parameters.ts';
export { isSealed, SealedValue, sealKeyIdOf } from './sealed-value.ts';

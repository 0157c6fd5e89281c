// What a hunt imports, so that one import brings all of it with the planted mistake.

export { runHistory } from './history.ts';
export { modelStores } from './model-store-factory.ts';

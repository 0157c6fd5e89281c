import { createModelStore, openModelStore } from '../model-store.ts';
import type { StoreFactory } from './simulated-process.ts';

/** Every simulated store has the same id, so that histories on different stores can be compared. */
export const storeIds = { uuid: () => '5107e000-0000-4000-8000-000000000000' };

/** Histories in memory, on the model that passes the same suite as the stores. */
export function modelStores({ commitsMeet = false } = {}): StoreFactory {
  return {
    name: 'the model store',
    create: async clock => {
      const { data } = createModelStore({ clock, ids: storeIds });
      return {
        commitsMeet,
        open: async () => openModelStore(data, { clock }),
        close: async () => undefined,
      };
    },
  };
}

import type { Store } from '@countersign/coordinator';

/** The methods of a store, each with its own store for `this`. They are looked up many times in a call. */
const boundStores = new WeakMap<Store, Store>();

/** A store in which one thing is different: how it commits. */
export function storeWithCommit(store: Store, commit: Store['commit']): Store {
  return Object.assign(Object.create(boundOf(store)), { commit });
}

function boundOf(store: Store): Store {
  let bound = boundStores.get(store);
  if (bound === undefined) {
    bound = bind(store);
    boundStores.set(store, bound);
  }
  return bound;
}

function bind(store: Store): Store {
  const members: Record<PropertyKey, unknown> = {};
  for (let holder: object | null = store; holder !== null; holder = Object.getPrototypeOf(holder)) {
    if (holder === Object.prototype) break;
    for (const name of Reflect.ownKeys(holder)) {
      if (name === 'constructor' || name in members) continue;
      const value: unknown = Reflect.get(store, name, store);
      members[name] = typeof value === 'function' ? value.bind(store) : value;
    }
  }
  return members as unknown as Store;
}

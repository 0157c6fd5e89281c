import type { Store } from '@countersign/coordinator';

/** A store in which one thing is different: how it commits. */
export function storeWithCommit(store: Store, commit: Store['commit']): Store {
  return new Proxy(store, {
    get: (target, member) => {
      if (member === 'commit') return commit;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

declare const brand: unique symbol;

/** A type that plain data cannot be mistaken for: only the function that checked it may hand it out. */
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };

// The schemas of the protocol would be compiled to code at run time where that is allowed, and try whether it is. The
// content security policy forbids it, and reports even the try, so they are told before the first of them is made.
Object.assign(window, { __zod_globalConfig: { jitless: true } });

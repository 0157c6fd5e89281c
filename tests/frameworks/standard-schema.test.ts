// Goal: a gated tool takes the schemas of Zod, Valibot and ArkType, with their types. Method: the real libraries.
import { frameworkModule, installFramework } from './install-framework.ts';

/** As a path, so that a change in it selects this file. */
const folder = './standard-schema';

if (installFramework(folder)) await import(frameworkModule(folder, 'cases.ts'));

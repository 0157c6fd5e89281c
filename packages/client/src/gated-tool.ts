import type { ActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { type BoundAction, bindAction } from './bound-action.ts';
import { checkFunction, checkToolOptions } from './check-tool.ts';
import type { RunOptions } from './gate.ts';
import type { Run } from './run-tool.ts';
import { fitParameters, type StandardSchema } from './standard-schema.ts';

/** A tool. It receives one argument, and a signal that aborts when its time is over. */
export type ToolFunction<Parameters extends object, T> = (
  parameters: Parameters,
  surroundings: { readonly signal: AbortSignal },
) => Promise<T> | T;

/** The same tool, gated. Each call may say what differs from the options that the tool was gated with. */
export type GatedTool<Parameters extends object, T> = (
  parameters: Parameters,
  call?: RunOptions,
) => Promise<T>;

export interface ToolOptions<Parameters extends object = object>
  extends Omit<RunOptions, 'key' | 'signal'> {
  readonly version?: string | undefined;
  readonly operation?: string | undefined;
  readonly subject_id?: string | null | undefined;
  /** Derived from the arguments of the call. */
  readonly resource?: ((parameters: Parameters) => string | null) | undefined;
  readonly key?: ((parameters: Parameters) => string) | undefined;
}

/**
 * What can be bound exactly: plain JSON. A date, a function or a member that may be `undefined` does not fit, because the
 * gate would refuse it; leave such a member out instead.
 */
export type Plain<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null
    ? T
    : T extends Date | ((...given: never[]) => unknown) | bigint | symbol | undefined
      ? never
      : { [Member in keyof T]: Plain<T[Member]> };

export function gatedTool<Parameters extends object, T>(
  {
    agent,
    run,
  }: {
    readonly agent: string;
    readonly run: (
      bound: BoundAction,
      execute: Run<T>,
      options: RunOptions,
      fits: (approved: ActionBinding) => Promise<string | null>,
    ) => Promise<T>;
  },
  name: string,
  fn: ToolFunction<Parameters, T>,
  options: ToolOptions<Parameters> & {
    readonly schema?: StandardSchema<unknown, object> | undefined;
  },
): GatedTool<Parameters, T> {
  checkFunction(fn, '/fn');
  checkToolOptions(options);
  const { version = '1', operation, subject_id = null, resource, schema, ...more } = options;
  const { key: keyOf, ...rest } = more;
  return async (given, call = {}) => {
    const parameters =
      schema === undefined ? given : ((await fitParameters(schema, given)) as object);
    const target = { tool_name: name, tool_schema_version: version, resource: null };
    const named = operation === undefined ? {} : { operation };
    const first = bindAction({ ...named, subject_id, target, parameters }, agent, undefined);
    // The copy has the members of what was given, as plain JSON.
    const copy = first.real.parameters as JsonObject as Parameters;
    const place = resource === undefined ? null : resource(copy);
    const asked: RunOptions = { ...rest, ...definedOf(call) };
    const key = call.key ?? keyOf?.(copy);
    // If functions have seen the copy, the action is bound again from the copy. The arguments themselves are read only
    // once.
    const isBound = resource === undefined && keyOf === undefined && asked.seal === undefined;
    const action = { ...first.real, target: { ...target, resource: place } };
    return run(
      isBound ? first : bindAction(action, agent, asked.seal),
      (approved, surroundings) => fn(approved.parameters as Parameters, surroundings),
      { ...asked, ...(key === undefined ? {} : { key }) },
      approved => findMisfit(approved, schema, resource),
    );
  };
}

/**
 * Why a tool cannot run a changed action, or null. The changed action must be one that the tool itself could have asked
 * for.
 */
async function findMisfit<Parameters extends object>(
  { parameters, target }: ActionBinding,
  schema: StandardSchema<unknown, object> | undefined,
  resource: ToolOptions<Parameters>['resource'],
): Promise<string | null> {
  const given = parameters as JsonObject as Parameters;
  if (schema !== undefined) {
    try {
      const fitted = await fitParameters(schema, given);
      if (sha256(fitted) !== sha256(given)) return 'the schema makes something else of it';
    } catch {
      return 'the changed parameters do not fit the schema of the tool';
    }
  }
  const place = resource === undefined ? null : resource(given);
  return place === target.resource ? null : 'the changed parameters belong to another resource';
}

/** An option that is undefined for one call does not remove the option of the tool. */
function definedOf(call: RunOptions): RunOptions {
  return Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined));
}

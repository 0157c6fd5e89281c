import { ProtocolError } from '@countersign/protocol/reason';

/** A schema of Zod, Valibot, ArkType and others, as far as it is used here (https://standardschema.dev, version 1). */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type SchemaInput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input'];
export type SchemaOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** How many members a message names. */
const namedMax = 8;

/** What the schema makes of the parameters. The message names the members that do not fit, and never their values. */
export async function fitParameters(schema: StandardSchema, parameters: unknown): Promise<unknown> {
  const validated = await schema['~standard'].validate(parameters);
  if (validated.issues === undefined) return validated.value;
  const places = [...new Set(validated.issues.map(placeOf))];
  const named = places.slice(0, namedMax).join(', ');
  throw new ProtocolError(
    'object_malformed',
    places[0] ?? '',
    `expected parameters that fit the schema of the tool; what does not fit is ${named}${places.length > namedMax ? ' and more' : ''}`,
  );
}

function placeOf({ path = [] }: SchemaIssue): string {
  const keys = path.map(step => String(typeof step === 'object' ? step.key : step));
  return keys.length === 0 ? 'the whole' : `/parameters/${keys.join('/')}`;
}

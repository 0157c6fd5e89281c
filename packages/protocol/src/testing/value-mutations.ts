interface ValueMutation {
  /** Where, and what was done there. */
  readonly name: string;
  readonly value: unknown;
}

/**
 * Every member of a JSON value altered, one at a time: dropped, added, repeated, swapped with its neighbour,
 * replaced by another of its kind and by one of every other kind. Found from the structure, so that a member
 * that is added later is altered, too.
 */
export function* mutateValue(value: unknown, path = ''): Generator<ValueMutation> {
  for (const other of replacements(value)) {
    yield { name: `${path} = ${JSON.stringify(other)}`, value: other };
  }
  if (Array.isArray(value)) yield* mutateArray(value, path);
  else if (typeof value === 'object' && value !== null) {
    yield* mutateObject(value as Record<string, unknown>, path);
  }
}

function* mutateArray(array: readonly unknown[], path: string): Generator<ValueMutation> {
  for (const [index, member] of array.entries()) {
    yield { name: `${path}/${index} dropped`, value: array.toSpliced(index, 1) };
    yield { name: `${path}/${index} repeated`, value: array.toSpliced(index, 0, member) };
    if (index > 0 && JSON.stringify(array[index - 1]) !== JSON.stringify(member)) {
      const swapped = array.toSpliced(index - 1, 2, member, array[index - 1]);
      yield { name: `${path}/${index} swapped`, value: swapped };
    }
    for (const { name, value } of mutateValue(member, `${path}/${index}`)) {
      yield { name, value: array.with(index, value) };
    }
  }
}

function* mutateObject(
  object: Readonly<Record<string, unknown>>,
  path: string,
): Generator<ValueMutation> {
  yield { name: `${path}/unknown added`, value: { ...object, unknown: null } };
  for (const [key, member] of Object.entries(object)) {
    const { [key]: _dropped, ...rest } = object;
    yield { name: `${path}/${key} dropped`, value: rest };
    for (const { name, value } of mutateValue(member, `${path}/${key}`)) {
      yield { name, value: { ...object, [key]: value } };
    }
  }
}

function replacements(value: unknown): unknown[] {
  const others = [null, true, 1, 'x', [], {}].filter(
    other => JSON.stringify(other) !== JSON.stringify(value),
  );
  if (typeof value === 'number') return [...others, value + 1, value - 1, -value - 1, value + 0.5];
  if (typeof value !== 'string' || value === '') return others;
  const middle = Math.floor(value.length / 2);
  return [
    ...others,
    `${value} `,
    value.slice(0, -1),
    value.slice(1),
    value.slice(0, middle) + nextCharacter(value.charAt(middle)) + value.slice(middle + 1),
    nextCharacter(value.charAt(0)) + value.slice(1),
    value.slice(0, -1) + nextCharacter(value.charAt(value.length - 1)),
  ];
}

/** Stays within hex digits, digits and letters, so that the form often survives and the content must not. */
function nextCharacter(character: string): string {
  if (character === '9' || character === 'f') return '0';
  if (character === 'z') return 'a';
  if (character === 'Z') return 'A';
  return String.fromCharCode(character.charCodeAt(0) + 1);
}

import { InvalidArgumentError } from 'commander';

/** Reads the value of an option that is a whole number between two limits. */
export function wholeNumber(least: number, most: number): (value: string) => number {
  return value => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

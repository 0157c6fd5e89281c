import type { JsonValue } from '@countersign/protocol/json';

const modeKeys =
  /^(?:file_?|dir(?:ectory)?_?|folder_?)?(?:mode|permissions?|perms?|chmod|access_?mode)$/i;
const maskKeys = /^(?:umask|(?:create|creation)_?mask)$/i;
const symbolic =
  /(?:^|,)(?:a|o|[ugo]*[ao][ugo]*)?[+=][rstxX]*w|^[r-][w-][xsS-][r-][w-][xsS-][r-]w|^[-dl][rwxsStT-]{7}w/;
const octal = /^(?:0o?)?[0-7]{3,4}$/i;

/** Whether this value, under this key, lets every user of the machine change a file. */
export function isOpenMode(key: string, value: JsonValue, isOfFile: boolean): boolean {
  if (maskKeys.test(key)) return isOpenMask(value);
  if (!modeKeys.test(key)) return false;
  if (typeof value === 'string') return isOpenText(value);
  return typeof value === 'number' && isOfFile && isOpenNumber(value);
}

function isOpenText(value: string): boolean {
  if (octal.test(value)) return isWritableByAll(Number.parseInt(value.replace(/^0?o/i, ''), 8));
  if (/^\d{1,5}$/.test(value)) return isOpenNumber(Number(value));
  return symbolic.test(value);
}

/**
 * A number without its base: 511 is 0777, and 777 may be meant as 0777. Both readings are tried. A reading counts only
 * if it is a usual mode: others have no right that the group lacks, and the group has no right that the owner lacks.
 */
function isOpenNumber(value: number): boolean {
  const digits = String(value);
  const readings = [value, ...(/^[0-7]{3,4}$/.test(digits) ? [Number.parseInt(digits, 8)] : [])];
  return readings.some(mode => isUsual(mode) && isWritableByAll(mode));
}

function isUsual(mode: number): boolean {
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o7777) return false;
  const [owner, group, others] = [(mode >> 6) & 7, (mode >> 3) & 7, mode & 7];
  return (owner & 4) !== 0 && (owner & group) === group && (group & others) === others;
}

function isWritableByAll(mode: number): boolean {
  return (mode & 2) !== 0;
}

function isOpenMask(value: JsonValue): boolean {
  const digits = typeof value === 'number' ? String(value) : value;
  return typeof digits === 'string' && /^(?:0o?)?[0-7]{0,2}[0145]$/i.test(digits);
}

/** What the process that asks would pass on: read here and nowhere else, and bound before anything is made of it. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** As they are at this moment. They are looked at when asking and again when running. */
export function presentSurroundings(): Surroundings {
  return { cwd: process.cwd(), env: { ...process.env } };
}

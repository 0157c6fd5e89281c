/** A sentence for the reader, shown without a stack. */
export class Explained extends Error {}
export const root: string;
export function exists(path: string): boolean;
/** Folders of the workspaces, such as `packages/protocol` and `packages/adapters/ai-sdk`. */
export function packageFolders(): string[];
export function allTests(): string[];
export function examples(): string[];
export function testsUnder(folder: string): string[];

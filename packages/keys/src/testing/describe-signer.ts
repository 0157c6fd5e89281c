import { describe, test } from 'node:test';
import { artifactCases } from './signer-cases-artifacts.ts';
import { leakCases } from './signer-cases-leaks.ts';
import { noteCases } from './signer-cases-notes.ts';
import { turnCases } from './signer-cases-turns.ts';
import type { DefineCase, SignerUnderTest } from './signer-under-test.ts';

interface SignerSuite {
  readonly name: string;
  /** Opens a signer with one fresh key; called once for each test. */
  readonly open: () => Promise<SignerUnderTest>;
}

const cases: readonly ((test: DefineCase) => void)[] = [
  artifactCases,
  turnCases,
  noteCases,
  leakCases,
];

/** Runs the contract of a signer with keys against one: the same tests for each. */
export function describeSigner({ name, open }: SignerSuite): void {
  describe(name, { concurrency: 4 }, () => {
    const define: DefineCase = (title, body) => {
      test(title, async () => {
        const opened = await open();
        try {
          await body(opened);
        } finally {
          await opened.close();
        }
      });
    };
    for (const defineCases of cases) defineCases(define);
  });
}

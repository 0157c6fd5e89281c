/** So many at most are asked in one statement. */
const togetherMax = 64;
/** Turns of the microtask queue; callers that were answered together ask again after a handful. */
const turnsMax = 32;

interface Asked<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Asks in one statement what is asked while another is under way: most of the cost of a small read is the round
 * trip. A statement is sent after every question in it, so it sees what was committed before any of them.
 */
export class GatheredReads<Question, Answer> {
  readonly #read: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #asked: Asked<Question, Answer>[] = [];
  #isReading = false;

  constructor(read: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#read = read;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ question, resolve, reject });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#asked.length > 0) {
      for (let turn = 0; turn < turnsMax; turn++) await null;
      const together = this.#asked.splice(0, togetherMax);
      try {
        const answers = await this.#read(together.map(({ question }) => question));
        for (const [index, { resolve }] of together.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isReading = false;
  }
}

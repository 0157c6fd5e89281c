import { inLanguage } from '../chosen.ts';

const english = {
  way: 'Ask the agent',
  title: (agent: string) => `Ask ${agent}`,
  about:
    'The request stays open, and its deadline does not move. The answer is shown below as unverified words.',
  field: 'Your question',
  missing: 'Write a question.',
  send: 'Ask',
  sending: 'Asking',
  back: 'Back',
  asked: 'Asked. The request stays open',
  askedDetail: 'The agent is told when it waits or asks again.',
  notAsked: 'The question was not asked.',
  section: 'Questions to the agent',
  askedAt: (name: string, time: string) => `${name} asked at ${time}`,
  noAnswer: (time: string) => `Asked at ${time}, no answer yet`,
  answered: (agent: string, time: string) => `${agent} answered at ${time}`,
  notVerified: 'Not verified',
};

export type QuestionText = typeof english;
export const questionText: QuestionText = inLanguage('question', english);

import type { QuestionText } from '../english/question.ts';

export const question: QuestionText = {
  way: 'Den Agenten fragen',
  title: agent => `${agent} fragen`,
  about:
    'Die Anfrage bleibt offen, und ihre Frist verschiebt sich nicht. Die Antwort steht unten als ungeprüfter Text.',
  field: 'Ihre Frage',
  missing: 'Schreiben Sie eine Frage.',
  send: 'Fragen',
  sending: 'Wird gefragt',
  back: 'Zurück',
  asked: 'Gefragt. Die Anfrage bleibt offen',
  askedDetail: 'Der Agent erfährt es, wenn er wartet oder erneut anfragt.',
  notAsked: 'Die Frage wurde nicht gestellt.',
  section: 'Fragen an den Agenten',
  askedAt: (name, time) => `${name} fragte um ${time}`,
  noAnswer: time => `Gefragt um ${time}, noch keine Antwort`,
  answered: (agent, time) => `${agent} antwortete um ${time}`,
  notVerified: 'Ungeprüft',
};

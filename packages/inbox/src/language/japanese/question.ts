import type { QuestionText } from '../english/question.ts';

export const question: QuestionText = {
  way: 'エージェントに質問',
  title: agent => `${agent} に質問`,
  about: 'リクエストは開いたままで、期限は変わりません。回答は未検証の文章として下に表示されます。',
  field: '質問',
  missing: '質問を入力してください。',
  send: '質問する',
  sending: '送信中',
  back: '戻る',
  asked: '質問しました。リクエストは開いたままです',
  askedDetail: 'エージェントには、待機中か次に依頼したときに伝わります。',
  notAsked: '質問は送信されませんでした。',
  section: 'エージェントへの質問',
  askedAt: (name, time) => `${name} が ${time} に質問`,
  noAnswer: time => `${time} に質問、回答待ち`,
  answered: (agent, time) => `${agent} が ${time} に回答`,
  notVerified: '未検証',
};

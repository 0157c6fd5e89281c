// An approval service of another company, in a process of its own. It checks the signature of each question with the
// library of the standard, reads the question, and answers by program with a call of its own. Its HTTP response says
// "allow" every time, which must decide nothing. Prints its port.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.DESK_SECRET ?? '');

const service = createServer(async (incoming, response) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  let question;
  try {
    question = webhook.verify(body, incoming.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"decision":"allow"}');
  const isIgnored = question.request.target_resource === 'room:ignored';
  const told = isIgnored ? { decision: 'none' } : await answer(question);
  process.stdout.write(`${JSON.stringify(told)}\n`);
}).listen(0, '127.0.0.1');
await once(service, 'listening');
process.stdout.write(`${service.address().port}\n`);

/** The rule of this desk: only the room `ops` may be told anything. */
async function answer({ binding, stage_index, request, answer_url }) {
  const decision = request.target_resource === 'room:ops' ? 'allow' : 'deny';
  const text = JSON.stringify({
    schema_version: '1.0',
    type: 'approval_answer',
    binding,
    stage_index,
    decision,
    reason_code: 'desk_rule',
    reason: decision === 'deny' ? 'only the room ops is told' : '',
    summary: null,
    person_assertion: null,
  });
  const id = `msg_${randomUUID()}`;
  const at = new Date();
  const answered = await fetch(answer_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, at, text),
    },
    body: text,
  });
  return { decision, status: answered.status, body: await answered.text() };
}

// The limit of a cycle over HTTP: a Fastify server that reads JSON and answers with JSON that it is told beforehand.

import fastify from 'fastify';
import { answerCommands } from './answer-commands.ts';

let answers: readonly unknown[] = [];
const server = fastify({ logger: false });
server.post<{ Params: { call: string } }>('/calls/:call', async ({ params }) => {
  return answers[Number(params.call)];
});
const address = await server.listen({ host: '127.0.0.1', port: 0 });

await answerCommands<{ readonly bodies?: readonly unknown[] }>({
  answers: async ({ bodies = [] }) => {
    answers = bodies;
    return { port: Number(new URL(address).port) };
  },
  cpu: async () => {
    const { user, system } = process.cpuUsage();
    return { milliseconds: (user + system) / 1000 };
  },
});
await server.close();

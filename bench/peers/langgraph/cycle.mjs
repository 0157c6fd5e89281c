// LangGraph with one of its durable savers: pause for approval, approve, resume, run the tool.
// node cycle.mjs sqlite <file> | node cycle.mjs postgres <connection string>
//
// Two graphs. `bare` is the least that pauses: one node asks, one node runs the tool. `agent` is what the saver is
// sold for: a model turn proposes the call, a person is asked, the tool runs, a model turn reads the result. The
// model is a constant. Durability is the default of the library, which is kinder to it than `sync` would be.

import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import {
  Annotation,
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { answerCommands } from '../../measure/answer-commands.ts';
import { runClosedLoop } from '../../measure/closed-loop.ts';

const [kind, place] = process.argv.slice(2);

async function openSaver() {
  if (kind === 'sqlite') {
    const { SqliteSaver } = await import('@langchain/langgraph-checkpoint-sqlite');
    return SqliteSaver.fromConnString(place);
  }
  const { PostgresSaver } = await import('@langchain/langgraph-checkpoint-postgres');
  const saver = PostgresSaver.fromConnString(place);
  await saver.setup();
  return saver;
}

const checkpointer = await openSaver();
const args = { amount: 4200, currency: 'USD', memo: 'x'.repeat(960) };
let ran = 0;

const State = Annotation.Root({ args: Annotation(), approved: Annotation(), result: Annotation() });
const bare = {
  input: { args },
  isDone: ({ result }) => result === 'sent',
  graph: new StateGraph(State)
    .addNode('approve', state => ({ approved: interrupt({ args: state.args }) }))
    .addNode('tool', ({ approved }) => {
      if (approved) ran++;
      return { result: 'sent' };
    })
    .addEdge(START, 'approve')
    .addEdge('approve', 'tool')
    .addEdge('tool', END)
    .compile({ checkpointer }),
};

const agent = {
  input: { messages: [new HumanMessage('pay the invoice')] },
  isDone: ({ messages }) => messages.at(-1)?.content === 'done',
  graph: new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => {
      const isFirst = messages.at(-1)?.getType() === 'human';
      const call = { id: 'call-1', name: 'wire_transfer', args, type: 'tool_call' };
      return { messages: [new AIMessage(isFirst ? { content: '', tool_calls: [call] } : 'done')] };
    })
    .addNode('tool', ({ messages }) => {
      const [call] = messages.at(-1).tool_calls;
      if (interrupt({ args: call.args })) ran++;
      return { messages: [new ToolMessage({ content: 'sent', tool_call_id: call.id })] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) =>
      messages.at(-1).tool_calls?.length > 0 ? 'tool' : END,
    )
    .addEdge('tool', 'model')
    .compile({ checkpointer }),
};

const shapes = { bare, agent };
const thread = () => ({ configurable: { thread_id: crypto.randomUUID() } });
const resume = new Command({ resume: true });

async function cycle({ graph, input, isDone }) {
  const config = thread();
  await graph.invoke(input, config);
  const state = await graph.invoke(resume, config);
  if (!isDone(state)) throw new Error('the cycle did not end as it should');
}

await answerCommands({
  cycles: ({ seconds, callers, shape = 'bare' }) =>
    runClosedLoop({ seconds, callers, work: () => cycle(shapes[shape]) }),
  runOnce: async ({ shape = 'bare' }) => {
    const { graph, input } = shapes[shape];
    const config = thread();
    await graph.invoke(input, config);
    ran = 0;
    await Promise.allSettled(Array.from({ length: 4 }, () => graph.invoke(resume, config)));
    return { ran };
  },
});
if (kind === 'postgres') await checkpointer.end();

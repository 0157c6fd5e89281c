import { connect } from '@countersign/client';
import { type StartedServer, startedServer } from '@countersign/server/testing';
import { type Agent, storageAgent } from './chat-agent.ts';
import { type Chat, startChat } from './chat-host.ts';
import { openPersonSession } from './person-session.ts';

export interface ChatWorld {
  readonly server: StartedServer;
  readonly chat: Chat;
  /** What waits for an approval, by the name of its tool. */
  pendingTools(): Promise<string[]>;
  close(): Promise<void>;
}

const policy = `version: "1"
default: require_approval
default_chain: storage
chain_by_risk: { low: storage, medium: storage, high: storage, critical: storage }
chains:
  - { id: storage, stages: [{ name: storage, approvers: { roles: [storage_owner] } }] }
`;

/** A server of Countersign, an agent with a gate, a person who is signed in, and the chat between them. */
export async function openChatWorld(agent: Agent = storageAgent): Promise<ChatWorld> {
  const server = await startedServer({ policy });
  try {
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'observe'],
      agent_ids: ['workspace-assistant'],
    });
    const gate = await connect({
      url: server.origin,
      key: authorization.slice('Bearer '.length),
      agent: 'workspace-assistant',
    });
    const { headers } = await server.person(['storage_owner']);
    const person = await openPersonSession(server.origin, async ({ user_code }) => {
      // In the inbox a person compares the code and presses a button, which does this.
      const path = `/v1/terminal-sign-ins/${user_code}/answer`;
      await server.call('POST', path, { headers, body: { answer: 'confirm' } });
    });
    const chat = await startChat({ agent, gate, person, sessionId: 'chat-storage' });
    return {
      server,
      chat,
      pendingTools: async () => {
        const { rows } = await person.listRequests({ status: 'pending' });
        return rows.map(({ tool_name }) => tool_name);
      },
      close: async () => {
        await chat.close();
        await server.remove();
      },
    };
  } catch (error) {
    await server.remove();
    throw error;
  }
}

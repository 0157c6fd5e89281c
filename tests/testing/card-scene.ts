import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RequestRepresentation, StartedServer } from '@countersign/server/testing';
import type { Page } from 'playwright-core';

type Credential = Readonly<Record<string, string>>;

/** Every kind of stage that a card has to show. */
export const cardPolicy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages:
      - name: Platform
        approvers: { roles: [reviewer] }
  - id: two
    stages:
      - name: Finance
        approvers: { roles: [finance] }
      - name: Treasury
        approvers: { roles: [treasury] }
  - id: sure
    stages:
      - name: Security
        approvers: { roles: [reviewer] }
        min_assurance: webauthn
  - id: own
    stages:
      - name: You
        approvers: { roles: [reviewer] }
        separation: self_confirm
rules:
  - id: wire-over-1000
    match: { tool: "payments.wire" }
    outcome: require_approval
    chain: two
    reason: wires above 1,000 need Finance and Treasury.
    display: "Wire {/amount} {/currency} to {/to/name}"
  - id: prod-delete
    match: { tool: "postgres.*" }
    outcome: require_approval
    chain: sure
    reason: deleting rows in production needs a passkey.
  - id: own-agent
    match: { tool: "own.*" }
    outcome: require_approval
    chain: own
  - id: soon
    match: { tool: "soon.*" }
    outcome: require_approval
    expires_in: 4s
`;

interface Asked {
  readonly tool_name?: string;
  readonly agent_id?: string;
  readonly resource?: string | null;
  readonly audience?: string;
  readonly agent_reasoning?: string;
  readonly parameters?: Record<string, unknown>;
  /** Whether the agent runs the approved parameters also where a reviewer changed them. */
  readonly amendable?: boolean;
  /** The round that this follows, and what the agent says has changed. */
  readonly after?: { readonly id: string; readonly change: string };
}

/** Makes an agent ask. The default is a new action. Returns the id of the request. */
export async function ask(
  server: Pick<StartedServer, 'call'>,
  headers: Credential,
  asked: Asked = {},
): Promise<string> {
  const { tool_name = 'mail.send', agent_id = 'billing-bot', resource = null } = asked;
  const action = {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id,
    subject_id: null,
    target: { tool_name, tool_schema_version: '3', resource },
    parameters: asked.parameters ?? {
      subject: 'Minutes',
      to: 'board@example.com',
      mail: randomUUID(),
    },
  };
  const body = {
    action,
    audience: asked.audience ?? 'gateway',
    ...(asked.agent_reasoning === undefined ? {} : { agent_reasoning: asked.agent_reasoning }),
    ...(asked.after === undefined ? {} : { change: asked.after.change }),
    ...(asked.amendable === undefined ? {} : { amendable: asked.amendable }),
  };
  const path = asked.after === undefined ? '/v1/requests' : `/v1/requests/${asked.after.id}/rounds`;
  const answer = await server.call('POST', path, { headers, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return (answer.body as RequestRepresentation).approval_request_id;
}

export const wire = {
  tool_name: 'payments.wire',
  resource: 'bank-gateway',
  parameters: {
    amount: '4200.00',
    currency: 'USD',
    to: { name: 'Nordvik Paper AB', iban: 'SE35 5000 0000 0549 1000 0003', country: 'Sweden' },
    reference: 'INV-20931 October paper stock',
  },
} as const;

/** What a person does with a card, by the names that a screen reader says. */
export class Card {
  readonly page: Page;
  readonly origin: string;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`${this.origin}/requests/${id}`);
    try {
      await this.heading().waitFor({ timeout: 60_000 });
    } catch (cause) {
      // Says which page came instead, such as a sign-in or a problem.
      const shown = await this.page.locator('body').innerText();
      throw new Error(`expected a card, found a page with "${shown.slice(0, 600)}"`, { cause });
    }
  }

  /** Opens another card in a page that shows one already, as a press on a row does. It loads no page. */
  async goOn(id: string): Promise<void> {
    await this.page.evaluate(path => {
      const old = document.querySelector('article.card h1');
      old?.setAttribute('data-old', '');
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/requests/${id}`);
    await this.page.locator('article.card h1:not([data-old])').waitFor({ timeout: 60_000 });
  }

  heading() {
    return this.page.locator('article.card h1');
  }

  approve() {
    return this.page.locator('.btn--approve');
  }

  /** Everything on the card once, like a user who scrolls through it. */
  async readAll(): Promise<void> {
    await this.page.evaluate(`document.querySelector('.card-scroll').scrollTo(0, 0)`);
    const step = `(() => { const s = document.querySelector('.card-scroll'); const end = s.scrollTop + s.clientHeight >= s.scrollHeight - 1; s.scrollBy(0, 200); return end; })()`;
    for (let tries = 0; tries < 2000; tries++) {
      const atEnd = await this.page.evaluate<boolean>(step);
      await this.page.evaluate(
        'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
      );
      if (atEnd) return;
    }
    assert.fail('the card does not end');
  }

  /** Until Approve can be pressed. */
  async armed(): Promise<void> {
    await this.page
      .locator('.btn--approve.btn--primary:not([aria-disabled="true"])')
      .waitFor({ timeout: 60_000 });
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.locator('article.card').getByText(text).first().waitFor({ timeout: 60_000 });
  }
}

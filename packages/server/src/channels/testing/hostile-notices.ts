import { Timestamp } from '@countersign/protocol/value';
import type { PersonalNotice } from '../personal-notice.ts';

export const noticeOrigin = 'https://gate.example';
export const sampleAsk = {
  kind: 'ask',
  approval_request_id: '5f0c1f3e-0000-4000-8000-000000000001',
  agent_id: 'billing-bot',
  tool_name: 'payments.wire',
  risk: 'high',
  requested_at: Timestamp.parse('2026-11-15T19:40:00.000Z'),
  deadline: Timestamp.parse('2026-11-15T19:54:00.000Z'),
  stage: { name: 'finance', index: 2, count: 3 },
  only_you: true,
} as const;
const hostile = {
  ...sampleAsk,
  agent_id: 'x\r\nBcc: all@example.com\u202e\u0000',
  tool_name: '<a href="https://evil.example">Approve</a>\u2028Subject: y',
  stage: { ...sampleAsk.stage, name: 'desk\r\n\r\n<script>alert(1)</script>' },
} as const;
/** Every kind of notice, with names that try to end a header or to draw an element. */
export const hostileNotices: readonly Exclude<PersonalNotice, { kind: 'settled' }>[] = [
  hostile,
  { ...hostile, kind: 'reminder' },
  { kind: 'digest', waiting: [hostile], count: 1200, isMore: true },
  { kind: 'digest', waiting: [], count: 0, isMore: false },
  { ...hostile, kind: 'alarm' },
  { ...hostile, kind: 'release' },
  { kind: 'test' },
];

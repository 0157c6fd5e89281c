import { inLanguage } from '../chosen.ts';

const english = {
  inbox: 'Inbox',
  nothingWaits: 'Nothing is waiting for you',
  appearsHere:
    'When an agent asks for something that you may decide, it appears here by itself. You read the exact action, and approve or reject it.',
  noRole: 'You have no role yet, so no stage asks you. An operator can give you one.',
  decideAs: 'You decide as {roles}.',
  seeDecided: 'See what was decided',
  policyHolds:
    'When an agent wants to do something your policy holds back, the exact action appears here and waits for you.',
  sendSample: 'Send a sample action',
  connectAgent: 'Connect an agent',
  stub: '{lead} It is a stub, no bank is involved.',
  demoWire: 'The demo agent proposes a wire of $4,200.',
  rejectionTells: '{lead} A rejection sends your reason back to the agent.',
  youDecide: 'You approve or reject it.',
  checkEvidence: '{lead} and you check the evidence yourself.',
  runsOnce: 'It runs once, in front of you,',
  otherProgram: 'To put another program behind the gate, {connect}.',
  connectLower: 'connect an agent',
  noSample: 'This server has no sample agent.',
  turnOn:
    'The operator can turn one on with the setting sample_agent. Or connect an agent of your own.',
};

export type FirstRunText = typeof english;
export const firstRunText: FirstRunText = inLanguage('firstRun', english);

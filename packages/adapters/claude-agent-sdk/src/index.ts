export { type GatedAgent, gateAgent } from './gate-agent.ts';

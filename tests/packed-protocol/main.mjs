import { probe } from './probe.mjs';

console.log(JSON.stringify(probe()));

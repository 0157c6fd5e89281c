import { createGate, type Gate, type GateOptions } from './gate.ts';
import type { HttpOptions } from './http-call.ts';
import { httpTransport } from './http-transport.ts';

export interface ConnectOptions extends Omit<HttpOptions, 'clock'>, GateOptions {}

/**
 * A gate over a server of Countersign. Nothing is called yet: a server that is away now is asked when there is
 * something to ask.
 */
export async function connect(options: ConnectOptions): Promise<Gate> {
  return createGate(httpTransport(options), options);
}

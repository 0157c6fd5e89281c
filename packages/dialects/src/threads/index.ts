export { handlerInThread, serveHandler } from './handler-thread.ts';

// How calls are made where there is no Node.
export { fetchExchange as createExchange } from './fetch-exchange.ts';

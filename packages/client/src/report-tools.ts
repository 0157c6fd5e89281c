import type { Result } from '@countersign/protocol/reason';
import { ToolListAnswer, type ToolListBody } from '@countersign/wire/tool-lists';
import { HttpCaller, type HttpOptions } from './http-call.ts';
import { reader } from './read-answer.ts';
import type { CallOptions } from './transport.ts';

const readAnswer = reader(ToolListAnswer);

/** Tells the server which tools an MCP server lists. The server answers which of them count. */
export type ReportTools = (
  list: ToolListBody,
  options?: CallOptions,
) => Promise<Result<ToolListAnswer>>;

export function toolReports(options: HttpOptions): ReportTools {
  const http = new HttpCaller(options);
  return (list, more) =>
    http.call(
      { method: 'POST', path: '/v1/tool-lists', body: list, signal: more?.signal },
      readAnswer,
    );
}

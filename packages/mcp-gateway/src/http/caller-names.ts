import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { idKey, isObject, isRpcId, type RpcId } from '../message/rpc.ts';
import type { UpstreamMessage } from '../message/upstream-message.ts';
import type { SessionMarks } from './session-marks.ts';

/** The way on which a message of the MCP server comes. */
export interface Way {
  /** The request that it answers, or whose stream it is. */
  readonly method: string | null;
  readonly hasSession: boolean;
  /** Whether the request may begin a task. */
  readonly beginsTask: boolean;
}

const relatedTask = 'io.modelcontextprotocol/related-task';
/** The most tasks of one caller that lists and notifications can tell from the tasks of others. */
const knownMax = 10_000;

/**
 * The names under which a server of tools knows tasks and its own questions. It sees one credential for all callers, and cannot
 * tell who may use a name. So callers get each name with a mark that is theirs.
 */
export class CallerNames {
  readonly #tasks: SessionMarks;
  readonly #questions: SessionMarks;
  /** Tasks of this caller, under the names of the server of tools. */
  readonly #known = new Set<string>();

  constructor(marks: SessionMarks) {
    this.#tasks = marks.of('task');
    this.#questions = marks.of('question');
  }

  /** The message as the caller gets it. Null where it is about a task of another caller. */
  shown(message: UpstreamMessage, way: Way): UpstreamMessage | null {
    switch (message.kind) {
      case 'unreadable':
        return message;
      case 'response':
        return this.#shownResponse(message, way);
      case 'request': {
        const value = this.#withParams(message.value);
        if (way.hasSession) return withValue(message, value);
        return withValue(message, { ...value, id: this.#questions.marked(idKey(message.id)) });
      }
      case 'notification':
        return this.#shownNotification(message, way);
    }
  }

  /** An answer of a client, as the server of tools knows the question. Null where this caller was not asked it. */
  answered(id: RpcId, text: Buffer, hasSession: boolean): Buffer | null {
    if (hasSession) return text;
    const key = typeof id === 'string' ? this.#questions.plain(id) : null;
    if (key === null) return null;
    const plain = key.startsWith('n') ? Number(key.slice(1)) : key.slice(1);
    return Buffer.from(JSON.stringify({ ...JSON.parse(text.toString('utf8')), id: plain }));
  }

  /** The task that a request is about, as both sides know it. Null where it is about none of this caller. */
  taskOf({ taskId }: JsonObject): { readonly marked: string; readonly plain: string } | null {
    const plain = typeof taskId === 'string' ? this.#tasks.plain(taskId) : null;
    if (plain === null) return null;
    this.#learn(plain);
    return { marked: String(taskId), plain };
  }

  /** The params with each task under the name of the server of tools. Null where one is not of this caller. */
  plainTasks(method: string, params: JsonObject): JsonObject | null {
    if (method === 'subscriptions/listen') return this.#plainSubscription(params);
    if (method === 'tasks/list') return params;
    const task = this.taskOf(params);
    if (task === null) return null;
    return this.#mapRelated({ ...params, taskId: task.plain }, () => task.plain);
  }

  #plainSubscription(params: JsonObject): JsonObject | null {
    const { notifications } = params;
    if (!isObject(notifications) || notifications['taskIds'] === undefined) return params;
    const { taskIds } = notifications;
    if (!Array.isArray(taskIds)) return null;
    const plain = taskIds.flatMap(taskId => this.taskOf({ taskId })?.plain ?? []);
    if (plain.length < taskIds.length) return null;
    return { ...params, notifications: { ...notifications, taskIds: plain } };
  }

  #shownResponse(
    message: Extract<UpstreamMessage, { kind: 'response' }>,
    { method, beginsTask }: Way,
  ): UpstreamMessage {
    const { result } = message.value;
    if (!isObject(result)) return message;
    if (beginsTask) this.#learnBegun(result);
    if (!beginsTask && method?.startsWith('tasks/') !== true) return message;
    return withValue(message, { ...message.value, result: this.#shownTasks(result) });
  }

  #shownTasks(result: JsonObject): JsonObject {
    const { task, tasks } = result;
    const own = (each: JsonValue): each is JsonObject =>
      isObject(each) && this.#known.has(String(each['taskId']));
    const shown = {
      ...this.#withTaskId(result),
      ...(task !== undefined && isObject(task) ? { task: this.#withTaskId(task) } : {}),
      ...(Array.isArray(tasks)
        ? { tasks: tasks.filter(own).map(each => this.#withTaskId(each)) }
        : {}),
    };
    return this.#mapRelated(shown, id => this.#marked(id));
  }

  #shownNotification(
    message: Extract<UpstreamMessage, { kind: 'notification' }>,
    { hasSession }: Way,
  ): UpstreamMessage | null {
    const { method, params, value } = message;
    if (!isObject(params)) return message;
    if (method === 'notifications/cancelled' && !hasSession && isRpcId(params['requestId'])) {
      const requestId = this.#questions.marked(idKey(params['requestId']));
      return withValue(message, { ...value, params: { ...params, requestId } });
    }
    if (method === 'notifications/tasks' || method.startsWith('notifications/tasks/')) {
      if (!this.#known.has(String(params['taskId']))) return null;
      return withValue(message, { ...value, params: this.#withTaskId(params) });
    }
    const { notifications } = params;
    if (method === 'notifications/subscriptions/acknowledged' && isObject(notifications)) {
      const { taskIds } = notifications;
      if (!Array.isArray(taskIds)) return message;
      const shown = taskIds.flatMap(id => (this.#known.has(String(id)) ? this.#marked(id) : []));
      const next = { ...params, notifications: { ...notifications, taskIds: shown } };
      return withValue(message, { ...value, params: next });
    }
    return withValue(message, this.#withParams(value));
  }

  #withParams(value: JsonObject): JsonObject {
    const { params } = value;
    if (params === undefined || !isObject(params)) return value;
    const shown = this.#mapRelated(params, id => this.#marked(id));
    return shown === params ? value : { ...value, params: shown };
  }

  /** With the name of the task that the message is related to, where there is one. */
  #mapRelated(value: JsonObject, map: (id: JsonValue) => JsonValue): JsonObject {
    const { _meta: meta } = value;
    const related = meta !== undefined && isObject(meta) ? meta[relatedTask] : undefined;
    if (related === undefined || !isObject(related)) return value;
    const taskId = map(related['taskId'] ?? null);
    return { ...value, _meta: { ...(meta as JsonObject), [relatedTask]: { ...related, taskId } } };
  }

  #withTaskId(value: JsonObject): JsonObject {
    const { taskId } = value;
    return taskId === undefined ? value : { ...value, taskId: this.#marked(taskId) };
  }

  /** An unknown name stays as it is. It is of no use to this caller. */
  #marked(id: JsonValue): JsonValue {
    return typeof id === 'string' && this.#known.has(id) ? this.#tasks.marked(id) : id;
  }

  #learnBegun({ task, taskId, resultType }: JsonObject): void {
    const begun = task !== undefined && isObject(task) ? task['taskId'] : undefined;
    if (typeof begun === 'string') this.#learn(begun);
    if (resultType === 'task' && typeof taskId === 'string') this.#learn(taskId);
  }

  #learn(id: string): void {
    this.#known.delete(id);
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > knownMax && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The same message where nothing of it changed, so that its bytes pass as they came. */
function withValue<M extends { readonly value: JsonObject; readonly text: Buffer }>(
  message: M,
  value: JsonObject,
): M {
  if (value === message.value) return message;
  return { ...message, value, text: Buffer.from(JSON.stringify(value)) };
}

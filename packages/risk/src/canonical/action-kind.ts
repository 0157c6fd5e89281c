/**
 * What a call is, whatever its tool is named: a small set that risk, screens and rules share. A call that fits
 * none of the others is a `mcp.call`, the call of a tool that only its name describes.
 */
export const actionKinds = [
  'shell.exec',
  'code.execute',
  'sql.execute',
  'file.read',
  'file.write',
  'file.edit',
  'file.delete',
  'web.fetch',
  'http.request',
  'message.send',
  'payment.send',
  'screen.act',
  'task.delegate',
  'batch.run',
  'mcp.call',
] as const;

export type ActionKind = (typeof actionKinds)[number];

/** Where people see and decide a request. */
export function requestUrl(origin: string, approvalRequestId: string): string {
  return `${origin}/requests/${encodeURIComponent(approvalRequestId)}`;
}

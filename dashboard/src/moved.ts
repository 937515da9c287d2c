/** The current paths of pages whose path below the account changed. */
const MOVED = new Map([
  ['inbox', 'review'],
  ['edition', 'review'],
  ['pulls', 'merges'],
  ['queue', 'calendar'],
  ['published', 'calendar'],
  ['sources', 'settings/repositories'],
  ['writer', 'settings/writing'],
  ['voice', 'settings/writing'],
  ['schedule', 'settings/publishing'],
  ['policy', 'settings/publishing'],
  ['social', 'channels'],
  ['social/sets', 'settings/publishing'],
  ['social/delay', 'settings/publishing'],
  ['feeds', 'channels'],
  ['api', 'settings/assistants'],
  ['channels/assistants', 'settings/assistants'],
  ['members', 'settings/people'],
  ['plan', 'settings/plan'],
  ['activity', 'settings/activity'],
  ['insights', 'settings/insights'],
])

/** The current address of a page by its former path below the account; null for a path that never existed. */
export function movedTo(
  { account, _splat: path = '' }: { account: string; _splat?: string },
  search: string,
): string | null {
  const now = MOVED.get(path)
  return now === undefined ? null : `/${account}/${now}${search}`
}

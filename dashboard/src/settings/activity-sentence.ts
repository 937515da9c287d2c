import type { ActivityItem } from './queries.ts'

type State = Record<string, unknown>

/** Who acts when it is no person. */
const ACTORS: Record<string, string> = {
  'command-line': 'Somebody on the command line',
  'set-up': 'The set-up',
  import: 'An import',
  revert: 'A revert',
  queue: 'The queue',
  policy: 'The policy',
  'code host': 'The code host',
  payment: 'The payment provider',
  'social network': 'The social network',
}

/** What was done, before the name of what it was done to. */
const VERBS: Record<string, string> = {
  published: 'published',
  withdrawn: 'withdrew',
  dismissed: 'dismissed',
  restored: 'restored',
  queued: 'queued',
  unqueued: 'took out of the queue:',
  rescheduled: 'gave another time to',
  'moved in the queue': 'moved in the queue:',
  'moved to another slot': 'moved to another slot:',
  'lost its slot': 'removed the slot of',
  'marked as late': 'held as late:',
  edited: 'edited',
  regenerated: 'had new words written for',
  'worded anew': 'wrote new words for',
  undone: 'undid a change of',
  'followed a decision': 'adapted to a decision:',
  grouped: 'grouped merges as',
  'rounded up': 'made the round-up',
  ungrouped: 'ungrouped',
  'merged into another': 'merged into another entry:',
  'brought back': 'brought back',
  'reverted after publication': 'flagged as reverted:',
  'in force again': 'brought back after a revert:',
  imported: 'imported',
  'uploaded an image': 'uploaded an image',
  classified: 'classified',
  'classification undone': 'undid a classification of',
  'declined a group': 'declined a proposed group',
  'marked as announced elsewhere': 'marked as announced elsewhere:',
  'cleared as announced': 'marked as not announced:',
  'policy changed': 'changed the publishing policy',
  'page changed': 'changed the changelog page',
  'voice changed': 'changed the voice',
  'settings changed': 'changed the settings',
  'summary time changed': 'changed the time of the weekly summary',
  'plan changed': 'changed the plan',
  'account renamed': 'renamed the account to',
  'origins changed': 'changed which websites may read the feeds',
  'address rotated': 'replaced the addresses of the feeds',
  'slot added': 'added a weekly slot',
  'slot removed': 'removed a weekly slot',
  'queue paused': 'paused the queue',
  'queue resumed': 'resumed the queue',
  'set created': 'created the set',
  'set renamed': 'renamed a set to',
  'set deleted': 'deleted the set',
  'member added': 'added a member as',
  'member invited': 'invited',
  'member removed': 'removed a member:',
  'role changed': 'changed the role of a member to',
  'invitation taken back': 'cancelled the invitation of',
  'token created': 'created the token',
  'token revoked': 'revoked the token',
  'client connected': 'connected the client',
  'client disconnected': 'disconnected the client',
  connected: 'connected a repository',
  disconnected: 'disconnected a repository',
  released: 'released a repository',
  'repository changed': 'changed the rules of',
  'import started': 'started the import of',
  'failures retried': 'tried again what had failed',
  posted: 'sent a post',
  'post planned': 'planned a post',
  'post failed': 'could not send a post',
  'post held': 'held a post',
  'post given up': 'gave up a post',
  'post resolved': 'settled what became of a post',
  'post retried': 'tried to send a post again',
  'post looked up again': 'looked up a post again',
  'post sent by hand': 'sent a post by hand',
  'post withdrawn': 'withdrew a post',
  'post not withdrawn': 'could not withdraw a post',
  'post text edited': 'edited the text of a post for',
  'post delay changed': 'changed how long posts wait',
  'social account connected': 'connected a social account',
  'social account reconnected': 'reconnected a social account',
  'social account disconnected': 'disconnected a social account',
  'social account moved': 'moved a social account to another set',
  'social account changed': 'changed the settings of a social account',
  'social account needs reconnecting': 'marked a social account as needing reconnecting',
}

const machineName = (actor: string): string => ACTORS[actor] ?? 'Tidings'

export const actorOf = ({ actor, actorName }: { actor: string; actorName: string | null }): string =>
  actorName || machineName(actor)

/** The verb of a sentence; an action without one follows a colon, in the words of the log. */
export const verbOf = (action: string): string => {
  const verb = VERBS[action]
  return verb === undefined ? `: ${action}` : ` ${verb}`
}

/** An action as the label of a filter: "Renamed the account". */
export function actionLabel(action: string): string {
  const words = (VERBS[action] ?? action).replace(/:$| (?:to|as|of|for|by)$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of what it was done to: as it was then, else as it is now. */
export function subjectOf({ before, after, target }: Pick<ActivityItem, 'before' | 'after' | 'target'>) {
  const states = [after, before].flatMap((state: unknown) => (isRecord(state) ? [state] : []))
  const names = target ? ['title'] : ['name', 'email', 'role']
  const name = names
    .flatMap(key => states.map(state => state[key]))
    .find(value => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : (target?.title ?? null)
}

/** Actions on settings, whose details say what became of each. */
const SETTINGS =
  /^(?:settings|page|voice|policy|plan|summary time|repository|social account|post delay) changed$|^classified$|^slot /

/** What else there is to say, such as "time zone: UTC → Europe/Berlin". */
export function detailOf({
  action,
  before,
  after,
}: Pick<ActivityItem, 'action' | 'before' | 'after'>): string {
  if (!SETTINGS.test(action)) return ''
  if (typeof before === 'string' && typeof after === 'string') return `${before} → ${after}`
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  if (action.startsWith('slot '))
    return Object.values({ ...old, ...now, set: null })
      .filter(Boolean)
      .join(' ')
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(key => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map(key => changeOf(labelOf(key), old[key], now[key]))
    .join(', ')
}

/** "timeZone" as "time zone". */
const labelOf = (key: string): string =>
  key.replace(/[A-Z_]/g, sign => ` ${sign.replace('_', '').toLowerCase()}`)

const LONGEST = 40

/** Long values and lists are only named. */
function changeOf(label: string, old: unknown, now: unknown): string {
  const [from, to] = [wordFor(old), wordFor(now)]
  if (from === null || to === null) return label
  return from === '' ? `${label}: ${to}` : `${label}: ${from} → ${to === '' ? 'none' : to}`
}

function wordFor(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST)
  return isShort ? String(value) : null
}

const isRecord = (state: unknown): state is State =>
  typeof state === 'object' && state !== null && !Array.isArray(state)

import { folderName, repoName } from '../../text.ts'
import { timeName } from '../../weekdays.ts'
import type { ActivityItem } from '../queries.ts'

type State = Record<string, unknown>
type Action = ActivityItem['action']

/** Who acts when it is no person. */
const ACTORS: Record<string, string> = {
  'command-line': 'Someone on the command line',
  'set-up': 'The set-up',
  import: 'An import',
  revert: 'A revert',
  queue: 'The queue',
  policy: 'The policy',
  'code host': 'The code host',
  payment: 'The payment provider',
  'social network': 'The social network',
  dns: 'A DNS record',
  writer: 'The writer',
  'sign-in': 'Single sign-on',
}

/** What was done, before the name of what it was done to. */
const VERBS: Record<Action, string> = {
  published: 'published',
  withdrawn: 'withdrew',
  dismissed: 'dismissed',
  restored: 'restored',
  queued: 'queued',
  publishing: 'decided to publish',
  unqueued: 'removed from the queue:',
  rescheduled: 'rescheduled',
  'moved in the queue': 'moved in the queue:',
  'lost its time': 'removed from the schedule:',
  'marked as late': 'held as late:',
  edited: 'edited',
  regenerated: 'regenerated the words of',
  'worded anew': 'rewrote',
  translated: 'translated',
  'translation removed': 'removed a translation of',
  undone: 'undid a change of',
  'restored an earlier version': 'restored an earlier version of',
  "took the machine's words": "used Tidings' words for",
  "declined the machine's words": "declined Tidings' words for",
  'announced elsewhere': 'dismissed, as announced elsewhere:',
  'in part announced elsewhere': 'removed what was announced elsewhere from',
  'lost what was reverted': 'removed what was reverted from',
  'found to carry others': 'flagged as a merge of others:',
  'followed a decision': 'adapted to a decision on',
  grouped: 'grouped merges as',
  'placed in the edition': 'placed in the edition:',
  'skipped an empty edition': 'found nothing to publish in',
  ungrouped: 'ungrouped',
  'merged into another': 'merged into another entry:',
  'brought back': 'brought back',
  'reverted after publication': 'flagged as reverted:',
  'in force again': 'brought back after a revert:',
  imported: 'imported',
  'uploaded an image': 'uploaded an image',
  'used a picture of': 'used a picture of a pull request for',
  classified: 'classified',
  'declined a group': 'declined a proposed group',
  'marked as announced elsewhere': 'marked as announced elsewhere:',
  'cleared as announced': 'marked as not announced:',
  'policy changed': 'changed the publishing policy',
  'page changed': 'changed the changelog page',
  'voice changed': 'changed the voice',
  'writer connected': 'connected the writer',
  'writer changed': 'changed the writer',
  'writer switched on': 'switched on the writer',
  'writer switched off': 'switched off the writer',
  'writer disconnected': 'disconnected the writer',
  'drafts reworded': 'had the writer reword',
  'settings changed': 'changed the settings',
  'sign-in changed': 'changed how members sign in',
  'summary time changed': 'changed the time of the weekly summary',
  'plan changed': 'changed the plan',
  'account renamed': 'renamed the account to',
  'feeds changed': 'changed what the feeds show',
  'origins changed': 'changed which websites may read the feeds',
  'address rotated': 'replaced the addresses of the feeds',
  'time added': 'added a time to the schedule',
  'time removed': 'removed a time of the schedule',
  'queue paused': 'paused the queue',
  'queue resumed': 'resumed the queue',
  'set created': 'created the set',
  'set renamed': 'renamed a set to',
  'set deleted': 'deleted the set',
  'member added': 'added',
  'member invited': 'invited',
  'member removed': 'removed',
  'member turned away': 'had no seat for',
  'role changed': 'changed the role of',
  'invitation taken back': 'cancelled the invitation of',
  'domain added': 'added the domain',
  'domain changed': 'changed the role of who joins by',
  'domain proven': 'proved the domain',
  'domain lapsed': 'no longer proves the domain',
  'domain removed': 'removed the domain',
  'token created': 'created the token',
  'token revoked': 'revoked the token',
  'client connected': 'connected the client',
  'client disconnected': 'disconnected the client',
  connected: 'connected',
  disconnected: 'disconnected',
  released: 'released the GitHub app installation',
  'reviews switched on': 'switched on the reviews of',
  'reviews switched off': 'switched off the reviews of',
  'reviews refused': 'refused comments on pull requests of',
  'repository changed': 'changed the rules of',
  'import started': 'started the import of',
  'failures retried': 'retried what had failed',
  posted: 'sent a post about',
  'post planned': 'planned a post about',
  'post failed': 'could not send a post about',
  'post held': 'held a post about',
  'post given up': 'gave up on a post about',
  'post resolved': 'settled the outcome of a post about',
  'post retried': 'retried a post about',
  'post looked up again': 'looked again for a post about',
  'post sent by hand': 'sent by hand a post about',
  'post withdrawn': 'withdrew a post about',
  'post not withdrawn': 'could not withdraw a post about',
  'post text edited': 'edited the text of a post about',
  'post delay changed': 'changed the delay of posts',
  'social account connected': 'connected',
  'social account reconnected': 'reconnected',
  'social account disconnected': 'disconnected',
  'social account moved': 'moved to another set:',
  'social account changed': 'changed the settings of',
  'social account needs reconnecting': 'could no longer use',
}

const machineName = (actor: string): string => ACTORS[actor] ?? 'Tidings'

export const actorOf = ({ actor, actorName }: { actor: string; actorName: string | null }): string =>
  actorName || machineName(actor)

/** The verb of a sentence, before its object. The log of an older version may have other actions, which are shown as they are. */
export const verbOf = (action: string): string => (VERBS as Partial<Record<string, string>>)[action] ?? action

/** What a person does about themselves, which has no object. */
const OF_THEMSELVES: Partial<Record<Action, string>> = {
  'member added': 'joined',
  'member removed': 'left',
  'role changed': 'changed their own role',
}

/** The settings of the account, which have no name of their own. */
const NAMELESS = /^(?:settings|page|voice|policy|plan|summary time|post delay|feeds|sign-in) changed$/

/** What was done, and the name of what it was done to, where there is one. */
export function sentenceOf(item: ActivityItem): { verb: string; object: string | null } {
  const { action, actor, subject, after } = item
  const ofThemselves = actor === subject ? OF_THEMSELVES[action] : undefined
  if (ofThemselves !== undefined) return { verb: ofThemselves, object: null }
  if (action === 'page changed' && isRecord(after) && typeof after.isOn === 'boolean')
    return { verb: switchOf(item), object: null }
  return { verb: verbOf(action), object: NAMELESS.test(action) ? null : subjectOf(item) }
}

/** Whether the page was turned on or off, or something else about it changed. */
function switchOf({ action, before, after }: ActivityItem): string {
  const [was, is] = [before, after].map(state => isRecord(state) && state.isOn === true)
  return was === is ? verbOf(action) : `turned ${is ? 'on' : 'off'} the changelog page`
}

/** The verb of a sentence without an object: "renamed the account". */
export const bareVerbOf = (action: string): string =>
  verbOf(action).replace(/:$| (?:to|as|of|for|by|about|from|on|with)$/, '')

/** An action as the label of a filter: "Renamed the account". */
export const actionLabel = (action: string): string => capitalized(bareVerbOf(action))

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The name of what it was done to: as it was then, else as it is now. */
export function subjectOf({
  before,
  after,
  target,
}: Pick<ActivityItem, 'before' | 'after' | 'target'>): string | null {
  const states = [after, before].flatMap((state: unknown) => (isRecord(state) ? [state] : []))
  const names = target
    ? ['title']
    : ['name', 'email', 'repository', 'directory', 'handle', 'installation', 'client']
  const [key, name] =
    names
      .flatMap(key => states.map(state => [key, state[key]] as const))
      .find(([, value]) => typeof value === 'string' && value !== '') ?? []
  if (typeof name !== 'string') return target?.title ?? null
  return key === 'directory' ? folderName(name) : key === 'repository' ? repoName(name) : name
}

/** Actions whose details say what became of each setting, or where something is. */
const SETTINGS =
  /^(?:settings|page|voice|writer|policy|plan|summary time|repository|social account|post delay|role|feeds|sign-in|domain) changed$|^member added$|^classified$|^time /

/** What else there is to say, such as "time zone: UTC → Europe/Berlin". */
export function detailOf({
  action,
  before,
  after,
}: Pick<ActivityItem, 'action' | 'before' | 'after'>): string {
  if (action === 'import started' && isRecord(after)) return String(after.directory)
  if (action === 'post delay changed') return ''
  if (action === 'placed in the edition') return placeName(after)
  if (!SETTINGS.test(action)) return ''
  if (typeof before === 'string' && typeof after === 'string') return `${before} → ${after}`
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  if (action.startsWith('time '))
    return timeName({ ...old, ...now } as unknown as Parameters<typeof timeName>[0])
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(key => !UNTOLD.includes(key) && JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map(key => changeOf(labelOf(key), old[key], now[key]))
    .join(', ')
}

/** What a sentence says itself, and what says nothing to people. */
const UNTOLD: readonly string[] = ['isOn', 'decision']

const PLACES: Record<string, string> = {
  story: 'told in full',
  line: 'told in a line',
  out: 'left out',
  auto: 'by its weight again',
}

/** Without a place a person left it to its weight. */
const placeName = (after: unknown): string => {
  const place = isRecord(after) ? after.edition : null
  return PLACES[isRecord(place) ? String(place.part) : 'auto'] ?? ''
}

/** Settings whose stored name says too little. */
const LABELS: Partial<Record<string, string>> = {
  hidesPrivatePulls: 'addresses of private pull requests hidden',
  homeUrl: 'address of your site',
  isListed: 'listed by search engines',
  feedsListItems: 'feeds list the entries of editions',
  latenessHours: 'hours that an entry may be late',
  leastConfidence: 'minimum confidence',
  leastMagnitude: 'minimum magnitude',
  mode: 'approval',
  name: 'name in the address',
  requiresSignOn: 'single sign-on required',
  showsPullRequests: 'links to pull requests',
}

/** "timeZone" as "time zone". */
const labelOf = (key: string): string =>
  LABELS[key] ?? key.replace(/[A-Z_]/g, sign => ` ${sign.replace('_', '').toLowerCase()}`)

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

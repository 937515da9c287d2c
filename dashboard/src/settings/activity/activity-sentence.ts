import { folderName, repoName } from '../../text.ts'
import { shortDate } from '../../time.ts'
import { timeName } from '../../weekdays.ts'
import type { ActivityItem } from '../queries.ts'
import { verbOf } from './activity-names.ts'

type State = Record<string, unknown>
type Action = ActivityItem['action']

/** The words for actions of people on themselves, which have no object. */
const OF_THEMSELVES: Partial<Record<Action, string>> = {
  'member added': 'joined',
  'member removed': 'left',
  'role changed': 'changed their own role',
}

/** Matches actions on settings of the account, which have no names. */
const NAMELESS =
  /^(?:settings|page|voice|policy|plan|summary time|post delay|feeds|sign-in) changed$|^deletion |^author erased$/

interface Sentence {
  verb: string
  /** The name of what it was done to; null without one. */
  object: string | null
}

/** What was done, and the name of the object if it has one. */
export function sentenceOf(item: ActivityItem): Sentence {
  const { action, actor, subject, after } = item
  const ofThemselves = actor === subject ? OF_THEMSELVES[action] : undefined
  const role = action === 'member added' && isRecord(after) ? ` as ${String(after.role)}` : ''
  if (ofThemselves !== undefined) return { verb: ofThemselves + role, object: null }
  if (Object.hasOwn(OF_THEMSELVES, action) && item.target === null)
    return { verb: verbOf(action), object: 'a former member' }
  if (action === 'page changed' && isRecord(after) && typeof after.isOn === 'boolean')
    return { verb: switchOf(item), object: null }
  const object = NAMELESS.test(action) ? null : subjectOf(item)
  return { verb: verbOf(action), object: object && object + role }
}

/** Whether the page was turned on or off, or something else about it changed. */
function switchOf({ action, before, after }: ActivityItem): string {
  const [was, is] = [before, after].map(state => isRecord(state) && state.isOn === true)
  return was === is ? verbOf(action) : `turned ${is ? 'on' : 'off'} the changelog page`
}

/** The name of the object: as it was at the time, otherwise as it is now. */
function subjectOf({
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

/** Matches actions whose details show the changed settings, or a place. */
const SETTINGS =
  /^(?:settings|page|voice|writer|policy|plan|summary time|repository|social account|post delay|role|feeds|sign-in|domain) changed$|^member added$|^classified$|^time /

/** Further details, such as "time zone: UTC → Europe/Berlin". */
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
    .filter(key => !UNTOLD.includes(key) && !(action === 'member added' && key === 'role'))
    .filter(key => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map(key => changeOf(labelOf(key), dated(key, old[key]), dated(key, now[key])))
    .join(', ')
}

/** Fields that the sentence already contains, and fields that mean nothing to people. */
const UNTOLD: readonly string[] = ['isOn', 'decision', 'layer']

const PLACES: Record<string, string> = {
  story: 'told in full',
  line: 'told in a line',
  out: 'left out',
  auto: 'by its weight again',
}

/** The name of a place in an edition. Without a place, the entry was left to its weight. */
const placeName = (after: unknown): string => {
  const place = isRecord(after) ? after.edition : null
  return PLACES[isRecord(place) ? String(place.part) : 'auto'] ?? ''
}

/** Labels of settings whose stored names say too little. */
const LABELS: Partial<Record<string, string>> = {
  hidesPrivatePulls: 'addresses of private pull requests hidden',
  homeUrl: 'address of your site',
  intro: 'introduction',
  isListed: 'listed by search engines',
  feedsListItems: 'feeds list the entries of editions',
  latenessHours: 'hours that an entry may be late',
  leastConfidence: 'minimum confidence',
  leastMagnitude: 'minimum size',
  mode: 'approval',
  name: 'name in the address',
  requiresSignOn: 'single sign-on required',
  since: 'editions begin',
  showsPullRequests: 'links to pull requests',
}

/** The label of a setting: "time zone" for "timeZone". */
const labelOf = (key: string): string =>
  LABELS[key] ?? key.replace(/[A-Z_]/g, sign => ` ${sign.replace('_', '').toLowerCase()}`)

/** A time in milliseconds as a date; any other value unchanged. */
const dated = (key: string, value: unknown): unknown =>
  key === 'since' && typeof value === 'number' ? shortDate(value) : value

const LONGEST = 40

/** The change of a setting. Long values and lists are only mentioned. */
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

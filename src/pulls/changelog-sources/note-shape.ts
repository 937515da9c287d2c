import type { ChangedFile, ChangeFragment } from '#pulls/pull-request.ts'

/** Matches the names of folders where teams gather notes for a release. */
const GATHERED =
  /(?:^|[/._-])(?:change(?:s|sets?|logs?|files?)?|news|release[-_ ]?notes?|notes|fragments?|unreleased|upcoming|pending|next|what-?s-?new|announcements?|bumps?)(?=[/._-])/i
/** Matches folders that contain nothing but notes: there a file is a note even if no word sorts it. */
const WAITING =
  /(?:^|[/._-])(?:change-?(?:sets?|logs?)|news-?fragments?|fragments?|unreleased|upcoming|pending|release[-_ ]?notes?)(?=[/._-])/i
/** Matches files that people write notes in, by extension. */
const TEXT = /\.(?:mdx?|ya?ml|json|toml|rst|txt|adoc)$/i
/** Matches names that contain the kind after a number or a plus sign, such as `123.bugfix` and `+quiet.added.2.rst`. */
const NAMED = /^([+\w-]{1,80})\.([a-z_-]{3,16})(?:\.\d{1,4})?(?:\.(?:rst|md|txt))?$/i
const ENDING = /^(?:mdx?|rst|txt|html?|svg|png|adoc|ya?ml|json|toml)$/i
/** Matches paths with other uses, of which there are many. */
const OTHER =
  /(?:^|\/)(?:node_modules|vendor|third[-_]?party|fixtures?|__\w+__|testdata|tests?|specs?|e2e|examples?|samples?|templates?|locales?|i18n|lang|translations|blog|posts|website|\.github|\.vscode|charts|manifests|k8s|terraform)\/|(?:^|\/)(?:readme|license|package|tsconfig|composer|index|config|codeowners|dockerfile|makefile|skill|agents)\b[^/]*$|\.(?:jsonl|csv|lock)$/i
/** Matches what app stores show of one build, in one language. */
const STORE_LISTING =
  /(?:^|\/)metadata\/(?:[^/]+\/){1,3}(?:changelogs\/[^/]+|release_notes\.txt)$|(?:^|\/)whatsnew-[a-z]{2,3}(?:-\w+)?$/i
const CODE = /(?:^|\/)(?:src|lib|app|cmd|internal)\//i
/** The most lines of a note. People do not write longer ones. */
const MOST_LINES = 60
const MOST_TEXT = 6_000
/** The most lines of a note that no word sorts. */
const SHORT = 20

/** Whether an app store shows the file's text with a build of the product. */
export const isStoreListing = (path: string): boolean => STORE_LISTING.test(path)

/** Whether the added file, wherever it is, may be a note about the change. Its text decides. */
export const mayBeNote = ({ path, additions }: Pick<ChangedFile, 'path' | 'additions'>): boolean =>
  path.includes('/') &&
  additions <= MOST_LINES &&
  !OTHER.test(path) &&
  !isStoreListing(path) &&
  !isProgram(path) &&
  isText(nameOf(path))

/** A file without an extension among code is a script. */
const isProgram = (path: string): boolean => CODE.test(path) && !nameOf(path).includes('.')

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const isText = (name: string): boolean => TEXT.test(name) || !name.includes('.') || kindIn(name) !== null

/** The kind in the name of a file; null if there is none. */
function kindIn(name: string): string | null {
  const [, number = '', kind = ''] = NAMED.exec(name) ?? []
  return /[\d+]/.test(number) && !ENDING.test(kind) ? kind : null
}

const SPACE = '[ \\t]{0,8}'
const KEY = `["']?(?:change[-_ ]?)?(?:kinds?|types?|category|bump|level|impact|significance|semver|section|change)["']?`
/** Matches a field that sorts the change, with one or a few words as its value. */
const SORTED = new RegExp(
  `^[ \\t{-]{0,8}${KEY}${SPACE}[:=]${SPACE}["']?([A-Za-z][\\w /&-]{1,40})["']?${SPACE},?${SPACE}$`,
  'im',
)
const SORT =
  /^(?:feat|new|add|fix|bug|improv|enhanc|change|perf|secur|deprec|remov|break|patch$|minor$|major$|chore|docs?$|documentation|internal|maint|misc|none$|depend|refactor|tests?$|ci$|build$|upgrade|upkeep|housekeep)/i
const FRONT_MATTER = /^\s*---[ \t]*\n([\s\S]{1,1500}?)\n---[ \t]*(?:\n|$)/
/** Matches a line such as `"@acme/app": minor`. */
const BUMP =
  /^[ \t]{0,8}["']?[@\w./-]{1,100}["']?[ \t]{0,8}:[ \t]{0,8}["']?(?:none|patch|minor|major)["']?[ \t]{0,8}$/i
/** Matches a line such as "Fixed: the list of rooms". */
const LABELLED = /^[*_]{0,2}([A-Za-z][A-Za-z -]{1,24}?)[*_]{0,2}:[*_]{0,2}\s+\S.{4,}/
/** Matches a sentence: three words separated by spaces. */
const WORDS = /\p{L},? \p{L}[\p{L}\d'’-]{0,30},? \p{L}/u

/** Whether the text reads like a note about one change: it has a word that sorts the change and a sentence that describes it. */
export function readsLikeNote({ path, text }: ChangeFragment): boolean {
  const lines = text.trim().split('\n')
  if (text.length > MOST_TEXT || lines.length > MOST_LINES) return false
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const isGathered = GATHERED.test(folder)
  const [front, fields = ''] = FRONT_MATTER.exec(text) ?? []
  if (front !== undefined)
    return fields.split('\n').every(line => BUMP.test(line)) || isSorted(fields, isGathered)
  if (/\.(?:ya?ml|json|toml)$/i.test(path)) return isSorted(text, isGathered) && WORDS.test(text)
  const kind = kindIn(nameOf(path))
  if (kind !== null) return isGathered || SORT.test(kind)
  const [, label = ''] = LABELLED.exec(text.trimStart()) ?? []
  return SORT.test(label) || (WAITING.test(folder) && lines.length <= SHORT && WORDS.test(text))
}

function isSorted(fields: string, isGathered: boolean): boolean {
  const [, sort] = SORTED.exec(fields) ?? []
  return sort !== undefined && (isGathered || SORT.test(sort))
}

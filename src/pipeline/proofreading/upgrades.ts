import type { OtherMerge, ReleasedMerge, ReleaseLedger } from './ledger.ts'
import { teamText } from './ledger.ts'

/** The upgrade of a library that a line tells of. */
export interface Upgrade {
  /** In lower case, with hyphens. */
  name: string
  version: string
}

const UPGRADE =
  /^(?:\w{2,12}(?:\([\w-]{1,30}\))?: )?(?:upgrad|updat|bump|vendor)\w{0,3} (?:vendored |bundled )?`?(@?[\w./-]{1,100})`? (?:from `?v?\d[\w.+-]{0,40}`? )?to (?:version )?`?v?(\d[\w.+-]{0,40}?)`?\.?$/i

/** The upgrade that a line tells of, and nothing else; null where it says more or something else. */
export function upgradeIn(text: string): Upgrade | null {
  const [, name, version] = UPGRADE.exec(text.trim()) ?? []
  return name === undefined || version === undefined ? null : { name: spelled(name), version }
}

const spelled = (text: string): string => text.toLowerCase().replaceAll('_', '-')

/** More merges are not compared. */
const MOST_MERGES = 20

/** The merges of the release that name the library; those that speak of it before those that only touch files named for it. */
export function upgradersOf({ name }: Upgrade, { merges }: ReleaseLedger): ReleasedMerge[] {
  const isNamed = (text: string) => isIn(name, spelled(text))
  const saying = merges.filter(({ pull }) =>
    isNamed([pull.title, teamText(pull), ...pull.commits].join('\n')),
  )
  const touching = merges.filter(({ pull }) => pull.files.some(({ path }) => isNamed(path)))
  return [...new Set([...saying, ...touching])].slice(0, MOST_MERGES)
}

/** The merge of another release that is this very upgrade. */
export const sameUpgrade = ({ name, version }: Upgrade, { others }: ReleaseLedger): OtherMerge | undefined =>
  others.find(({ title, note }) => {
    const said = spelled(`${title}\n${note}`)
    return isIn(name, said) && isIn(version.toLowerCase(), said)
  })

/** Whether a text has the words, not as a part of longer ones. */
function isIn(words: string, text: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (!isPart(text, at - 1, -1) && !isPart(text, at + words.length, 1)) return true
  return false
}

/** A dot belongs to a word where one goes on behind it: `certifi.vendor.rst` is about certifi, `1.2.3` is not 1.2. */
function isPart(text: string, at: number, step: number): boolean {
  const letter = text[at] ?? ''
  if (/[\p{L}\p{N}]/u.test(letter)) return true
  return letter === '.' && /\p{N}/u.test(text[at + step] ?? '')
}

import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import type { Reader } from '../model/reading.ts'
import type { Family, Token } from '../model/token.ts'

/**
 * What a team may have habits about, in groups, with how far a group may move a decision before there is proof: the deviation, in
 * log-odds, that one of its habits is expected to have.
 */
export const GROUPS = {
  title: 0.5,
  pair: 0.4,
  first: 0.4,
  last: 0.2,
  scope: 0.5,
  body: 0.3,
  point: 0.2,
  path: 0.5,
  ending: 0.3,
  fact: 0.3,
  step: 0.2,
  folder: 0.4,
  'folder-any': 0.4,
  file: 0.3,
  'file-any': 0.3,
  author: 0.3,
  label: 0.4,
} as const
export type Group = keyof typeof GROUPS

/** One thing that is true of a change, and how far: 1, or the share of files. */
export interface Trait {
  /** `group:what`. */
  name: string
  group: Group
  value: number
  /** What it is of, as a person would say it: a word, a folder, a fact's name. */
  said: string
}

const isGroup = (family: Family): family is Family & Group => family in GROUPS

const FILES_READ = 60

/** All traits of a change. Words that the reader does not know are passed over. */
export function traitsOf(pull: MergedPull, facts: readonly Fact[], read: Reader): Trait[] {
  const { tokens, values, lexicon } = read(pull, facts)
  const traits = tokens.flatMap((token, q) => wordTrait(lexicon.names[token.id] ?? '', token, values[q] ?? 0))
  for (const [path, { share, isFile }] of placesOf(pull)) {
    const group = isFile ? 'file' : 'folder'
    traits.push({ name: `${group}:${path}`, group, value: share, said: path })
    traits.push({ name: `${group}-any:${path}`, group: `${group}-any`, value: 1, said: path })
  }
  if (pull.author !== null) traits.push(whole('author', pull.author))
  return [...traits, ...pull.labels.map(label => whole('label', label))]
}

const whole = (group: Group, said: string): Trait => ({ name: `${group}:${said}`, group, value: 1, said })

function wordTrait(name: string, { family, said, also }: Token, value: number): Trait[] {
  if (!isGroup(family)) return []
  return [{ name, group: family, value, said: also ? `${said} ${also}` : said }]
}

/** Every file and folder that is touched, with the share of files in it. */
function placesOf({ files }: MergedPull): Map<string, { share: number; isFile: boolean }> {
  const read = files.slice(0, FILES_READ)
  const places = new Map<string, { share: number; isFile: boolean }>()
  for (const { path } of read) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      addTo(places, path.slice(0, end), false, read.length)
    addTo(places, path, true, read.length)
  }
  return places
}

function addTo(
  places: Map<string, { share: number; isFile: boolean }>,
  path: string,
  isFile: boolean,
  files: number,
): void {
  const place = places.get(path)
  if (place) place.share += 1 / files
  else places.set(path, { share: 1 / files, isFile })
}

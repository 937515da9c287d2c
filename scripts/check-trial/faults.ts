import { readTitle } from '#judgement/classification/record/title.ts'
import { tellsSteps } from '#judgement/copy/description/steps.ts'
import { isSurelyNews } from '#pipeline/proofreading/check.ts'
import type { FindingKind } from '#pipeline/proofreading/finding.ts'
import type { ReleasedMerge } from '#pipeline/proofreading/ledger.ts'
import { LedgerIndex } from '#pipeline/proofreading/matching.ts'
import type { NoteLine } from '#pipeline/proofreading/notes.ts'
import { revertTarget } from '#pulls/reverts.ts'
import type { Random } from './random.ts'
import type { TrialRelease } from './releases.ts'

/** A fault that is put into the notes of a release. */
export interface Fault {
  kind: FindingKind
  release: TrialRelease
  /** The file with the fault in it. */
  file: string
  /** The line that is wrong; null where one is missing. */
  line: number | null
  /** The number of the merge that no line tells any more. */
  missing: ReleasedMerge | null
  /** What was done, for people who read the report. */
  told: string
}

type Maker = (release: TrialRelease, random: Random, others: readonly TrialRelease[]) => Promise<Fault | null>

/** A made-up fault of each kind; null where the release offers no place for one. */
export const MAKERS: Record<FindingKind, Maker> = {
  dropped: async (release, random) => {
    const index = new LedgerIndex(release.ledger)
    const lines = release.notes.lines.flatMap(line => {
      const match = index.match(line)
      const [merge, ...more] = match.about === 'release' && match.isSure ? match.merges : []
      return merge && more.length === 0 && isSurelyNews(merge) ? [{ line, merge }] : []
    })
    const chosen = random.pick(lines)
    if (!chosen) return null
    const file = replaced(release, chosen.line, null)
    return fault('dropped', release, file, null, `− ${chosen.line.text}`, chosen.merge)
  },
  invented: async (release, random, others) => {
    const other = random.pick(others)
    const line = other && random.pick(other.notes.lines.filter(({ text }) => text.split(' ').length >= 5))
    if (!line) return null
    const number = random.next() < 0.5 ? line.numbers[0] : undefined
    return inserted('invented', release, random, `${line.text}${number === undefined ? '' : ` (#${number})`}`)
  },
  reverted: async (release, random) => {
    const merge = random.pick(
      release.ledger.merges.filter(({ pull, isReverted }) => isReverted && revertTarget(pull) === null),
    )
    return merge ? inserted('reverted', release, random, announcing(merge.pull)) : null
  },
  'not-in-range': async (release, random) => {
    const older = random.pick(release.older.slice(1))
    const line = older && random.pick(older.lines)
    if (!line || line.text.split(' ').length < 4) return null
    const numbers = line.numbers.map(number => `#${number}`).join(', ')
    return inserted('not-in-range', release, random, `${line.text}${numbers && ` (${numbers})`}`)
  },
  'not-live': async (release, random) => {
    const hidden = release.ledger.merges.filter(({ classification }) => classification.notLive)
    const next = release.ledger.others.filter(({ place, number }) => place === 'after' && number !== null)
    const isHidden = hidden.length > 0 && random.next() < 0.5
    const merge = isHidden ? random.pick(hidden)?.pull : random.pick(next.slice(-NEXT_RELEASE))
    return merge ? inserted('not-live', release, random, announcing(merge)) : null
  },
  unsupported: async (release, random) => {
    const index = new LedgerIndex(release.ledger)
    for (const line of random.shuffled(release.notes.lines)) {
      const match = index.match(line)
      if (match.about !== 'release' || !match.isSure) continue
      const source = await sourceText(match.merges, release)
      for (const change of random.shuffled([otherNumber, otherName, otherDenial])) {
        const changed = change(line.text, source, random, release)
        if (changed === null || changed === line.text) continue
        const references = line.numbers.map(number => `#${number}`).join(', ')
        const file = replaced(release, line, `${changed}${references && ` (${references})`}`)
        return fault('unsupported', release, file, line.line, `${change.name}: ${line.text} → ${changed}`)
      }
    }
    return null
  },
  'breaking-without-steps': async (release, random) => {
    const index = new LedgerIndex(release.ledger)
    const line = random.pick(
      release.notes.lines.filter(one => {
        const match = index.match(one)
        return (
          match.about === 'release' &&
          match.merges.some(({ classification }) => classification.isBreaking) &&
          tellsSteps([one.text, ...one.details].join('\n')) &&
          !tellsSteps(firstWords(one.text))
        )
      }),
    )
    if (!line) return null
    const references = line.numbers.map(number => `#${number}`).join(', ')
    const file = replaced(release, line, `${firstWords(line.text)}${references && ` (${references})`}`)
    return fault('breaking-without-steps', release, file, line.line, firstWords(line.text))
  },
}

/** Merges after a release that a draft for it may tell by mistake. */
const NEXT_RELEASE = 200

const firstWords = (text: string): string => text.split(/(?<=[.!?;:]) /)[0] ?? text

const fault = (
  kind: FindingKind,
  release: TrialRelease,
  file: string,
  line: number | null,
  told: string,
  missing: ReleasedMerge | null = null,
): Fault => ({ kind, release, file, line, told, missing })

const announcing = ({ title, number }: { title: string; number: number | null }): string =>
  `${readTitle(title).text}${number === null ? '' : ` (#${number})`}`

/** The lines of the file that the note line takes up, from 0. */
function placeOf({ file, notes }: TrialRelease, { line }: NoteLine): { from: number; to: number } {
  const lines = file.split('\n')
  const next = notes.lines.map(one => one.line - 1).filter(at => at > line - 1)
  let to = line
  while (to < (next[0] ?? lines.length) && !/^(?:#|\S[^\n]*$)/.test(lines[to] ?? '')) to++
  while (/^\s*$/.test(lines[to - 1] ?? 'x') && to > line) to--
  return { from: line - 1, to }
}

/** The file with a note line replaced, or removed. */
function replaced(release: TrialRelease, line: NoteLine, text: string | null): string {
  const { from, to } = placeOf(release, line)
  const lines = release.file.split('\n')
  return lines.toSpliced(from, to - from, ...(text === null ? [] : [`- ${text}`])).join('\n')
}

/** The notes with one more line below one that is chosen at random. */
function inserted(kind: FindingKind, release: TrialRelease, random: Random, text: string): Fault | null {
  const line = random.pick(release.notes.lines)
  if (!line) return null
  const { to } = placeOf(release, line)
  const file = release.file.split('\n').toSpliced(to, 0, '', `- ${text}`).join('\n')
  return fault(kind, release, file, to + 2, text)
}

async function sourceText(merges: readonly ReleasedMerge[], { diffOf }: TrialRelease): Promise<string> {
  const texts = merges.map(async ({ pull }) =>
    [pull.title, pull.body, ...pull.commits, ...pull.fragments.map(({ text }) => text)]
      .concat(await diffOf(pull.mergeCommit ?? ''))
      .join('\n'),
  )
  return (await Promise.all(texts)).join('\n').toLowerCase()
}

const NUMBER = /\b\d+(?:\.\d+)*\b/g

/** A number of the source becomes one that is not in it. */
function otherNumber(text: string, source: string, random: Random): string | null {
  const found = random.pick([...text.matchAll(NUMBER)].filter(([number]) => source.includes(number)))
  if (!found) return null
  const other = found[0].replace(/\d(?!.*\d)/, digit =>
    String((Number(digit) + 1 + Math.floor(random.next() * 8)) % 10),
  )
  if (new RegExp(`\\b${other.replaceAll('.', '\\.')}\\b`).test(source)) return null
  return text.slice(0, found.index) + other + text.slice(found.index + found[0].length)
}

const NAME = /`([^`\s]{3,40})`|\b\p{L}*\p{Ll}\p{Lu}\p{L}*\b|\b\p{Lu}{3,}\b/gu

/** A name becomes one that the same team wrote of another change, and that is not in the source. */
function otherName(text: string, source: string, random: Random, { older }: TrialRelease): string | null {
  const isTold = (name: string) => source.includes(name.replaceAll('`', '').toLowerCase())
  const found = random.pick([...text.matchAll(NAME)].filter(([name]) => isTold(name)))
  const others = older.flatMap(({ lines }) => lines.flatMap(line => line.text.match(NAME) ?? []))
  const other = random.pick(
    others.filter(name => !isTold(name) && name.startsWith('`') === found?.[0].startsWith('`')),
  )
  return found && other
    ? text.slice(0, found.index) + other + text.slice(found.index + found[0].length)
    : null
}

const DENIALS: [RegExp, string][] = [
  [/\bno longer /i, ''],
  [/\bdon['’]t /i, ''],
  [/\bdo not /i, ''],
  [/\bdoes not (\w+)/i, '$1s'],
  [/\bdoesn['’]t (\w+)/i, '$1s'],
  [/\bnot /i, ''],
  [/\bnever /i, ''],
  [/\bcan now /i, 'can no longer '],
  [/\bis now /i, 'is no longer '],
  [/\bare now /i, 'are no longer '],
  [/\bnow (?=\w+s\b)/i, 'no longer '],
  [
    /^(allow|support|respect|show|preserve|use|include|emit|return|send|handle|ensure|apply|enable) /i,
    'Do not $1 ',
  ],
  [
    /^fix: (allow|support|respect|show|preserve|use|include|emit|return|send|handle|ensure|apply|enable) /i,
    'fix: do not $1 ',
  ],
]

/** A "not" goes or comes. */
function otherDenial(text: string): string | null {
  const found = DENIALS.find(([pattern]) => pattern.test(text))
  return found ? text.replace(...found) : null
}

import { readTitle } from '#judgement/classification/record/title.ts'
import { isSurelyNews } from '#pipeline/proofreading/check.ts'
import type { FindingKind } from '#pipeline/proofreading/finding.ts'
import type { ReleasedMerge } from '#pipeline/proofreading/ledger.ts'
import { LedgerIndex } from '#pipeline/proofreading/matching.ts'
import type { NoteLine } from '#pipeline/proofreading/notes.ts'
import { revertTarget } from '#pulls/reverts.ts'
import { pick, type Random } from '../random.ts'
import type { TrialRelease } from './releases.ts'

/** A fault that is put into the notes of a release. */
export interface Fault {
  kind: FindingKind
  release: TrialRelease
  /** The text of the file with the fault in it. */
  file: string
  /** The line that is wrong; null where one is missing. */
  line: number | null
  /** The merge that no line of the notes mentions any more; null for other faults. */
  missing: ReleasedMerge | null
  /** A description of the fault for people who read the report. */
  told: string
}

type Maker = (release: TrialRelease, random: Random, others: readonly TrialRelease[]) => Promise<Fault | null>

/** A made-up fault of each kind; null where the release offers no place for one. */
export const MAKERS: Record<FindingKind, Maker> = {
  dropped: async (release, random) => {
    const index = new LedgerIndex(release.ledger)
    const lines = release.notes.lines.flatMap(line => {
      const match = index.match(line)
      const [merge, ...more] = match.about === 'release' ? match.merges : []
      return merge && more.length === 0 && isSurelyNews(merge) ? [{ line, merge }] : []
    })
    const chosen = pick(random, lines)
    if (!chosen) return null
    const file = replaced(release, chosen.line, null)
    return fault('dropped', release, file, null, `− ${chosen.line.text}`, chosen.merge)
  },
  invented: async (release, random, others) => {
    const other = pick(random, others)
    const line =
      other &&
      pick(
        random,
        other.notes.lines.filter(({ text }) => text.split(' ').length >= 5),
      )
    if (!line) return null
    const number = random() < 0.5 ? line.numbers[0] : undefined
    return inserted('invented', release, random, `${line.text}${number === undefined ? '' : ` (#${number})`}`)
  },
  reverted: async (release, random) => {
    const merge = pick(
      random,
      release.ledger.merges.filter(({ pull, isReverted }) => isReverted && revertTarget(pull) === null),
    )
    return merge ? inserted('reverted', release, random, announcing(merge.pull)) : null
  },
  'not-in-range': async (release, random) => {
    const older = pick(random, release.older.slice(1))
    const line = older && pick(random, older.lines)
    if (!line || line.text.split(' ').length < 4) return null
    const numbers = line.numbers.map(number => `#${number}`).join(', ')
    return inserted('not-in-range', release, random, `${line.text}${numbers && ` (${numbers})`}`)
  },
  'not-live': async (release, random) => {
    const hidden = release.ledger.merges.filter(({ classification }) => classification.notLive)
    const next = release.ledger.others.filter(({ place, number }) => place === 'after' && number !== null)
    const isHidden = hidden.length > 0 && random() < 0.5
    const merge = isHidden ? pick(random, hidden)?.pull : pick(random, next.slice(-NEXT_RELEASE))
    return merge ? inserted('not-live', release, random, announcing(merge)) : null
  },
}

/** How many merges after a release are considered for its draft to announce by mistake. */
const NEXT_RELEASE = 200

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

/** The range of lines in the file that the note line takes up, counted from 0. */
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
  const line = pick(random, release.notes.lines)
  if (!line) return null
  const { to } = placeOf(release, line)
  const file = release.file.split('\n').toSpliced(to, 0, '', `- ${text}`).join('\n')
  return fault(kind, release, file, to + 2, text)
}

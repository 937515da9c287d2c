import { exclusionOf, isRecordPath } from '#pipeline/judging/history/ordinary.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { DiffText } from './grounding.ts'
import { isWordless, type ReleasedMerge, type ReleaseLedger } from './ledger.ts'
import type { Matched } from './matching.ts'
import { tellingWords, WordIndex } from './words.ts'

/** From this share of its words on, a line stands in what a merge changed. */
const WRITTEN = 0.75
/** Diffs of more merges are not read. */
const MOST_READ = 60
/** In UTF-16 units. */
const MOST_OF_A_DIFF = 200_000

/**
 * Looks for lines that no merge of the release seems to say in what its merges changed: one of them may have written the line into the
 * changelog, or have a title that says nothing. Merges that only make a release wrote all lines, so they do not count.
 */
export async function withWriters(
  matches: readonly Matched[],
  { merges }: ReleaseLedger,
  diffOf: DiffText,
): Promise<Matched[]> {
  const isOpen = ({ match }: Matched) =>
    match.about === 'nothing' || (match.about === 'release' && !match.isSure)
  if (!matches.some(isOpen)) return [...matches]
  const writers = merges.filter(mayHaveWritten).slice(0, MOST_READ)
  const diffs = await Promise.all(writers.map(({ pull }) => diffOf(pull.mergeCommit ?? '')))
  const index = new WordIndex(diffs.map(diff => ({ lead: diff.slice(0, MOST_OF_A_DIFF), rest: '' })))
  return matches.map(one => {
    const best = isOpen(one) ? index.best(one.line.text) : null
    const merge = best && best.score >= WRITTEN ? writers[best.at] : undefined
    const isWritten =
      merge && (isWordless(merge.pull) || isInOnePlace(one.line.text, diffs[best?.at ?? 0] ?? ''))
    return isWritten ? { ...one, match: { about: 'release' as const, merges: [merge], isSure: true } } : one
  })
}

/** In lines. A line of a changelog is seldom wrapped onto more. */
const PLACE = 8

/** Whether the words stand together in the diff, rather than here and there. */
function isInOnePlace(text: string, diff: string): boolean {
  const lines = diff.slice(0, MOST_OF_A_DIFF).split('\n').map(tellingWords)
  const words = tellingWords(text)
  return lines.some((_, at) => {
    const place = lines.slice(at, at + PLACE)
    const found = words.values().filter(word => place.some(line => line.has(word)))
    return found.toArray().length >= WRITTEN * words.size
  })
}

const mayHaveWritten = ({ pull }: ReleasedMerge): boolean =>
  isWordless(pull) ||
  (pull.files.some(({ path }) => isChangelogPath(path)) &&
    exclusionOf(pull) === null &&
    pull.files.some(({ path }) => !isRecordPath(path)))

import { upkeepOf } from '#judgement/upkeep.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { isInScope } from '#pulls/repositories/scope.ts'
import { FINDING_KINDS, type Finding, findingMerge } from './finding.ts'
import {
  isWordless,
  type OtherMerge,
  type ReleasedMerge,
  type ReleaseLedger,
  referencedNumbersOf,
} from './ledger.ts'
import { LedgerIndex, type Match } from './matching.ts'
import type { NoteLine, ParsedNotes } from './notes.ts'

/** The result of checking release notes against a ledger. */
export interface Proof {
  findings: Finding[]
  /** The number of lines that were checked, and of merges in the release. */
  lines: number
  merges: number
}

/**
 * Checks the notes of a release against what was merged for it. Only merges that change one of the paths have
 * to be in the notes; all if there are no paths.
 */
export function proofread(
  notes: ParsedNotes,
  ledger: ReleaseLedger,
  includePaths: readonly string[] = [],
): Proof {
  const index = new LedgerIndex(ledger, notes.lines)
  const matches = notes.lines.map(line => ({ line, match: index.match(line) }))
  const scope = { includePaths, excludePaths: [], setRules: [] }
  const expected = ledger.merges.filter(({ pull }) => isInScope(scope, pull.files))
  const told = new Set(
    matches.flatMap(({ line, match }) => [
      ...index.referenced(line),
      ...(match.about === 'release' ? match.merges : match.about === 'unknown' ? match.possible : []),
    ]),
  )
  const findings = [
    ...matches.flatMap(({ line, match }) => lineFinding(line, match, ledger) ?? []),
    ...expected
      .filter(merge => isSurelyNews(merge) && !told.has(merge) && !isMentioned(merge, notes))
      .map(merge => dropped(merge, notes)),
  ]
  const rank = ({ kind }: Finding) => FINDING_KINDS.indexOf(kind)
  return {
    findings: findings.sort((a, b) => a.line - b.line || rank(a) - rank(b)),
    lines: notes.lines.length,
    merges: ledger.merges.length,
  }
}

const isMentioned = ({ pull }: ReleasedMerge, { mentioned, commits }: ParsedNotes): boolean =>
  referencedNumbersOf(pull).some(number => mentioned.has(number)) ||
  commits.some(hash => pull.mergeCommit?.startsWith(hash))

function lineFinding(line: NoteLine, match: Match, ledger: ReleaseLedger): Finding | null {
  const base = { line: line.line, text: line.text }
  if (match.about === 'unknown') return null
  if (match.about === 'nothing') return invented(base, match, ledger)
  if (match.about === 'other') return elsewhere(base, match.merge, ledger)
  const { merges } = match
  const [first] = merges
  if (!first) return null
  if (merges.every(({ isReverted }) => isReverted)) return reverted(base, first)
  const isReferenced = line.numbers.length + line.commits.length > 0
  if (isReferenced && merges.every(({ wasShipped }) => wasShipped)) return shipped(base, first, ledger)
  const isHidden = merges.every(({ classification }) => classification.notLive)
  const saysSo = SAYS_HIDDEN.test(`${line.text} ${line.headings.join(' ')}`)
  return isHidden && !saysSo ? notLive(base, first) : null
}

type Base = Pick<Finding, 'line' | 'text'>

/** Matches a line that says itself that its change is not for everyone yet. */
const SAYS_HIDDEN = /\b(?:experiment\w*|preview|beta|alpha|unstable|canary|flag\w*|opt[- ]in|behind)\b/i

const shipped = (base: Base, { pull }: ReleasedMerge, { from }: ReleaseLedger): Finding => ({
  ...base,
  kind: 'not-in-range',
  merge: findingMerge(pull),
  message: `${from} had ${referenceOf(pull)} already, from another branch.`,
  suggestion: 'Remove the line, or move it to the release that had it.',
})

const invented = (
  base: Base,
  { namesake }: Match & { about: 'nothing' },
  { from, to }: ReleaseLedger,
): Finding => {
  const merge = namesake && ('pull' in namesake ? namesake.pull : namesake)
  return {
    ...base,
    kind: 'invented',
    merge: merge && findingMerge(merge),
    message: merge
      ? `No merge between ${from} and ${to} says this: ${referenceOf(merge)} is about something else.`
      : `No merge between ${from} and ${to} says this.`,
    suggestion: merge
      ? `Reference the pull request that the line is about, or remove the line: ${referenceOf(merge)} is “${merge.title}”.`
      : 'Reference the pull request that the line is about, or remove the line.',
  }
}

const elsewhere = (base: Base, merge: OtherMerge, { from, to }: ReleaseLedger): Finding =>
  merge.place === 'before'
    ? {
        ...base,
        kind: 'not-in-range',
        merge: findingMerge(merge),
        message: `${referenceOf(merge)} was not merged between ${from} and ${to}: an earlier release had it.`,
        suggestion: 'Remove the line, or move it to the release that had it.',
      }
    : {
        ...base,
        kind: 'not-live',
        merge: findingMerge(merge),
        message: `${referenceOf(merge)} is merged, but ${to} does not have it.`,
        suggestion: 'Keep the line for the release that will have it.',
      }

const reverted = (base: Base, { pull }: ReleasedMerge): Finding => ({
  ...base,
  kind: 'reverted',
  merge: findingMerge(pull),
  message: `${referenceOf(pull)} was reverted before the release.`,
  suggestion: 'Remove the line.',
})

const notLive = (base: Base, { pull, classification }: ReleasedMerge): Finding => ({
  ...base,
  kind: 'not-live',
  merge: findingMerge(pull),
  message: `Customers cannot have ${referenceOf(pull)} yet. ${classification.notLive}`,
  suggestion: 'Keep the line until it is live, or say who can have it.',
})

/** Whether customers would notice the merge and have not been told of it before, as far as the ledger can tell. */
export const isSurelyNews = ({ pull, classification, isReverted, wasShipped }: ReleasedMerge): boolean =>
  classification.visibility === 'user-facing' &&
  (classification.confidence === 'high' || classification.isBreaking === true) &&
  !classification.notLive &&
  !isReverted &&
  !wasShipped &&
  !isWordless(pull) &&
  upkeepOf(pull) === null

/** The finding for a merge that customers would surely notice and no line mentions. */
function dropped({ pull, classification, pitch }: ReleasedMerge, notes: ParsedNotes): Finding {
  const reference = pull.number === null ? pull.mergeCommit?.slice(0, 7) : `#${pull.number}`
  return {
    kind: 'dropped',
    line: notes.line,
    text: null,
    merge: findingMerge(pull),
    message: `No line tells of ${referenceOf(pull)}, which ${classification.isBreaking ? 'breaks what people rely on' : 'customers would notice'}.`,
    suggestion: `Add a line: “${pitch?.headline ?? pull.title} (${reference})”`,
  }
}

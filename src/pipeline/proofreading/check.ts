import { tellsSteps, upgradeOf } from '#judgement/copy/description/steps.ts'
import { meaningOfHeading } from '#pipeline/judging/history/heading-meaning.ts'
import { safeLine } from '#platform/text.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { isInScope } from '#pulls/scope.ts'
import { FINDING_KINDS, type Finding, findingMerge } from './finding.ts'
import { type DiffText, unsupportedIn } from './grounding.ts'
import { isWordless, type OtherMerge, type ReleasedMerge, type ReleaseLedger } from './ledger.ts'
import { LedgerIndex, type Match, type Matched, numbersOf } from './matching.ts'
import { type NoteLine, type ReleaseNotes, sameWords } from './notes.ts'
import { customerNotes, untoldNotes } from './told-notes.ts'
import { upgradeIn } from './upgrades.ts'
import { tellingWords } from './words.ts'
import { withWriters } from './writers.ts'

/** Release notes held against a ledger. */
export interface Proof {
  findings: Finding[]
  /** The lines that were checked, and the merges of the release. */
  lines: number
  merges: number
}

/** Holds the notes of a release against what was merged for it. `diffOf` is asked only about merges that seem not to say what a
 * line says. Only merges that change one of the paths have to be told; all where there are none. */
export async function proofread(
  notes: ReleaseNotes,
  ledger: ReleaseLedger,
  diffOf: DiffText,
  includePaths: readonly string[] = [],
): Promise<Proof> {
  const index = new LedgerIndex(ledger)
  const matches = await withWriters(
    notes.lines.map(line => ({ line, match: index.match(line) })),
    ledger,
    diffOf,
  )
  const scope = { includePaths, excludePaths: [], setRules: [] }
  const expected = ledger.merges.filter(({ pull }) => isInScope(scope, pull.files))
  const found = await Promise.all(matches.map(one => lineFindings(one, notes, ledger, diffOf)))
  const findings = [...found.flat(), ...droppedMerges(matches, notes, expected, index)]
  const rank = ({ kind }: Finding) => FINDING_KINDS.indexOf(kind)
  return {
    findings: findings.sort((a, b) => a.line - b.line || rank(a) - rank(b)),
    lines: notes.lines.length,
    merges: ledger.merges.length,
  }
}

async function lineFindings(
  { line, match }: Matched,
  notes: ReleaseNotes,
  ledger: ReleaseLedger,
  diffOf: DiffText,
): Promise<Finding[]> {
  const base = { line: line.line, text: line.text }
  if (match.about === 'commit') return []
  const earlier = isReferenced(line) || isSureOf(match) ? undefined : toldEarlier(line, notes)
  if (earlier !== undefined) return [toldIn(base, earlier)]
  if (match.about === 'nothing') return match.words < MIN_WORDS ? [] : [invented(base, match, ledger)]
  if (match.about === 'other') return [elsewhere(base, match.merge, ledger)]
  const { merges } = match
  const [first] = merges
  if (!first || !match.isSure) return []
  if (merges.every(({ isReverted }) => isReverted)) return [reverted(base, first)]
  if (isReferenced(line) && merges.every(({ wasShipped }) => wasShipped))
    return [shipped(base, first, ledger)]
  const hidden = merges.every(({ classification }) => classification.notLive) ? first : null
  if (hidden && !SAYS_HIDDEN.test(`${line.text} ${line.headings.join(' ')}`)) return [notLive(base, hidden)]
  const context = [ledger.repo, ledger.from, ledger.to, notes.version, ...line.headings].join('\n')
  const pulls = merges.map(({ pull }) => pull)
  const isRecognised =
    line.numbers.length > 0 || upgradeIn(line.text) !== null || tellingWords(line.text).size >= MIN_WORDS
  const unsupported = isRecognised ? await unsupportedIn(line.text, pulls, context, diffOf) : null
  return [
    ...(unsupported
      ? [
          {
            ...base,
            kind: 'unsupported' as const,
            merge: findingMerge(first.pull),
            message: `The line must be wrong: its words ${unsupported.fault}.`,
            suggestion: `The merge says: “${unsupported.said}”`,
          },
        ]
      : []),
    ...withoutSteps(base, { line, merges }, notes),
  ]
}

const isReferenced = ({ numbers, commits }: NoteLine): boolean => numbers.length + commits.length > 0
const isSureOf = (match: Match): boolean => match.about === 'release' && match.isSure

/** The version whose notes have the very same line; undefined where none has, or where the line would suit many releases. */
function toldEarlier({ text }: NoteLine, { elsewhere }: ReleaseNotes): string | undefined {
  const isParticular = /\d|`/.test(text) || tellingWords(text).size > MIN_WORDS + 1
  return isParticular ? elsewhere.get(sameWords(text)) : undefined
}

const toldIn = (base: Base, version: string): Finding => ({
  ...base,
  kind: 'not-in-range',
  merge: null,
  message: `The notes of ${safeLine(version)} have the same line, and no merge of this release says it.`,
  suggestion: 'Remove the line, or reference the pull request that it is about.',
})

const shipped = (base: Base, { pull }: ReleasedMerge, { from }: ReleaseLedger): Finding => ({
  ...base,
  kind: 'not-in-range',
  merge: findingMerge(pull),
  message: `${from} had ${referenceOf(pull)} already, from another branch.`,
  suggestion: 'Remove the line, or move it to the release that had it.',
})

type Base = Pick<Finding, 'line' | 'text'>

/** A line of fewer words says too little to be looked for. */
const MIN_WORDS = 3
/** The line itself tells that it is not for everyone yet. */
const SAYS_HIDDEN = /\b(?:experiment\w*|preview|beta|alpha|unstable|canary|flag\w*|opt[- ]in|behind)\b/i

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

/** Where notes have one guide for everything that breaks. */
const GUIDE = /\b(?:migration|upgrad\w+|update) guide\b|\bguide (?:to|for) (?:upgrad|migrat)\w+/i
/** What has lost its effect but still works asks nothing of anybody. */
const HARMLESS = /\bno-?op\b|\b(?:no|any|without) effect\b/i
/** The end of an old platform says by itself what to do: have a newer one. */
const PLATFORM =
  /\b(?:drop\w*|remov\w*|end\w*|no longer|require\w*|minimum|bump\w*|rais\w*)\b.{0,80}\b(?:support|version|python|node(?:\.?js)?|ruby|php|java|ie|safari|chrome|pypy|typescript|react|openssl)\b|\bsupport for\b.{0,60}\b(?:drop|remov|end)(?:ped|ed|s)\b/i

function withoutSteps(
  base: Base,
  { line, merges }: { line: NoteLine; merges: ReleasedMerge[] },
  notes: ReleaseNotes,
): Finding[] {
  const breaking = merges.find(({ classification }) => classification.isBreaking)
  const isUnder = line.headings.some(heading => meaningOfHeading(heading)?.breaking)
  const merge = breaking ?? (isUnder ? merges[0] : undefined)
  if (!merge || PLATFORM.test(line.text) || HARMLESS.test(line.text) || GUIDE.test(notes.text)) return []
  if (tellsSteps([line.text, ...line.details].join('\n'))) return []
  const { steps } = upgradeOf(merge.pull)
  return [
    {
      ...base,
      kind: 'breaking-without-steps',
      merge: findingMerge(merge.pull),
      message: `${referenceOf(merge.pull)} breaks what people rely on, and the line does not say what to do.`,
      suggestion:
        steps.length > 0
          ? `The pull request says: ${steps.join(' ')}`
          : 'Say what people have to change, or link to a guide.',
    },
  ]
}

/** What customers would surely notice and no line tells. */
function droppedMerges(
  matches: readonly Matched[],
  notes: ReleaseNotes,
  expected: readonly ReleasedMerge[],
  index: LedgerIndex,
): Finding[] {
  const told = new Set(
    matches.flatMap(({ match }) => (match.about === 'release' && match.isSure ? match.merges : [])),
  )
  const numbers = notes.mentioned.union(notes.mentionedElsewhere)
  const said = new Set(matches.flatMap(({ line }) => index.saying(line)))
  return expected.flatMap(merge => {
    if (!isSurelyNews(merge)) return []
    const team = customerNotes(merge.pull)
    const isReferenced = numbersOf(merge.pull).some(number => numbers.has(number))
    const isTold = isReferenced || told.has(merge) || said.has(merge)
    if (!isTold) return [dropped(merge, notes, null)]
    if (team.length < 2 && (isReferenced || team.length === 0)) return []
    const untold = untoldNotes(team, notes.lines)
    return untold.slice(0, 1).map(note => dropped(merge, notes, note))
  })
}

/** Whether customers would notice the merge, as surely as the ledger can tell, and have not heard of it. */
export const isSurelyNews = ({ pull, classification, isReverted, wasShipped }: ReleasedMerge): boolean =>
  classification.visibility === 'user-facing' &&
  (classification.confidence === 'high' || classification.isBreaking === true) &&
  !classification.notLive &&
  !isReverted &&
  !wasShipped &&
  !isWordless(pull) &&
  !pull.authorIsBot

/** `untold` is which of several things that its team wrote about the merge no line tells; null where none tells of it at all. */
function dropped(
  { pull, classification, pitch }: ReleasedMerge,
  notes: ReleaseNotes,
  untold: string | null,
): Finding {
  const reference = pull.number === null ? pull.mergeCommit?.slice(0, 7) : `#${pull.number}`
  return {
    kind: 'dropped',
    line: notes.line,
    text: null,
    merge: findingMerge(pull),
    message: `No line tells ${untold === null ? '' : 'everything '}of ${referenceOf(pull)}, which ${classification.isBreaking ? 'breaks what people rely on' : 'customers would notice'}.`,
    suggestion: `Add a line: “${untold ?? pitch?.headline ?? pull.title} (${reference})”`,
  }
}

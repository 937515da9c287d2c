import type { Fact } from '#judgement/classification/features/fact.ts'
import { breakingNotes, deniesBreak } from '#judgement/notes/breaking-notes.ts'
import { notesOf } from '#judgement/notes/notes.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { squashedSubjects, subjectOfCommit } from '#pulls/commit-footers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind } from '../classification.ts'
import { readTitle } from './title.ts'
import { areaOfScope, meaningOfCategory } from './vocabulary.ts'

/** "Breaking changes" above something that is written below it. */
const HEADING =
  /^(?:#{1,6} |(?:⚠️? ?|💥 ?)?\*\*)(?:⚠️? ?|💥 ?)?breaking(?: changes?)?(?:\*\*)?:?(?:\*\*)?(?: ?⚠️?| ?💥)?[ \t]*\n\s*(?!#|- \[ \]|<!--)(\S.*)/im
const LABEL =
  /^(?:[\w-]+[/: ]+)?(?:breaking(?:[- ]changes?)?|semver[-:/ ]major|api[- ]breaking|backwards?[- ]incompatible)$/i
const TICKED = /^[ \t]*[-*+] \[x\] (?:[*_]{0,2})(?:⚠️? ?|💥 ?)?(?:(?:yes, )?this is a )?breaking change/im
/** What people relied on ends. */
const ENDS =
  /^(?:drop|remove|end|discontinue|cease)(?:s|ped|d|ing)? (?:the )?(?:support|compatibility)\b|^no longer supports?\b|^(?:drop|remove)(?:s|ped|d)? (?:node(?:\.?js)?|python|ruby|php|java|go|ie|internet explorer|safari|ios|android|windows|macos|ubuntu|debian|postgres(?:ql)?|mysql) ?v?\d|\bbreaking(?: change)?:/i
const OFFERED = ['option', 'word:surface', 'word:deprecate', 'word:platform']

/** May who uses the product have to change something? */
export function isBreaking(pull: MergedPull, kind: Kind, facts: readonly Fact[]): boolean {
  const title = readTitle(pull.title)
  const body = withoutComments(pull.body)
  if (title.revert) return false
  return (
    title.breaking ||
    ENDS.test(title.text) ||
    pull.labels.some(label => LABEL.test(label.trim())) ||
    breakingNotes(pull).isMarked ||
    marksInCommits(pull.commits.length > 0 ? pull.commits : squashedSubjects(body)) ||
    !deniesBreak(HEADING.exec(body)?.[1] ?? '') ||
    TICKED.test(body) ||
    notesOf(pull).some(
      ({ bump, kind: word }) => bump === 'major' || (word !== null && meaningOfCategory(word)?.breaking),
    ) ||
    (kind === 'removal' && facts.some(({ name }) => OFFERED.includes(name)))
  )
}

/** A commit with `!` or the like in front, unless another of the branch takes it back. */
const marksInCommits = (commits: readonly string[]): boolean => {
  const subjects = commits.map(subjectOfCommit)
  return subjects.some(
    subject =>
      /!\s?:|breaking|💥|:boom:/i.test(subject) &&
      isMarked(subject) &&
      !subjects.some(other => other !== subject && /^revert\b/i.test(other) && other.includes(subject)),
  )
}

function isMarked(subject: string): boolean {
  const { breaking, revert, scope } = readTitle(subject)
  return breaking && !revert && (scope === null || areaOfScope(scope) === null)
}

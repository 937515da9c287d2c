import type { Fact } from '#judgement/classification/features/fact.ts'
import { BREAK, deniesBreak } from '#judgement/notes/breaking-notes.ts'
import { notesOf } from '#judgement/notes/notes.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { fencedCode } from '#platform/markup/fences.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { squashedSubjects, subjectOfCommit } from '#pulls/commit-footers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind } from '../classification.ts'
import { carrierSignal } from './carrier.ts'
import type { Signal } from './signal.ts'
import { readTitle } from './title.ts'
import { isHousekeeping } from './title-signals.ts'
import { areaOfScope } from './vocabulary.ts'

/** "Breaking changes" above something that is written below it. */
const HEADING = new RegExp(
  String.raw`^(?:#{1,6} |(?:⚠️? ?|💥 ?)?\*\*)(?:⚠️? ?|💥 ?)?${BREAK}(?:\*\*)?:?(?:\*\*)?(?: ?⚠️?| ?💥)?[ \t]*\n\s*(?!#|- \[ \]|<!--)(\S.*)`,
  'im',
)
/** Headings of HTML, and those that are underlined, in the form of the others. */
const withMarks = (body: string): string =>
  body
    .replace(/<(h[1-6]|summary)>[ \t]*([^<>\n]{1,100})<\/\1>/gi, '\n## $2\n')
    .replace(/<\/?(?:div|li|p|ul)>/gi, '')
    .replace(/^([^\s#*>|-][^\n]{0,100})\n(?:-{3,}|={3,})[ \t]*$/gm, '## $1')
const LABEL =
  /^(?:[\w-]+[/: ]+)?(?:breaking(?:[- ]changes?)?|semver[-:/ ]major|api[- ]breaking|backwards?[- ]incompatible)$/i
const TICKED =
  /^[ \t]*[-*+] \[x\] (?:[*_]{0,2})(?:⚠️? ?|💥 ?)?(?:(?:yes, )?this(?: (?:change|pr|pull request))? (?:is|introduces|contains|has) (?:an? )?|major(?: changes?)? \()?breaking(?: change|\)?[*_]{0,2}[ \t]*$)/im
/** Text that says that something people relied on ends. */
const ENDS =
  /^(?:drop|remove|end|discontinue|cease)(?:s|ped|d|ing)? (?:the )?(?:support|compatibility)\b|^no longer supports?\b|^(?:drop|remove)(?:s|ped|d)? (?:node(?:\.?js)?|python|ruby|php|java|go|ie|internet explorer|safari|ios|android|windows|macos|ubuntu|debian|postgres(?:ql)?|mysql) ?v?\d|(?:^|[:(] ?|\s[-–—] )breaking(?: change)?:/i

/** Words of a title for what people use. */
const OFFERED = ['word:surface', 'word:deprecate', 'word:platform']

/** Does somebody say of the merge that readers may have to change something? */
export function saysBreaking(pull: MergedPull, signals: readonly Signal[]): boolean {
  const body = withMarks(withoutComments(pull.body))
  return (
    !readTitle(pull.title).revert &&
    (signals.some(({ breaking }) => breaking) ||
      pull.labels.some(label => LABEL.test(label.trim())) ||
      marksInCommits(
        pull.commits.length > 0 ? pull.commits : [...squashedSubjects(body), ...typedLines(body)],
      ) ||
      !deniesBreak(HEADING.exec(body)?.[1] ?? '') ||
      TICKED.test(body) ||
      notesOf(pull).some(({ bump }) => bump === 'major'))
  )
}

/** Whether a merge speaks for itself: a robot, a release and a carrier quote what others say of other changes. */
export const speaksForItself = (pull: MergedPull, facts: readonly Fact[]): boolean =>
  upkeepOf(pull) === null &&
  carrierSignal(pull) === null &&
  !isHousekeeping(pull.title) &&
  !facts.some(({ name }) => name === 'backstage:all')

/**
 * Does a change end what people relied on, also where nobody says that it breaks something? Support that ends and an option that is gone
 * do. A removal whose title only has words of an interface or a platform, such as "Remove header border", does where the team recorded it
 * as a removal (`isRecorded`).
 */
export const endsSomething = (
  pull: MergedPull,
  kind: Kind,
  facts: readonly Fact[],
  isRecorded = false,
): boolean =>
  !readTitle(pull.title).revert &&
  (ENDS.test(readTitle(pull.title).text) ||
    (kind === 'removal' &&
      facts.some(({ name }) => name === 'option' || (isRecorded && OFFERED.includes(name)))))

/** A commit that is marked as breaking (`feat!:`), unless another commit of the branch reverts it. */
const marksInCommits = (commits: readonly string[]): boolean => {
  const subjects = commits.map(subjectOfCommit)
  return subjects.some(
    subject =>
      /!\s?:|breaking|💥|:boom:/i.test(subject) &&
      isMarked(subject) &&
      !subjects.some(other => other !== subject && /^revert\b/i.test(other) && other.includes(subject)),
  )
}

/** The lines of a description that are subjects of commits with a mark, in a list of any form or alone. */
function typedLines(body: string): string[] {
  const isCode = fencedCode()
  return (
    body
      .split('\n')
      .filter(line => !isCode(line.trimStart()))
      .flatMap(line => TYPED.exec(line.slice(0, LONGEST_SUBJECT))?.[1] ?? [])
      // "Note!: …" is no type.
      .filter(subject => readTitle(subject).type !== null)
  )
}
const TYPED = /^(?:[-*+•] |\d{1,3}[.)] |[0-9a-f]{7,40} )?([a-z]{2,12}(?:\([^()]{0,80}\))?!: \S.*)$/i
const LONGEST_SUBJECT = 400

function isMarked(subject: string): boolean {
  const { breaking, revert, scope } = readTitle(subject)
  return breaking && !revert && (scope === null || areaOfScope(scope) === null)
}

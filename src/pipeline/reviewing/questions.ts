import type { Classification } from '#judgement/classification/classification.ts'
import { BACKSTAGE, roleOf } from '#judgement/classification/features/file-role.ts'
import { endsSomething, saysBreaking } from '#judgement/classification/record/breaking.ts'
import { notLiveReason } from '#judgement/classification/record/not-live.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import { notesOf } from '#judgement/notes/notes.ts'
import { blocksOf } from '#judgement/text/blocks.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import type { Judged } from '#pipeline/judging/judged.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { subjectOfCommit } from '#pulls/commit-footers.ts'
import { picturesIn } from '#pulls/pictures/find-pictures.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { revertTarget } from '#pulls/reverts.ts'
import { tellsNothing } from '#writing/needs-words.ts'
import { offlinePitch } from '#writing/offline.ts'
import type { Copy } from '#writing/pitch.ts'
import { upgradeOf } from '#writing/upgrade.ts'

/** A question that only the author of a pull request can answer. */
export type QuestionName = 'words' | 'steps' | 'flag' | 'picture'

export interface ReviewQuestion {
  name: QuestionName
  /** How much the answer would change, from 0 to 1. */
  worth: number
}

/** The most questions that a pull request is asked. */
const MOST_QUESTIONS = 2

/** The worth of an answer that decides whether customers read anything, relative to an even chance. */
const EVEN = 0.5

/** The least worth of a question. Below it, the answer changes too little. */
const LEAST_WORTH = 0.5

/**
 * The questions whose answers would change what customers read about a pull request, the most valuable first. Empty if nothing is missing,
 * as is usual. What the author already wrote for customers is not asked for.
 */
export function questionsOf(judged: Judged): ReviewQuestion[] {
  const { pull, classification } = judged
  const isOurs = mayConcernCustomers(classification) && changesProduct(pull.files)
  if (upkeepOf(pull) !== null || !isOurs || revertTarget(pull) !== null || notesOf(pull).length > 0) return []
  const worths: Record<QuestionName, number> = {
    words: worthOfWords(judged, judged.pitch ?? offlinePitch(pull)),
    steps: worthOfSteps(judged),
    flag: worthOfFlag(judged),
    picture: worthOfPicture(judged),
  }
  const names = Object.keys(worths) as QuestionName[]
  return names
    .map(name => ({ name, worth: worths[name] * Math.max(classification.score, EVEN) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, MOST_QUESTIONS)
}

/**
 * Whether customers may notice the change. Also true for an internal one that the author could change with a
 * word: the classification is unsure and does not call it upkeep.
 */
function mayConcernCustomers({ visibility, confidence, score, kind }: Classification): boolean {
  if (visibility === 'user-facing') return true
  return confidence === 'low' && score >= UNDECIDED && kind !== 'maintenance' && kind !== 'documentation'
}
const UNDECIDED = 0.45

/** Whether the product changes. If no file is known, it may. */
const changesProduct = (files: readonly ChangedFile[]): boolean =>
  files.length === 0 || productOf(files).length > 0

/** The files that customers notice. Translations are left out, because what they say is plain to see. */
const productOf = (files: readonly ChangedFile[]): ChangedFile[] =>
  files.filter(({ path }) => !BACKSTAGE.has(roleOf(path)) && roleOf(path) !== 'translation')

const linesOf = (files: readonly ChangedFile[]): number =>
  files.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0)

/** From `LARGE` lines on a change is too large for only a title; up to `SMALL` lines it is a small thing. */
const LARGE = 800
const SMALL = 4
/** The length of a description that says something, in characters. */
const TOLD = 300

/** The worth of asking for words. Only the author can say what a change does that neither title nor description explains. */
function worthOfWords({ pull, classification }: Judged, copy: Copy): number {
  const lines = linesOf(productOf(pull.files))
  if (tellsNothing(copy) && !hasSentence(pull.body)) return pull.files.length > 0 && lines <= SMALL ? 0.7 : 1
  const isUnsure = classification.confidence === 'low' && classification.kind === 'feature'
  const isUntold = copy.body === '' && withoutComments(pull.body).length < TOLD
  return isUnsure && isUntold && lines >= LARGE ? 0.8 : 0
}

/** Whether a description contains a sentence, which helps a person and a writer. */
const hasSentence = (body: string): boolean =>
  [...blocksOf(body.slice(0, READ))].some(
    ({ kind, text }) => kind !== 'heading' && !/^\[[ x]\]/i.test(text) && text.split(' ').length > 5,
  )
const READ = 6_000

/** Whether the support for a version of something ends. Then it is plain what to do: use a later version. */
const endsVersion = (title: string): boolean => {
  const { text } = readTitle(title)
  return /^(?:drop|end|discontinue)(?:s|ped|d|ed)? /i.test(text) && /\d/.test(text)
}

/** Whether the name of a page says that it explains how to upgrade. */
const isGuide = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.(?:mdx?|rst|adoc)$/i.test(name) && /migrat|upgrad/i.test(name)
}

/**
 * The worth of asking for steps. The change is marked as breaking what people have, and does not say what to
 * do about it. That something is removed does not mark it.
 */
function worthOfSteps({ pull }: Judged): number {
  const isMarked = saysBreaking(pull, signalsOf(pull)) || endsSomething(pull, 'fix', [])
  if (!isMarked || endsVersion(pull.title) || pull.files.some(({ path }) => isGuide(path))) return 0
  const { told, steps } = upgradeOf(pull)
  return told.length + steps.length > 0 ? 0 : 1
}

/** The worth of asking about a flag, which files or commits suggest and neither title nor description mentions. */
function worthOfFlag({ pull, classification }: Judged): number {
  if (notLiveReason({ ...pull, files: [] }) !== null) return 0
  if (classification.notLive) return 0.9
  const isInCommits = pull.commits.some(
    commit =>
      notLiveReason({ ...pull, title: subjectOfCommit(commit), body: '', labels: [], files: [] }) !== null,
  )
  return isInCommits ? 0.8 : 0
}

const SHOWN = 100

/**
 * The worth of asking for a picture of a visible feature without one. By itself it does not justify a
 * comment, but beside another question it is asked.
 */
function worthOfPicture({ pull, classification }: Judged): number {
  const { kind, magnitude } = classification
  if ((kind !== 'feature' && kind !== 'improvement') || magnitude === 'patch' || hasPicture(pull)) return 0
  const product = productOf(pull.files)
  const face = linesOf(product.filter(({ path }) => ['interface', 'style'].includes(roleOf(path))))
  return face >= SHOWN && face * 2 >= linesOf(product) ? 0.45 : 0
}

/** Whether the description has a picture. A recording counts too, because its still can be used for the entry. */
const hasPicture = (pull: MergedPull): boolean =>
  picturesIn(pull).length > 0 || /!\[|<img\b|<video\b|\.(?:gif|mp4|mov|webm)\b/i.test(pull.body)

/** The worth of asking anything; 0 if no answer changes enough. */
export function worthOf(questions: readonly ReviewQuestion[]): number {
  const worth = questions[0]?.worth ?? 0
  return worth >= LEAST_WORTH ? worth : 0
}

/** With fewer earlier pull requests, nothing can be said about how common a question is. */
const FEW = 20

/**
 * Whether to ask, if at most `most` of a hundred pull requests are to be asked: it is worth it, and few
 * enough of the earlier ones (`past`, each with its worth) were worth as much.
 */
export function isWorthAsking(worth: number, past: readonly number[], most: number): boolean {
  if (worth === 0 || past.length < FEW) return worth > 0
  const rivals = past.filter(other => other >= worth).length
  return (rivals + 1) * 100 <= most * (past.length + 1)
}

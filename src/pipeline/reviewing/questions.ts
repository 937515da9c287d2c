import type { Classification } from '#judgement/classification/classification.ts'
import { BACKSTAGE, roleOf } from '#judgement/classification/features/file-role.ts'
import { endsSomething, saysBreaking } from '#judgement/classification/record/breaking.ts'
import { notLiveReason } from '#judgement/classification/record/not-live.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import { notesOf } from '#judgement/notes/notes.ts'
import { blocksOf } from '#judgement/text/blocks.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import type { Judged } from '#pipeline/judging/editor.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import { subjectOfCommit } from '#pulls/commit-footers.ts'
import { picturesIn } from '#pulls/pictures/find-pictures.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { revertTarget } from '#pulls/reverts.ts'
import { tellsNothing } from '#writing/needs-words.ts'
import type { Copy } from '#writing/pitch.ts'
import { upgradeOf } from '#writing/upgrade.ts'

/** What only the author of a pull request may know. */
export type QuestionName = 'words' | 'steps' | 'flag' | 'picture'

export interface ReviewQuestion {
  name: QuestionName
  /** How much the answer would change, from 0 to 1. */
  worth: number
}

/** A pull request is asked at most this many. */
const MOST_QUESTIONS = 2

/** An answer that decides whether customers read anything is worth as much as one to an even chance. */
const EVEN = 0.5

/** The least worth of a question: below it the answer changes too little. */
const LEAST_WORTH = 0.5

/**
 * The questions whose answers would change what customers read of a pull request, the most telling first. Empty where nothing is missing:
 * most of the time. What the author wrote for customers already is not asked for. `write` gives the words of what is held for internal.
 */
export function questionsOf(judged: Judged, write: (pull: MergedPull) => Copy): ReviewQuestion[] {
  const { pull, classification } = judged
  const isOurs = mayBeNoticed(classification) && changesProduct(pull.files)
  if (upkeepOf(pull) !== null || !isOurs || revertTarget(pull) !== null || notesOf(pull).length > 0) return []
  const worths: Record<QuestionName, number> = {
    words: worthOfWords(judged, judged.pitch ?? write(pull)),
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

/** Of what is held for internal, whatever the author could turn with a word: it is unsure, and not called upkeep. */
function mayBeNoticed({ visibility, confidence, score, kind }: Classification): boolean {
  if (visibility === 'user-facing') return true
  return confidence === 'low' && score >= UNDECIDED && kind !== 'maintenance' && kind !== 'documentation'
}
const UNDECIDED = 0.45

/** Where no file is known, the change may be one of the product. */
const changesProduct = (files: readonly ChangedFile[]): boolean =>
  files.length === 0 || productOf(files).length > 0

/** The files that customers meet. What a translation says is plain to see. */
const productOf = (files: readonly ChangedFile[]): ChangedFile[] =>
  files.filter(({ path }) => !BACKSTAGE.has(roleOf(path)) && roleOf(path) !== 'translation')

const linesOf = (files: readonly ChangedFile[]): number =>
  files.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0)

/** Lines from which on a change is too large for its title alone, and up to which it is a small thing. */
const LARGE = 800
const SMALL = 4
/** Characters of a description that says something. */
const TOLD = 300

/** Nobody but its author can say what a change does of which neither title nor description says it. */
function worthOfWords({ pull, classification }: Judged, copy: Copy): number {
  const lines = linesOf(productOf(pull.files))
  if (tellsNothing(copy) && !hasSentence(pull.body)) return pull.files.length > 0 && lines <= SMALL ? 0.7 : 1
  const isUnsure = classification.confidence === 'low' && classification.kind === 'feature'
  const isUntold = copy.body === '' && withoutComments(pull.body).length < TOLD
  return isUnsure && isUntold && lines >= LARGE ? 0.8 : 0
}

/** A sentence of a description is something to go by, for a person and for a writer. */
const hasSentence = (body: string): boolean =>
  [...blocksOf(body.slice(0, READ))].some(
    ({ kind, text }) => kind !== 'heading' && !/^\[[ x]\]/i.test(text) && text.split(' ').length > 5,
  )
const READ = 6_000

/** Where support for a version of something ends, what to do is plain: use a later one. */
const endsVersion = (title: string): boolean => {
  const { text } = readTitle(title)
  return /^(?:drop|end|discontinue)(?:s|ped|d|ed)? /i.test(text) && /\d/.test(text)
}

/** The name of a page that says how to upgrade. */
const isGuide = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.(?:mdx?|rst|adoc)$/i.test(name) && /migrat|upgrad/i.test(name)
}

/** It is marked as breaking what people have, and says nowhere what they do about it. That something is removed is no mark. */
function worthOfSteps({ pull }: Judged): number {
  const isMarked = saysBreaking(pull, signalsOf(pull)) || endsSomething(pull, 'fix', [])
  if (!isMarked || endsVersion(pull.title) || pull.files.some(({ path }) => isGuide(path))) return 0
  const { told, steps } = upgradeOf(pull)
  return told.length + steps.length > 0 ? 0 : 1
}

/** A flag is guessed at from files or commits, and neither title nor description speaks of it. */
function worthOfFlag({ pull, classification }: Judged): number {
  const { title, body, labels } = pull
  const isSaid = notLiveReason({ ...pull, title, body, labels, files: [] }) !== null
  if (isSaid) return 0
  if (classification.notLive) return 0.9
  const isInCommits = pull.commits.some(
    commit =>
      notLiveReason({ ...pull, title: subjectOfCommit(commit), body: '', labels: [], files: [] }) !== null,
  )
  return isInCommits ? 0.8 : 0
}

const SHOWN = 100

/** A visible feature without a picture. Alone it is not worth a comment; beside another question it is. */
function worthOfPicture({ pull, classification }: Judged): number {
  const { kind, magnitude } = classification
  if ((kind !== 'feature' && kind !== 'improvement') || magnitude === 'patch' || hasPicture(pull)) return 0
  const product = productOf(pull.files)
  const face = linesOf(product.filter(({ path }) => ['interface', 'style'].includes(roleOf(path))))
  return face >= SHOWN && face * 2 >= linesOf(product) ? 0.45 : 0
}

/** A recording counts too: whoever words the entry takes a still of it. */
const hasPicture = (pull: MergedPull): boolean =>
  picturesIn(pull).length > 0 || /!\[|<img\b|<video\b|\.(?:gif|mp4|mov|webm)\b/i.test(pull.body)

/** How much it is worth to ask anything; 0 where no answer changes enough. */
export function worthOf(questions: readonly ReviewQuestion[]): number {
  const worth = questions[0]?.worth ?? 0
  return worth >= LEAST_WORTH ? worth : 0
}

/** Of fewer earlier pull requests nothing can be said about how common a question is. */
const FEW = 20

/**
 * Whether to ask, where at most `most` of a hundred pull requests are to be asked: it is worth it, and few enough of the earlier ones
 * (`past`, each with its worth) were worth as much.
 */
export function isWorthAsking(worth: number, past: readonly number[], most: number): boolean {
  if (worth === 0 || past.length < FEW) return worth > 0
  const rivals = past.filter(other => other >= worth).length
  return (rivals + 1) * 100 <= most * (past.length + 1)
}

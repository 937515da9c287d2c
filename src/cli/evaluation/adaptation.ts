import { createClassifierWith } from '#app/registry.ts'
import type { CommandContext, CommandResult } from '#cli/command.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { type Classifier, type Known, nothingBefore } from '#judgement/classification/classifier.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { theModel } from '#judgement/classification/model/weights-file.ts'
import { learnAccount } from '#judgement/classification/team/account.ts'
import type { OwnExample } from '#judgement/classification/team/examples.ts'
import { randomOf } from '#judgement/classification/training/boosting.ts'
import { examplesOf } from '#judgement/classification/training/examples.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { trainModel } from '#judgement/classification/training/train.ts'
import { eachInSteps, inTurns, type Steps } from '#judgement/steps.ts'
import { AppError } from '#platform/errors.ts'
import { COLUMNS, type Figures, figuresOf, type Judged, percent, type Scores } from './scores.ts'

/** How the later decisions of all repositories were judged before and after the given ones taught their habits. */
export interface AdaptedFigures {
  setting: Setting
  without: Figures
  with: Figures
}

/** `30,half,half:drawn,100:shuffled` as settings of giving decisions. */
export const settingsFrom = (text: string): Setting[] => text.split(',').map(settingFrom)

function settingFrom(text: string): Setting {
  const [amount = '', how, ...more] = text.trim().split(':')
  if (more.length > 0 || (how !== undefined && how !== 'drawn' && how !== 'shuffled')) throw wrongAmounts()
  return { amount: amountFrom(amount), drawn: how === 'drawn', shuffled: how === 'shuffled' }
}

function amountFrom(word: string): Amount {
  if (word === 'half' || word === 'running') return word
  const count = Number(word)
  if (Number.isInteger(count) && count > 0) return count
  throw wrongAmounts()
}

const wrongAmounts = () =>
  new AppError(
    'wrong_usage',
    '--adapt takes numbers, “half” and “running”, with commas between; each may end in “:drawn” or “:shuffled”.',
  )

/** Judges every repository, with `leaveOut` by a model fitted to the others, after each setting of giving its decisions. */
export async function adaptedFigures(
  rows: readonly Labelled[],
  settings: readonly Setting[],
  leaveOut: boolean,
  context: CommandContext,
): Promise<AdaptedFigures[]> {
  const classifierWith = await createClassifierWith()
  return inTurns(adapted(rows, settings, leaveOut, classifierWith, context), context.signal)
}

function* adapted(
  rows: readonly Labelled[],
  settings: readonly Setting[],
  leaveOut: boolean,
  classifierWith: (model: Model) => Classifier,
  context: CommandContext,
): Steps<AdaptedFigures[]> {
  const examples = leaveOut ? yield* examplesOf(rows) : []
  const found = settings.map((): Adapted[] => [])
  const groups = [...Map.groupBy(rows, ({ pull }) => pull.repo)]
  for (const [at, [repo, own]] of groups.entries()) {
    const others = examples.filter(example => example.repo !== repo)
    const classifier = classifierWith(leaveOut ? yield* trainModel(others) : theModel())
    for (const [index, setting] of settings.entries())
      found[index]?.push(yield* adaptTo(own, classifier, setting))
    context.err(`repository ${at + 1} of ${groups.length} judged\n`)
  }
  return settings.map((setting, index) => ({
    setting,
    without: figuresOf((found[index] ?? []).flatMap(one => one.without)),
    with: figuresOf((found[index] ?? []).flatMap(one => one.with)),
  }))
}

export const adaptationReport = (all: readonly AdaptedFigures[]): CommandResult => ({
  json: all,
  text: all.map(figuresText).join('\n'),
})

const cell = (text: string): string => text.padStart(14)

/** Each figure as `before → after`, in per cent. */
function figuresText({ setting, without, with: after }: AdaptedFigures): string {
  const line = (name: string, before: Scores, now: Scores) =>
    `${name.padEnd(34)}${COLUMNS.map(([key]) => cell(`${percent(before[key])} → ${percent(now[key])}`)).join('')}`
  const repositories = Object.entries(without.repositories).flatMap(([repo, before]) => {
    const now = after.repositories[repo]
    return now ? [line(repo, before, now)] : []
  })
  return [
    titleOf(setting),
    `${' '.repeat(34)}${COLUMNS.map(([, name]) => cell(name)).join('')}`,
    ...repositories,
    line(`mean (${after.rows.toLocaleString('en')} later ones)`, without.macro, after.macro),
    trustLine('before', without),
    trustLine('after', after),
    '',
  ].join('\n')
}

const trustLine = (when: string, { confidence }: Figures): string =>
  `${when}: ${confidence.map(one => `${one.confidence} ${percent(one.share)} %, ${percent(one.right)} % right`).join('; ')}`

const TITLES = {
  half: 'After the first half of its own decisions',
  running: 'After all its decisions before, from the hundredth on',
} as const

function titleOf({ amount, shuffled, drawn }: Setting): string {
  const title = typeof amount === 'number' ? `After ${amount} of its own decisions` : TITLES[amount]
  return `${title}${drawn ? ', drawn by chance' : ''}${shuffled ? ', with their answers mixed up' : ''}`
}

/** How many of a team's decisions are given: the first so many, the first half, or all before each (from the hundredth on). */
export type Amount = number | 'half' | 'running'

export interface Setting {
  amount: Amount
  /** The answers of the given decisions are shuffled: then nothing can be learnt, and nothing must be lost. */
  shuffled: boolean
  /** Decisions are given in a random order. */
  drawn: boolean
}

/** The decisions that were not given, as classified without and with what the given ones teach. */
export interface Adapted {
  without: Judged[]
  with: Judged[]
}

const SEED = 7
const RUNNING_FROM = 100
/** So many are classified before the account is learnt from anew. */
const AT_A_TIME = 100

/** Gives one team's decisions to the classifier, and has it classify the later ones. */
export function* adaptTo(own: readonly Labelled[], classifier: Classifier, setting: Setting): Steps<Adapted> {
  const { amount, shuffled, drawn } = setting
  const told = own.filter(({ pull, labels }) => labels.visibility && !pull.authorIsBot)
  const inOrder = told.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  const rows = drawn ? shuffle(inOrder) : inOrder
  const judge = (labelled: Labelled, known: Known): Judged => ({
    labelled,
    decision: classifier.classify(labelled.pull, known),
  })
  const alone = nothingBefore()
  const unaided = yield* eachInSteps(rows, labelled => judge(labelled, alone))
  const adapted: Adapted = { without: [], with: [] }
  const first = amount === 'half' ? Math.floor(rows.length / 2) : amount === 'running' ? RUNNING_FROM : amount
  for (let from = first; from < rows.length; from += AT_A_TIME) {
    const given = rows.slice(0, amount === 'running' ? from : first)
    const undecided = rows.slice(given.length, from).map(({ pull }) => ({ pull, record: null }))
    const known = yield* learnAccount(examplesFrom(given, shuffled), undecided, classifier)
    adapted.without.push(...unaided.slice(from, from + AT_A_TIME))
    const later = rows.slice(from, from + AT_A_TIME)
    adapted.with.push(...(yield* eachInSteps(later, labelled => judge(labelled, known))))
  }
  return adapted
}

function examplesFrom(given: readonly Labelled[], shuffled: boolean): OwnExample[] {
  const labels = given.map(one => one.labels)
  const answers = shuffled ? shuffle(labels) : labels
  return given.map(({ pull }, at) => ({
    pull,
    record: null,
    source: 'history',
    answer: {
      visibility: answers[at]?.visibility ?? 'internal',
      kind: KINDS.find(kind => kind === answers[at]?.kind) ?? null,
      magnitude: answers[at]?.magnitude ?? null,
    },
  }))
}

/** The same order for the same number of items. */
function shuffle<T>(items: readonly T[]): T[] {
  const random = randomOf(SEED)
  const placed = items.map(item => ({ item, place: random() }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

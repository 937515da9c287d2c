import { KINDS } from '#judgement/classification/classification.ts'
import { type Classifier, type Known, nothingBefore } from '#judgement/classification/classifier.ts'
import { theModel } from '#judgement/classification/model/weights-file.ts'
import { learnAccount } from '#judgement/classification/team/account.ts'
import type { OwnExample } from '#judgement/classification/team/examples.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import { AppError } from '#platform/errors.ts'
import { randomOf, shuffled } from '../random.ts'
import { examplesOf } from '../training/examples.ts'
import type { Labelled } from '../training/labelled.ts'
import { trainModel } from '../training/train.ts'
import { classifierWith } from './left-out.ts'
import { COLUMNS, type Figures, figuresOf, type Judged, percent, type Scores } from './scores.ts'

/** Scores of the later decisions of all repositories, without and with learning from the earlier ones. */
interface AdaptedFigures {
  setting: Setting
  without: Figures
  with: Figures
}

/** Parses the value of `--adapt`, such as `30,half,half:drawn,100:shuffled`. */
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
    '--adapt takes numbers, “half” and “running”, separated by commas, each optionally with “:drawn” or “:shuffled”.',
  )

/** Scores every repository with each setting; with `leaveOut`, with a model trained on the other repositories. */
export function* adaptedFigures(
  rows: readonly Labelled[],
  settings: readonly Setting[],
  leaveOut: boolean,
): Steps<AdaptedFigures[]> {
  const examples = leaveOut ? yield* examplesOf(rows) : []
  const found = settings.map((): Adapted[] => [])
  const groups = [...Map.groupBy(rows, ({ pull }) => pull.repo)]
  for (const [at, [repo, own]] of groups.entries()) {
    const others = examples.filter(example => example.repo !== repo)
    const classifier = classifierWith(leaveOut ? yield* trainModel(others) : theModel())
    for (const [index, setting] of settings.entries())
      found[index]?.push(yield* adaptTo(own, classifier, setting))
    process.stderr.write(`repository ${at + 1} of ${groups.length} scored\n`)
  }
  return settings.map((setting, index) => ({
    setting,
    without: figuresOf((found[index] ?? []).flatMap(({ without }) => without)),
    with: figuresOf((found[index] ?? []).flatMap(adapted => adapted.with)),
  }))
}

export const adaptationText = (all: readonly AdaptedFigures[]): string => all.map(figuresText).join('\n')

const cell = (text: string): string => text.padStart(14)

/** A line of text with each score as `before → after`, in per cent. */
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
    line(`mean (${after.rows.toLocaleString('en')} later)`, without.macro, after.macro),
    trustLine('before', without),
    trustLine('after', after),
    '',
  ].join('\n')
}

const trustLine = (when: string, { confidence }: Figures): string =>
  `${when}: ${confidence.map(level => `${level.confidence} ${percent(level.share)} %, ${percent(level.right)} % right`).join('; ')}`

const TITLES = {
  half: 'After the first half of its own decisions',
  running: 'After all of its earlier decisions, from the hundredth on',
} as const

function titleOf({ amount, shuffled, drawn }: Setting): string {
  const title = typeof amount === 'number' ? `After ${amount} of its own decisions` : TITLES[amount]
  return `${title}${drawn ? ', drawn at random' : ''}${shuffled ? ', with shuffled answers' : ''}`
}

/** How many of a team's decisions to learn from: the first n, the first half, or all earlier ones (from the hundredth on). */
type Amount = number | 'half' | 'running'

interface Setting {
  amount: Amount
  /** Shuffles the answers of the decisions. Nothing can be learned then, and the scores must not fall. */
  shuffled: boolean
  /** Takes the decisions in random order. */
  drawn: boolean
}

/** The later pull requests as classified without and with learning from the earlier decisions. */
interface Adapted {
  without: Judged[]
  with: Judged[]
}

const SEED = 7
const RUNNING_FROM = 100
/** How many pull requests to classify before learning again. */
const BATCH = 100

/** Lets the classifier learn from one team's earlier decisions, and classifies the later pull requests. */
function* adaptTo(own: readonly Labelled[], classifier: Classifier, setting: Setting): Steps<Adapted> {
  const { amount, drawn } = setting
  const decided = own.filter(({ pull, labels }) => labels.visibility && !pull.authorIsBot)
  const inOrder = decided.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  const rows = drawn ? shuffled(randomOf(SEED), inOrder) : inOrder
  const judge = (labelled: Labelled, known: Known): Judged => ({
    labelled,
    decision: classifier.classify(labelled.pull, known),
  })
  const unadapted = nothingBefore()
  const withoutLearning = yield* eachInSteps(rows, labelled => judge(labelled, unadapted))
  const adapted: Adapted = { without: [], with: [] }
  const first = amount === 'half' ? Math.floor(rows.length / 2) : amount === 'running' ? RUNNING_FROM : amount
  for (let from = first; from < rows.length; from += BATCH) {
    const given = rows.slice(0, amount === 'running' ? from : first)
    const undecided = rows.slice(given.length, from).map(({ pull }) => ({ pull, record: null }))
    const known = yield* learnAccount(examplesFrom(given, setting.shuffled), undecided, classifier)
    adapted.without.push(...withoutLearning.slice(from, from + BATCH))
    const later = rows.slice(from, from + BATCH)
    adapted.with.push(...(yield* eachInSteps(later, labelled => judge(labelled, known))))
  }
  return adapted
}

function examplesFrom(given: readonly Labelled[], isShuffled: boolean): OwnExample[] {
  const labels = given.map(({ labels }) => labels)
  const answers = isShuffled ? shuffled(randomOf(SEED), labels) : labels
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

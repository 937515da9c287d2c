import { type Figures, figuresOf, type Scores } from '#classification/evaluate/figures.ts'
import { lessonsOf } from '#classification/model/learning/dataset.ts'
import type { Labelled } from '#classification/model/learning/labelled.ts'
import { trainModel } from '#classification/model/learning/train.ts'
import { theModel } from '#classification/model/loaded.ts'
import type { Model } from '#classification/model/model.ts'
import {
  type Adapted,
  type Amount,
  adaptTo,
  type Instrument,
  type Manner,
} from '#classification/team/measure.ts'
import { AppError } from '#kit/app-error.ts'
import { inTurns, type Steps } from '#kit/steps.ts'
import { createInstrumentWith } from '#providers.ts'
import type { Answer, Context } from './command.ts'
import { COLUMNS, percent } from './figures-text.ts'

/** How the later decisions of all repositories were judged before and after the given ones taught their habits. */
export interface AdaptedFigures {
  manner: Manner
  without: Figures
  with: Figures
}

/** `30,half,half:drawn,100:shuffled` as manners of giving decisions. */
export const mannersFrom = (text: string): Manner[] => text.split(',').map(mannerFrom)

function mannerFrom(text: string): Manner {
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

/** Judges every repository, with `leaveOut` by a model fitted to the others, after each manner of giving its decisions. */
export async function adaptedFigures(
  rows: readonly Labelled[],
  manners: readonly Manner[],
  leaveOut: boolean,
  context: Context,
): Promise<AdaptedFigures[]> {
  const instrumentWith = await createInstrumentWith()
  return inTurns(adapted(rows, manners, leaveOut, instrumentWith, context), context.signal)
}

function* adapted(
  rows: readonly Labelled[],
  manners: readonly Manner[],
  leaveOut: boolean,
  instrumentWith: (model: Model) => Instrument,
  context: Context,
): Steps<AdaptedFigures[]> {
  const lessons = leaveOut ? yield* lessonsOf(rows) : []
  const found = manners.map((): Adapted[] => [])
  const groups = [...Map.groupBy(rows, ({ pull }) => pull.repo)]
  for (const [at, [repo, own]] of groups.entries()) {
    const others = lessons.filter(({ labelled }) => labelled.pull.repo !== repo)
    const instrument = instrumentWith(leaveOut ? yield* trainModel(others) : theModel().model)
    for (const [index, manner] of manners.entries())
      found[index]?.push(yield* adaptTo(own, instrument, manner))
    context.err(`repository ${at + 1} of ${groups.length} judged\n`)
  }
  return manners.map((manner, index) => ({
    manner,
    without: figuresOf((found[index] ?? []).flatMap(one => one.without)),
    with: figuresOf((found[index] ?? []).flatMap(one => one.with)),
  }))
}

export const adaptationReport = (all: readonly AdaptedFigures[]): Answer => ({
  json: all,
  text: all.map(figuresText).join('\n'),
})

const cell = (text: string): string => text.padStart(14)

/** Each figure as `before → after`, in per cent. */
function figuresText({ manner, without, with: after }: AdaptedFigures): string {
  const line = (name: string, before: Scores, now: Scores) =>
    `${name.padEnd(34)}${COLUMNS.map(([key]) => cell(`${percent(before[key])} → ${percent(now[key])}`)).join('')}`
  const repositories = Object.entries(without.repositories).flatMap(([repo, before]) => {
    const now = after.repositories[repo]
    return now ? [line(repo, before, now)] : []
  })
  return [
    titleOf(manner),
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

function titleOf({ amount, shuffled, drawn }: Manner): string {
  const title = typeof amount === 'number' ? `After ${amount} of its own decisions` : TITLES[amount]
  return `${title}${drawn ? ', drawn by chance' : ''}${shuffled ? ', with their answers mixed up' : ''}`
}

import { createClassifierWith } from '#app/registry.ts'
import type { Classifier } from '#judgement/classification/classifier.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { theModel } from '#judgement/classification/model/weights-file.ts'
import { examplesOf } from '#judgement/classification/training/examples.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { trainModel } from '#judgement/classification/training/train.ts'
import { inTurns, type Steps } from '#judgement/steps.ts'
import { AppError } from '#platform/errors.ts'
import type { Answer, Context } from './command.ts'
import { type Figures, figuresOf, type Scores } from './figures.ts'
import { COLUMNS, percent } from './figures-text.ts'
import { type Adapted, type Amount, adaptTo, type Setting } from './own-decisions.ts'

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
  context: Context,
): Promise<AdaptedFigures[]> {
  const classifierWith = await createClassifierWith()
  return inTurns(adapted(rows, settings, leaveOut, classifierWith, context), context.signal)
}

function* adapted(
  rows: readonly Labelled[],
  settings: readonly Setting[],
  leaveOut: boolean,
  classifierWith: (model: Model) => Classifier,
  context: Context,
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

export const adaptationReport = (all: readonly AdaptedFigures[]): Answer => ({
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

import type { Lexicon } from './lexicon.ts'
import { NUMBERS, type Numbers } from './numbers.ts'
import type { Token, Tokens } from './token.ts'

const SHARE = /^(?:lines|share):|^size:(?:growth|largest)$/
const SIZE = /^(?:size|spread):|^body:(?:length|words|points|references)$/
const SHARE_STEPS = [0.001, 0.25, 0.6, 0.95]
const SIZE_STEPS = [1, 2, 3, 4, 5, 6.5]

interface Step {
  from: number
  token: Token
}

/** The steps of one number, in ascending order. */
interface Steps {
  /** Of the number among `NUMBERS`. */
  place: number
  steps: readonly Step[]
}

/** Those that the lexicon knows. */
export const stepsIn = (lexicon: Lexicon): Steps[] =>
  NUMBERS.map((name, place) => ({
    place,
    steps: stepsOf(name)
      .map(from => ({ from, token: lexicon.tokenOf('step', lexicon.entryOf(`${name}>${from}`), name) }))
      .filter(({ token }) => token.id >= 0),
  })).filter(({ steps }) => steps.length > 0)

const stepsOf = (name: string): readonly number[] =>
  SHARE.test(name) ? SHARE_STEPS : SIZE.test(name) ? SIZE_STEPS : []

/** What is read of the steps that a number has passed: each, or the last alone, for a network in which that stands for all. */
export type StepsRead = 'each' | 'last'

/** Sizes and shares also as steps passed, since what they tell is seldom a straight line. */
export function addSteps(tokens: Tokens, all: readonly Steps[], numbers: Numbers, read: StepsRead): void {
  for (const { place, steps } of all) {
    const value = numbers[place] ?? Number.NaN
    if (!(value > 0)) continue
    const passed = countPassed(steps, value)
    for (let at = read === 'last' ? Math.max(0, passed - 1) : 0; at < passed; at++)
      tokens.add((steps[at] as Step).token)
  }
}

function countPassed(steps: readonly Step[], value: number): number {
  let passed = 0
  while (passed < steps.length && value >= (steps[passed] as Step).from) passed++
  return passed
}

/** The number that a step's token is about, by the token's name; undefined for any other token. */
export const numberOfStep = (token: string): string | undefined =>
  token.startsWith(STEP) ? token.slice(STEP.length, token.lastIndexOf('>')) : undefined

const STEP = 'step:'

/** The ids of each number's steps among the names of tokens, in ascending order; of those that are there. */
export function idsOfSteps(tokens: readonly string[]): number[][] {
  const ids = new Map<string, number>()
  for (const [id, name] of tokens.entries()) if (name.startsWith(STEP)) ids.set(name, id)
  return NUMBERS.map(name => stepsOf(name).flatMap(from => ids.get(`${STEP}${name}>${from}`) ?? []))
}

import type { Lexicon } from './lexicon.ts'
import { NUMBERS, type Numbers } from './numbers.ts'
import type { Token, Tokens } from './token.ts'

const SHARE = /^(?:lines|share):|^size:(?:growth|largest)$/
const SIZE = /^(?:size|spread):|^body:(?:length|words|points|references)$/
const SHARE_STEPS = [0.001, 0.25, 0.6, 0.95]
const SIZE_STEPS = [1, 2, 3, 4, 5, 6.5]

/** The steps of one number, in ascending order, each with its token. */
interface Steps {
  /** Of the number among `NUMBERS`. */
  place: number
  steps: readonly { from: number; token: Token }[]
}

export const stepsIn = (lexicon: Lexicon): Steps[] =>
  NUMBERS.map((name, place) => ({
    place,
    steps: stepsOf(name).map(from => ({
      from,
      token: lexicon.tokenOf('step', lexicon.entryOf(`${name}>${from}`), name),
    })),
  })).filter(({ steps }) => steps.length > 0)

const stepsOf = (name: string): readonly number[] =>
  SHARE.test(name) ? SHARE_STEPS : SIZE.test(name) ? SIZE_STEPS : []

/** Sizes and shares also as steps passed, since what they tell is seldom a straight line. */
export function addSteps(tokens: Tokens, all: readonly Steps[], numbers: Numbers): void {
  for (const { place, steps } of all) {
    const value = numbers[place] ?? Number.NaN
    if (value > 0) addPassed(tokens, steps, value)
  }
}

function addPassed(tokens: Tokens, steps: Steps['steps'], value: number): void {
  for (const { from, token } of steps) {
    if (value < from) return
    tokens.add(token)
  }
}

/** The number that a step's token is about, by the token's name; undefined for any other token. */
export const numberOfStep = (token: string): string | undefined => /^step:(.+)>/.exec(token)?.[1]

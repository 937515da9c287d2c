import { withoutComments } from '#kit/comments.ts'
import { remembering } from '#kit/remembering.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import { pathsOf } from '../paths/placed.ts'
import { readTitle } from '../signals/title.ts'
import type { Lexicon } from './lexicon.ts'
import { FIRST_GUESS, type Numbers, numbersOf } from './numbers.ts'
import { addPaths, pathReader } from './path-tokens.ts'
import { addSteps, type StepsRead, stepsIn } from './steps.ts'
import { addBody, addTitle, pointsOf } from './text-tokens.ts'
import { type Collected, Tokens } from './token.ts'
import { guessIn, type TypeGuesser } from './type-guesser.ts'
import { wordReader } from './words.ts'

/** A pull request as the model sees it. Neither its repository, nor its number, nor its author's name is in it. */
export interface Reading extends Collected {
  /** Whose ids the tokens have. */
  lexicon: Lexicon
  numbers: Numbers
  facts: readonly Fact[]
}

const BODY_READ = 1_500
const FACTS_KEPT = 1_000

/** Reads a pull request with the facts about it. Words that the lexicon does not know are passed over. */
export type Reader = (pull: MergedPull, facts: readonly Fact[]) => Reading

/** Without a guesser of types their numbers are not known. */
export function createReader(
  lexicon: Lexicon,
  guesser: TypeGuesser | null,
  stepsRead: StepsRead = 'each',
): Reader {
  const guess = guesser ? guessIn(lexicon, guesser) : () => []
  const means = { lexicon, wordsOf: wordReader(lexicon) }
  const readPath = pathReader(lexicon)
  const steps = stepsIn(lexicon)
  const factNamed = remembering(name => lexicon.tokenOf('fact', lexicon.entryOf(name), name), FACTS_KEPT)
  const tokens = new Tokens()
  return (pull, facts) => {
    const title = readTitle(pull.title)
    const body = withoutComments(pull.body).slice(0, BODY_READ)
    const prose = body.replace(/```[\s\S]*?(?:```|$)/g, ' ')
    const points = pointsOf(prose)
    const paths = pathsOf(pull.files)
    tokens.begin()
    for (const { name } of facts) tokens.add(factNamed(name))
    addTitle(tokens, title, means)
    addBody(tokens, prose, points, means)
    addPaths(tokens, paths, readPath)
    const numbers = numbersOf({ pull, title, body, prose, points, paths })
    addSteps(tokens, steps, numbers, stepsRead)
    const collected = tokens.collected()
    const types = guess(collected)
    for (let at = 0; at < types.length; at++) numbers[FIRST_GUESS + at] = types[at] as number
    return { ...collected, lexicon, numbers, facts }
  }
}

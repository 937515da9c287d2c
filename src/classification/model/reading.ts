import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import { readTitle } from '../signals/title.ts'
import type { Lexicon } from './lexicon.ts'
import { type Numbers, numbersOf } from './numbers.ts'
import { addPaths } from './path-tokens.ts'
import { addBody, addTitle } from './text-tokens.ts'
import { type Token, Tokens } from './token.ts'

/** A pull request as the model sees it. Neither its repository, nor its number, nor its author's name is in it. */
export interface Reading {
  /** By their ids in `lexicon`. */
  tokens: ReadonlyMap<number, Token>
  lexicon: Lexicon
  numbers: Numbers
  facts: readonly Fact[]
}

const BODY_READ = 1_500

/** Words that the lexicon does not know are passed over. */
export function readPull(pull: MergedPull, facts: readonly Fact[], lexicon: Lexicon): Reading {
  const tokens = new Tokens(lexicon)
  const title = readTitle(pull.title)
  const body = pull.body.slice(0, BODY_READ)
  const prose = body.replace(/```[\s\S]*?(?:```|$)/g, ' ')
  for (const { name } of facts) tokens.add('fact', name, '')
  addTitle(tokens, title)
  addBody(tokens, prose)
  addPaths(tokens, pull.files)
  const numbers = numbersOf(pull, title, body, prose)
  addSteps(tokens, numbers)
  return { tokens: tokens.byId, lexicon, numbers, facts }
}

const SHARE = /^(?:lines|share):|^size:(?:growth|largest)$/
const SIZE = /^(?:size|spread):|^body:(?:length|words|points|references)$/
const SHARE_STEPS = [0.001, 0.25, 0.6, 0.95]
const SIZE_STEPS = [1, 2, 3, 4, 5, 6.5]

/** The steps of a number, each with the key of its token. */
const stepsByName = new Map<string, [step: number, key: string][]>()

function stepsOf(name: string): [number, string][] {
  const known = stepsByName.get(name)
  if (known) return known
  const steps = SHARE.test(name) ? SHARE_STEPS : SIZE.test(name) ? SIZE_STEPS : []
  const fresh = steps.map((step): [number, string] => [step, `${name}>${step}`])
  stepsByName.set(name, fresh)
  return fresh
}

/** Sizes and shares also as steps passed, since what they tell is seldom a straight line. */
function addSteps(tokens: Tokens, numbers: Numbers): void {
  for (const [name, value] of numbers) {
    if (value === 0) continue
    for (const [step, key] of stepsOf(name)) {
      if (value < step) break
      tokens.add('step', key, name)
    }
  }
}

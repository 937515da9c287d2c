import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { factsOf } from '../../facts/facts.ts'
import { blinded } from '../../history/blind.ts'
import { readTitle } from '../../signals/title.ts'
import { AUTHORS_TYPES, type AuthorsType } from '../authors-types.ts'
import { createEncoder, type Vocabulary } from '../encoder.ts'
import { Lexicon } from '../lexicon.ts'
import { createReader, type Reading } from '../reading.ts'
import type { Family } from '../token.ts'
import type { TypeGuesser } from '../type-guesser.ts'
import { spreadTokens } from './dataset.ts'
import type { Example } from './example.ts'
import { type Course, fitNetwork } from './learner.ts'

const COURSE: Course<AuthorsType> = {
  heads: AUTHORS_TYPES,
  weights: AUTHORS_TYPES.map(() => 1),
  hidden: 16,
  epochs: 2,
}
/** A token that stands in fewer repositories is left out: what it tells is hardly worth its place. */
const REPOSITORIES = 20
/** Sizes are no words, and pairs in descriptions too many for what they tell. */
const LEFT_OUT: ReadonlySet<Family> = new Set<Family>(['step', 'body-pair'])

/** A change whose author said what it is like, without that word and without what its team announced. */
export interface Sample {
  type: AuthorsType
  pull: MergedPull
}

const SPELLINGS: Record<string, AuthorsType> = {
  ...Object.fromEntries(AUTHORS_TYPES.map(type => [type, type])),
  doc: 'docs',
  tests: 'test',
}
const RELEASE = /^(?:release|publish|version packages|bump|v?\d+\.\d+)\b/i
const UPKEEP = /\b(?:deps|dependenc(?:y|ies)|bump|release)\b/i
const POINT = /^([ \t]*[-*][ \t]*)[a-z]+(?:\([^()\n]{0,80}\))?!?:\s+/gim

/** Null for a title without such a type, and for the work of bots, releases and updates of dependencies. */
export function sampleOf(pull: MergedPull): Sample | null {
  const { type: said, form, text } = readTitle(pull.title)
  const type = form === 'conventional' && said !== null ? SPELLINGS[said] : undefined
  if (type === undefined || pull.authorIsBot || text === '' || RELEASE.test(text)) return null
  if (type === 'chore' && UPKEEP.test(pull.title)) return null
  const bare = blinded(pull, { types: true })
  return { type, pull: { ...bare, body: bare.body.replace(POINT, '$1') } }
}

/** Learns which type authors would have put in front of a title. The same samples in the same order give the same weights. */
export function* fitTypeGuesser(samples: readonly Sample[]): Steps<Omit<TypeGuesser, 'version'>> {
  const read = createReader(new Lexicon(), null)
  const readings = yield* eachInSteps(samples, ({ pull }) => worded(read(pull, factsOf(pull))))
  const repositories = Map.groupBy(readings.keys(), at => samples[at]?.pull.repo).values()
  const ofRepositories = repositories.map(own => own.flatMap(at => readings[at] ?? [])).toArray()
  const vocabulary: Vocabulary = {
    tokens: spreadTokens(ofRepositories, REPOSITORIES),
    numbers: [],
    mean: new Float32Array(0),
    deviation: new Float32Array(0),
  }
  const examples = yield* examplesOf(samples, readings, vocabulary)
  const sizes = { tokens: vocabulary.tokens.length, numbers: 0 }
  return { tokens: vocabulary.tokens, network: yield* fitNetwork(COURSE, examples, sizes, 1) }
}

function worded(reading: Reading): Reading {
  const stays = (_: unknown, q: number) => !LEFT_OUT.has(reading.tokens[q]?.family ?? 'step')
  const { ids, values, tokens } = reading
  return { ...reading, ids: ids.filter(stays), values: values.filter(stays), tokens: tokens.filter(stays) }
}

function* examplesOf(
  samples: readonly Sample[],
  readings: readonly Reading[],
  vocabulary: Vocabulary,
): Steps<Example<AuthorsType>[]> {
  const { encode } = createEncoder(vocabulary)
  const groups = new Map<string, number>()
  return yield* eachInSteps(readings, (reading, at) => {
    const { type, pull } = samples[at] as Sample
    const group = groups.get(pull.repo) ?? groups.size
    groups.set(pull.repo, group)
    const row = encode(reading)
    const targets = Object.fromEntries(AUTHORS_TYPES.map(one => [one, one === type ? 1 : 0]))
    return { variants: [row, row], targets: targets as Record<AuthorsType, 0 | 1>, group }
  })
}

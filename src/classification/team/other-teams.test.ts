import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '#kit/steps.ts'
import { aPull } from '#testing/pulls.ts'
import { randomOf } from '../model/learning/example.ts'
import { Lexicon } from '../model/lexicon.ts'
import { createReader } from '../model/reading.ts'
import { answerOf, levelled, noTrees } from '../model/trees.ts'
import { aroundOf } from './around.ts'
import { growAlike, type TeamDecision } from './other-teams.ts'
import { traitsOf } from './traits.ts'

const PLACES = ['billing', 'search', 'editor', 'export', 'mobile', 'themes']

/** A team that tells of some places and never of others, whatever the model makes of the changes. */
function aTeam(told: readonly string[], seed: number, count = 240): TeamDecision[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, at) => {
    const place = PLACES[Math.floor(random() * PLACES.length)] ?? ''
    return {
      pull: aPull({ title: `Rework ${place} number ${at}`, files: [`src/${place}/f${at}.ts`], mergedAt: at }),
      facts: [],
      logOdds: random() - 0.5,
      target: told.includes(place) ? 1 : 0,
    }
  })
}

const TEAMS = [
  aTeam(['billing', 'search', 'editor'], 1),
  aTeam(['export', 'mobile', 'themes'], 2),
  aTeam(['billing', 'mobile', 'search'], 3),
]

const trees = atOnce(growAlike(TEAMS))

/** What the trees see of a change in a place, a team's decisions being known. */
function seen(team: readonly TeamDecision[], place: string): Float32Array {
  const reader = createReader(new Lexicon(), null)
  const read = (pull: TeamDecision['pull']) => traitsOf(pull, [], reader)
  const rows = team.map(({ pull, logOdds, target }) => ({
    traits: read(pull),
    logOdds,
    target,
    weight: 1,
    marks: { places: [], values: [] },
  }))
  const pull = aPull({ title: `Rework ${place} again`, files: [`src/${place}/again.ts`] })
  return atOnce(aroundOf(rows, 0, noTrees())).seenFrom({ traits: read(pull), logOdds: 0 }, 0)
}

test('trees learn from other teams to follow decisions that are near', () => {
  const fresh = aTeam(['themes', 'editor', 'search'], 9, 60)
  const answer = (place: string) => answerOf(levelled(trees), seen(fresh, place))
  assert.ok(answer('themes') - answer('billing') > 0.5, `${answer('themes')} and ${answer('billing')}`)
})

test('the same teams grow the same trees, and none grow none', () => {
  assert.deepEqual(atOnce(growAlike(TEAMS)), trees)
  assert.deepEqual(atOnce(growAlike([])), noTrees())
})

test('a decision counts the more, the more a change shares with it that is rare', () => {
  const near = seen(aTeam(['themes'], 4), 'themes')
  const far = seen(aTeam(['themes'], 4), 'printing')
  const AMISS_OF_WORDS = 5
  assert.ok((near[AMISS_OF_WORDS] ?? 0) > 0.2)
  assert.ok((near[AMISS_OF_WORDS] ?? 0) > (far[AMISS_OF_WORDS] ?? 0) + 0.2)
})

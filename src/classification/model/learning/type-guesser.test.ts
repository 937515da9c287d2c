import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { atOnce } from '#kit/steps.ts'
import { aPull } from '#testing/pulls.ts'
import { AUTHORS_TYPES } from '../authors-types.ts'
import { Lexicon } from '../lexicon.ts'
import { numberNamed } from '../numbers.ts'
import { createReader } from '../reading.ts'
import { packTypeGuesser, theTypeGuesser, unpackTypeGuesser } from '../type-guesser.ts'
import { fitTypeGuesser, type Sample, sampleOf } from './type-guesser.ts'

const files = ['src/board.ts']

describe('The type that an author would have chosen', () => {
  it('is learnt from changes whose authors put a type in front, without that type', () => {
    const sample = sampleOf(
      aPull({ title: 'fix(board): keep the order of lists', body: 'Summary\n\n* feat: sort lists', files }),
    )
    assert.equal(sample?.type, 'fix')
    assert.equal(sample.pull.title, 'keep the order of lists')
    assert.match(sample.pull.body, /^\* sort lists$/m)
  })

  it('is learnt neither from titles without a type nor from bots, releases and updates of dependencies', () => {
    for (const title of [
      'Keep the order of lists',
      'board: keep the order of lists',
      'chore: release 2.0.0',
      'chore(deps): update mailer',
      'chore: bump mailer from 1 to 2',
    ])
      assert.equal(sampleOf(aPull({ title, files })), null, title)
    assert.equal(sampleOf(aPull({ title: 'fix: keep the order', authorIsBot: true, files })), null)
  })

  it('is learnt alike from the same samples, and is the same after it was kept', () => {
    const samples = ['one', 'two', 'three'].flatMap(repo => madeUp(repo))
    const learnt = atOnce(fitTypeGuesser(samples))
    const kept = packTypeGuesser(learnt)
    assert.deepEqual(packTypeGuesser(atOnce(fitTypeGuesser(samples))), kept)
    const read = createReader(new Lexicon(), unpackTypeGuesser(kept))
    const likeOf = (title: string, type: string) =>
      numberNamed(read(aPull({ title, files }), []).numbers, `guess:${type}`)
    assert.ok(likeOf('Support dark boards', 'feat') > likeOf('Mend broken boards', 'feat'))
    assert.ok(likeOf('Mend broken boards', 'fix') > likeOf('Support dark boards', 'fix'))
  })

  it('is told by the guesser that comes with the product', () => {
    const read = createReader(new Lexicon(), theTypeGuesser())
    const likest = (title: string) => {
      const { numbers } = read(aPull({ title, files }), [])
      const like = (type: string) => numberNamed(numbers, `guess:${type}`)
      return AUTHORS_TYPES.toSorted((a, b) => like(b) - like(a))[0]
    }
    assert.equal(likest('Crash when a board without lists is opened'), 'fix')
    assert.equal(likest('Add a keyboard shortcut for archiving cards'), 'feat')
    assert.equal(likest('Extract the parser into a module of its own'), 'refactor')
  })

  it('is not known to whoever reads without it', () => {
    const { numbers } = createReader(new Lexicon(), null)(aPull({ files }), [])
    assert.ok(Number.isNaN(numberNamed(numbers, 'guess:feat')))
  })
})

function madeUp(repo: string): Sample[] {
  const things = ['boards', 'lists', 'cards', 'mails', 'teams', 'links']
  const sample = (type: Sample['type'], title: string): Sample => ({
    type,
    pull: aPull({ repo: `acme/${repo}`, title, files }),
  })
  return Array.from({ length: 20 }, () => things)
    .flat()
    .flatMap(thing => [sample('feat', `Support dark ${thing}`), sample('fix', `Mend broken ${thing}`)])
}

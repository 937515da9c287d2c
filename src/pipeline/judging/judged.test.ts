import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { judgeWithoutContext, offlineJudge } from '#testing/offline-judge.ts'
import { aPull } from '#testing/pulls.ts'

const TITLES = [
  'Let guests keep their cart when they sign in',
  'ci: cache the browser',
  'docs: mend a link',
  'Fix a crash on startup',
  'Refactor the session store',
  'feat!: drop the old export',
]

test('merges are classified the same in a batch and one by one', async () => {
  const classifier = await createProductClassifier()
  const pulls = TITLES.map((title, at) =>
    aPull({
      title,
      number: at + 1,
      labels: at === 3 ? ['no-changelog'] : [],
      body: at === 0 ? '```release-note\nGuests keep their cart.\n```' : 'See #12.',
    }),
  )
  const together = await offlineJudge(classifier)('account', pulls)
  assert.deepEqual(
    together,
    pulls.map(pull => judgeWithoutContext(classifier, pull)),
  )
  const layers = new Set(together.map(({ classification }) => classification.layer))
  assert.deepEqual([...layers].sort(), ['explicit', 'model'])
})

test('the verb of a headline decides its section also behind the name of a part', async () => {
  const title = 'plugins.radio: support for updated site layout'
  const pull = aPull({ title, files: ['src/plugins/radio.py'] })
  const [judged] = await offlineJudge(await createProductClassifier())('account', [pull])
  assert.equal(judged?.pitch?.headline, 'Radio: support for updated site layout')
  assert.equal(judged?.classification.kind, 'improvement')
})

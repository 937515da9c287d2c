import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '#testing/world.ts'
import { dateTexts } from './dates.ts'

const text = (version: string, at: number | null) => ({
  ...{ id: null, product: null, name: version, page: null, isUnreleased: false, body: '- Pins' },
  ...{ version, at, references: { numbers: [], commits: [] } },
})

test('three hundred thousand headings without a date are dated between their neighbours', async () => {
  await using world = await aWorld()
  const many = Array.from({ length: 300_000 }, (_, at) => text(`1.0.${at}`, null))
  const texts = [text('2.0.0', 600_002), ...many, text('0.1.0', 0), text('0.0.1', null)]
  const tags = many.map(({ version }) => ({ tag: `other@${version}-pre`, at: 5 }))
  const options = { repository: null, dates: { tags, lines: async () => [] } }
  const { dated, undated, sources } = await dateTexts(world.db.read, texts, options, 1_000_000)
  assert.deepEqual([undated, sources.said, sources.by_neighbours], [1, 2, 300_000])
  assert.deepEqual(
    dated.slice(0, 3).map(({ at }) => at),
    [600_002, 600_000, 599_998],
  )
})

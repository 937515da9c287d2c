import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EDITION_SIZE, type EditionItem, inReadingOrder, layOut } from './layout.ts'

const item = (title: string, more: Partial<EditionItem> = {}): EditionItem => ({
  title,
  kind: 'fix',
  magnitude: 'patch',
  isBreaking: false,
  mergedAt: 0,
  isGroup: false,
  hasPicture: false,
  hold: null,
  isUrgent: false,
  isUnsure: false,
  place: null,
  ...more,
})

test('an edition has a size: what weighs least waits for the next one, and what a person placed is in it', () => {
  const fixes = Array.from({ length: EDITION_SIZE + 50 }, (_, at) => item(`Fix ${at}`, { mergedAt: at + 1 }))
  const placed = item('Placed', { place: { id: 'e', part: 'line', position: null } })
  const breaking = item('Breaking', { isBreaking: true, magnitude: 'major' })
  const layout = layOut([...fixes, placed, breaking])
  const told = inReadingOrder(layout)
  assert.equal(told.length, EDITION_SIZE)
  assert.ok(told.includes(placed) && told.includes(breaking))
  const waiting = layout.leftOut.map(({ item, reason }) => `${reason} ${item.title}`)
  assert.equal(waiting.length, 52)
  assert.ok(
    waiting.includes('full Fix 0') && waiting.includes('full Fix 51') && !waiting.includes('full Fix 52'),
  )
})

test('what a person placed stands above what the machine proposes, whatever it weighs', () => {
  const place = (position: number | null) => ({ id: 'e', part: 'story' as const, position })
  const placed = item('Placed', { place: place(null) })
  const breaking = item('Breaking', { isBreaking: true, magnitude: 'major' })
  const first = item('First', { place: place(0) })
  const titles = (...items: EditionItem[]) => layOut(items).stories.map(({ title }) => title)
  assert.deepEqual(titles(breaking, placed, first), ['First', 'Placed', 'Breaking'])
  assert.deepEqual(titles(breaking, placed), ['Placed', 'Breaking'], 'when others leave')
})

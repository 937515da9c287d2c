import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MergedPullsQuery } from '#pulls/hosts/code-host.ts'
import { sweepPage } from './sweep.ts'

const PAGE = 3

/** A host with a list that is sorted by last change and divided into numbered pages. An item that moves to the head shifts all others. */
function aHost(count: number) {
  const changed = new Map(Array.from({ length: count }, (_, at) => [at + 1, (at + 1) * 1_000]))
  let pages = 0
  return {
    pages: () => pages,
    touch: (number: number) => changed.set(number, Math.max(...changed.values()) + 1_000),
    page: (query: MergedPullsQuery) => sweepPage(query, list),
  }

  async function list(at: string | null) {
    pages++
    const all = [...changed].sort((a, b) => b[1] - a[1]).map(([number, updatedAt]) => ({ number, updatedAt }))
    const start = Number(at ?? 0)
    const next = start + PAGE < all.length ? String(start + PAGE) : null
    return { items: all.slice(start, start + PAGE), next }
  }
}

/** All items that the sweep returns. `between` runs between its pages. */
async function sweep(
  host: ReturnType<typeof aHost>,
  since: number,
  between: (page: number) => void = () => {},
) {
  const found: number[] = []
  let cursor: string | null = null
  for (let page = 1; ; page++) {
    const read: Awaited<ReturnType<typeof host.page>> = await host.page({ since, cursor })
    found.push(...read.items.map(item => item.number))
    if (read.next === null) return found
    cursor = read.next
    between(page)
  }
}

test('a list without updates is read to its end, and its first page once more', async () => {
  const host = aHost(7)
  assert.deepEqual(await sweep(host, 0), [7, 6, 5, 4, 3, 2, 1, 7])
})

test('a list of one page is read once', async () => {
  assert.deepEqual(await sweep(aHost(3), 0), [3, 2, 1])
  assert.deepEqual(await sweep(aHost(0), 0), [])
})

test('with a start time, reading stops at older items', async () => {
  const host = aHost(100)
  assert.deepEqual(await sweep(host, 99_000), [100, 99])
  assert.equal(host.pages(), 1)
})

test('an item that moves to the head during a pass is read in the next one', async () => {
  for (let moment = 1; moment <= 4; moment++) {
    const host = aHost(9)
    const found = await sweep(host, 0, page => {
      if (page === moment) for (const number of [1, 2, 3, 4]) host.touch(number)
    })
    assert.deepEqual([...new Set(found)].sort(), [1, 2, 3, 4, 5, 6, 7, 8, 9])
  }
})

test('an item that changes after it was read is read again', async () => {
  const host = aHost(9)
  const found = await sweep(host, 0, page => page === 2 && host.touch(8))
  assert.deepEqual(found.filter(number => number === 8).length, 2)
  assert.deepEqual([...new Set(found)].sort(), [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

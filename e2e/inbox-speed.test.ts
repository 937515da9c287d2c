import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTeam, selected } from './team.ts'

/** The limits of this test are twice the budget, because a machine that runs tests is busy. */
const LONGEST_TASK_MS = 100
const KEY_TO_DRAFT_MS = 100
const LAYOUT_SHIFT = 0.04

const ROUNDS = 5
const STEPS = 30
/** The time between two repeats of a key that is held down, in milliseconds. */
const REPEAT_MS = 33

/** What the browser has measured since the last reading. */
interface Measured {
  longestTask: number
  layoutShift: number
  /** The time from each key press to the frame that shows the next draft, in milliseconds. */
  waits: number[]
}

/** Runs in the page: measures long tasks, layout shifts, and the wait after each key that selects another draft. */
function watch() {
  const fresh = (): Measured => ({ longestTask: 0, layoutShift: 0, waits: [] })
  const tidings = { measured: fresh(), fresh }
  Object.assign(window, { tidings })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('longtask', ({ duration }) => {
    tidings.measured.longestTask = Math.max(tidings.measured.longestTask, duration)
  })
  observe('layout-shift', entry => {
    tidings.measured.layoutShift += (entry as PerformanceEntry & { value: number }).value
  })
  const row = () => document.querySelector('[data-item][aria-current=true]')
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const before = row()?.getAttribute('href')
      const look = () => {
        const title = document.querySelector('article h2')?.textContent
        const isShown =
          row()?.getAttribute('href') !== before && row()?.textContent?.includes(title ?? '') === true
        if (!isShown || document.querySelector('article [role=status]')) requestAnimationFrame(look)
        // A task that is queued in the frame's callbacks runs once the frame has been drawn.
        else setTimeout(() => tidings.measured.waits.push(performance.now() - timeStamp))
      }
      requestAnimationFrame(look)
    },
    true,
  )
}

async function measured(page: Page, press: () => Promise<void>): Promise<Measured> {
  const take = () =>
    page.evaluate(() => {
      const { tidings } = window as unknown as { tidings: { measured: Measured; fresh: () => Measured } }
      const { measured } = tidings
      tidings.measured = tidings.fresh()
      return measured
    })
  await take()
  await press()
  await page.waitForTimeout(300)
  return take()
}

const holding = (page: Page, key: string) => async () => {
  for (let step = 0; step < STEPS; step++) {
    await page.keyboard.down(key)
    await page.waitForTimeout(REPEAT_MS)
  }
  await page.keyboard.up(key)
}

/** Dismisses drafts, one every sixth of a second. */
const deciding = (page: Page) => async () => {
  for (let step = 0; step < STEPS / 3; step++) {
    await page.keyboard.press('d')
    await page.waitForTimeout(5 * REPEAT_MS)
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
const median = (values: readonly number[]): number => percentile(values, 0.5)

test('the next draft is there when its key is pressed', async context => {
  const { join } = await aTeam(STEPS + ROUNDS * STEPS)
  const { page } = await join('publisher')
  await page.addInitScript(watch)
  await page.reload({ waitUntil: 'networkidle' })
  await selected(page).waitFor()
  const rounds: Measured[] = []
  const decided: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await measured(page, holding(page, 'j')))
    await holding(page, 'k')()
    decided.push(await measured(page, deciding(page)))
  }
  const p95 = (all: readonly Measured[]) => median(all.map(({ waits }) => percentile(waits, 0.95)))
  const longest = median(rounds.map(({ longestTask }) => longestTask))
  const shift = median(rounds.map(({ layoutShift }) => layoutShift))
  context.diagnostic(
    `p95 from key to draft: ${p95(rounds).toFixed(0)} ms moving, ${p95(decided).toFixed(0)} ms deciding; ` +
      `longest task ${longest} ms; layout shift ${shift.toFixed(4)}`,
  )
  assert.ok(
    rounds.every(({ waits }) => waits.length === STEPS),
    'each key shows a draft',
  )
  assert.ok(p95(rounds) <= KEY_TO_DRAFT_MS, 'moving')
  assert.ok(p95(decided) <= KEY_TO_DRAFT_MS, 'deciding')
  assert.ok(longest <= LONGEST_TASK_MS, 'no long task')
  assert.ok(shift <= LAYOUT_SHIFT, 'nothing jumps')
})

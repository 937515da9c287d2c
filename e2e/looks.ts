import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { barriersOf, findingsOf, type Look, overflowOf, type Visit } from './browser.ts'

export const DESKTOP: Look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } }
export const LOOKS: Record<string, Look> = {
  light: DESKTOP,
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
}

/** The page as it stands, in each look: a picture to look at, no barrier, no sideways scrolling. */
export async function looksWell(page: Page, name: string): Promise<void> {
  for (const [look, { colorScheme = 'light', viewport }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (viewport) await page.setViewportSize(viewport)
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `dashboard-${name}-${look}.png`) })
    assert.ok((await overflowOf(page)) <= 0, `${name} does not scroll sideways (${look})`)
    assert.deepEqual(await barriersOf(page), [], `${name} has no serious barrier (${look})`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (DESKTOP.viewport) await page.setViewportSize(DESKTOP.viewport)
}

/** Empty when axe finds nothing at all in either colour scheme, and nothing scrolls sideways at 320 px. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    faults.push(...(await findingsOf(page)))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 700 })
  if ((await overflowOf(page)) > 0) faults.push('scrolls sideways at 320 px')
  if (DESKTOP.viewport) await page.setViewportSize(DESKTOP.viewport)
  return faults
}

/** `led` are origins that the story itself leads to. A refused request is part of a story too; anything else that the browser complains of, the security policy first, is not. */
export function nothingWrong({ complaints, foreign }: Visit, led: readonly string[] = []): void {
  assert.deepEqual(
    complaints.filter(text => !/^Failed to load resource: .* status of 4\d\d/.test(text)),
    [],
  )
  assert.deepEqual(
    foreign.filter(address => !led.includes(new URL(address).origin)),
    [],
    'asks nothing of another host',
  )
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

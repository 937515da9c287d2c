import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findingsOf, type Look, type Visit } from './browser.ts'

export const DESKTOP: Look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } }

/** The narrowest window that a page has to fit by WCAG 1.4.10, and a desktop at 200 % zoom, which has half its pixels. */
const SMALL = { 'at 320 px': { width: 320, height: 640 }, 'at 200 %': { width: 640, height: 400 } }

/** Whether the page fits its window without scrolling sideways, once anchored parts such as an open menu have moved to their new places. */
async function fits(page: Page): Promise<boolean> {
  try {
    await page.waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      undefined,
      { timeout: 5_000 },
    )
    return true
  } catch {
    return false
  }
}

/** The faults of a page: what axe finds in either colour scheme, and the small windows in which the page scrolls sideways. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // Contrast is the only rule that depends on the colour scheme.
  const dark = await findingsOf(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const faults = [...(await findingsOf(page)), ...dark.map(finding => `dark: ${finding}`)]
  for (const [size, viewport] of Object.entries(SMALL)) {
    await page.setViewportSize(viewport)
    if (!(await fits(page))) faults.push(`scrolls sideways ${size}`)
  }
  if (DESKTOP.viewport) await page.setViewportSize(DESKTOP.viewport)
  return faults
}

export async function looksWell(page: Page, name: string): Promise<void> {
  assert.deepEqual(await faultsOf(page), [], name)
}

/**
 * Asserts that the browser complained of nothing but requests refused with a 4xx status, and that no foreign host was asked. `led` are
 * origins that the story itself leads to.
 */
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

/** Goes to a part of the settings as a person does. */
export async function openSettings(page: Page, part: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click()
}

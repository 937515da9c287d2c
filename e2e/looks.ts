import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findingsOf, type Look, type Visit } from './browser.ts'

export const DESKTOP: Look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } }

/** As small as a page has to fit by WCAG 1.4.10, and a desktop at 200 % zoom, which has half its pixels. */
const SMALL = { 'at 320 px': { width: 320, height: 640 }, 'at 200 %': { width: 640, height: 400 } }

/** Whether nothing scrolls sideways once what follows its anchor, such as an open menu, is placed anew for the size of the window. */
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

/** Empty when axe finds nothing at all in either colour scheme, and nothing scrolls sideways where there is little room. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // The only rule that a colour scheme has a part in.
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

/** Goes to a part of the settings as a person does. */
export async function openSettings(page: Page, part: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click()
}

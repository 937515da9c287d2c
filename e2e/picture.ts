import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { DESKTOP } from './looks.ts'

/** The folder for pictures of each step, for whoever wants to look at them. */
const { PICTURES } = process.env

/** Takes a picture of the page at a desk and on a phone, in both themes, where `PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}-390.png`), fullPage: true })
    await page.setViewportSize(DESKTOP.viewport ?? { width: 1280, height: 800 })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

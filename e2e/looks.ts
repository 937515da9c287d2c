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

/** What forced colours leave unreadable on a page: colours of its own, faded buttons, links that are not underlined, placeholders in the grey of what is disabled, dots in the colour of the ground, choices that are not filled, boxes and chips without an edge, and edges of buttons that run into others. */
async function forcedColorFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const faults = await page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(one => one.checkVisibility())
    const named = (kind: string, elements: Element[]) =>
      elements.map(one => `forced colours: ${kind}: ${one.outerHTML.replace(/\s+/g, ' ').slice(0, 160)}`)
    const styleOf = (element: Element | null) => getComputedStyle(element ?? document.body)
    const isClear = (element: Element) => styleOf(element).backgroundColor.endsWith(', 0)')
    const groundOf = (element: Element): string => {
      const ground = element.parentElement
      return ground && isClear(ground) ? groundOf(ground) : styleOf(ground).backgroundColor
    }
    const isPlain = (element: Element) =>
      isClear(element) || styleOf(element).backgroundColor === groundOf(element)
    const bordered = seen('button, a').filter(one => styleOf(one).borderLeftWidth !== '0px')
    const runsInto = (button: Element, next: Element | undefined) => {
      const [from, to] = [button.getBoundingClientRect(), next?.getBoundingClientRect()]
      const isJoined = next && styleOf(next).borderTopLeftRadius === '0px'
      if (!to || isJoined || Math.abs(from.top - to.top) > 1 || to.left < from.right) return false
      return to.left - from.right < 8
    }
    const fillsBox = (button: Element) => {
      const box = button.parentElement
      if (!box || styleOf(box).outlineStyle !== 'solid') return false
      return box.getBoundingClientRect().right - button.getBoundingClientRect().right < 1
    }
    const systemColor = (name: string) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = name
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
    const [linkText, grayText] = [systemColor('LinkText'), systemColor('GrayText')]
    const hasEdge = (element: Element) =>
      element.matches(':has(> [data-item])') ||
      styleOf(element).outlineStyle === 'solid' ||
      styleOf(element).borderLeftWidth !== '0px'
    return [
      ...named(
        'has no edge',
        seen('[class~="rounded-md"][class~="bg-raised"]').filter(one => !hasEdge(one)),
      ),
      ...named(
        'keeps its colour',
        seen('svg').filter(one => styleOf(one).color !== styleOf(one.parentElement).color),
      ),
      ...named(
        'faded',
        seen(':disabled').filter(one => styleOf(one).opacity !== '1'),
      ),
      ...named(
        'not underlined',
        seen('a, summary *').filter(
          one => styleOf(one).color === linkText && styleOf(one).textDecorationLine !== 'underline',
        ),
      ),
      ...named(
        'placeholder',
        seen(':is(input, textarea)[placeholder]:enabled').filter(
          one => getComputedStyle(one, '::placeholder').color === grayText,
        ),
      ),
      ...named('not seen', seen('span[class~="rounded-full"]:empty').filter(isPlain)),
      ...named('not filled', seen('a[data-item][aria-current=true], nav a[aria-current]').filter(isPlain)),
      // The system draws a ground of its own behind text whose colours it forces.
      ...named(
        'not legible',
        seen('button.bg-accent:enabled').filter(one => styleOf(one).forcedColorAdjust !== 'none'),
      ),
      ...named(
        'runs into another',
        bordered.filter((one, at) => runsInto(one, bordered[at + 1]) || fillsBox(one)),
      ),
    ]
  })
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  return faults
}

/** The faults of a page: what axe finds in either colour scheme, what forced colours leave unreadable, and the small windows in which the page scrolls sideways. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // Contrast is the only rule that depends on the colour scheme.
  const dark = await findingsOf(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const forced = await forcedColorFaults(page)
  const faults = [...(await findingsOf(page)), ...forced, ...dark.map(finding => `dark: ${finding}`)]
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

/** Leaves the first steps of a new account, which have no navigation. They are not shown again in this browser. */
export async function skipFirstSteps(page: Page): Promise<void> {
  await heading(page, 'Your first ten minutes')
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await heading(page, 'Review')
}

/** Goes to a part of the settings as a person does. Its page has taken the focus then. */
export async function openSettings(page: Page, part: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click()
  await heading(page, part)
}

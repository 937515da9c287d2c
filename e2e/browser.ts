import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core'

/**
 * Opens Chromium without the arguments that its package proposes: they put everything into one process, which ends with the first page, and
 * switch off the same-origin rules that the tests depend on.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = await chromium.executablePath()
  return driver.launch({ executablePath, args: ['--no-sandbox', '--no-zygote', ...more] })
}

/** The colour scheme and the screen with which a person looks at the page. */
export type Look = Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'isMobile' | 'hasTouch'>

export interface Visit {
  page: Page
  /** The addresses on other hosts that the page requested. */
  foreign: string[]
  /** The errors and warnings that the browser reported for the page. */
  complaints: string[]
}

interface VisitOptions {
  /** Called before the page's first request. */
  prepare?(page: Page): Promise<void>
  waitUntil?: 'load' | 'networkidle'
}

/** Opens the address in a new page and waits until it has loaded. */
export const visit = async (
  browser: Pick<Browser, 'newPage'>,
  address: string,
  look: BrowserContextOptions,
  options?: VisitOptions,
): Promise<Visit> => visitIn(await browser.newPage(look), address, options)

/** Opens the address in this page and waits until it has loaded. */
export async function visitIn(
  page: Page,
  address: string,
  { prepare, waitUntil = 'networkidle' }: VisitOptions = {},
): Promise<Visit> {
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(address).origin) foreign.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await prepare?.(page)
  await page.goto(address, { waitUntil })
  return { page, foreign, complaints }
}

/** How far the page is wider than the window, in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The accessibility barriers that axe finds on the page, by all of its rules or by the given ones. */
export async function findingsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    // Only violations are listed; listing the rules that pass would take most of the time.
    runOnly =>
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    rules,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
}

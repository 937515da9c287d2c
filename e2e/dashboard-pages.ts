import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Role } from '../src/accounts/roles.ts'
import { DEFECT, PROBLEM_MEDIA_TYPE } from '../src/web/problems.ts'
import { type Visit, visit, visitIn } from './browser.ts'
import { DESKTOP, heading } from './looks.ts'
import type { SampleService } from './sample-service.ts'

export const STATES = ['full', 'forbidden', 'empty', 'loading', 'failing'] as const
/** The state of a page: `forbidden` is how a viewer sees it, `empty` is the page of an account in which nothing has happened. */
export type State = (typeof STATES)[number]

/** How long a page may retry a failing request before it gives up, in milliseconds. */
const RETRIES_MS = 10_000
const LOADING_MS = 700

/** Pages outside accounts that send people who are not signed in to the sign-in form. */
const NEEDS_SESSION = ['consent', 'nowhere']

interface Paths {
  /** The paths of pages of an account. */
  inside: string[]
  /** The paths of pages outside accounts, most of which are for people who have not signed in. */
  outside: string[]
}

const sourceOf = (file: string) => readFileSync(new URL(`../dashboard/src/${file}`, import.meta.url), 'utf8')

/** The paths of the dashboard, from its router. */
function dashboardPaths(): Paths {
  const router = sourceOf('router.tsx') + sourceOf('sign-in/routes.ts')
  const of = (parent: string) =>
    [...router.matchAll(new RegExp(`\\.\\.\\.${parent},\\s+path: '/([^']+)'`, 'g'))].flatMap(
      ([, path]) => path ?? [],
    )
  return {
    inside: [...of('inside').filter(path => path !== '$'), ...of('settings').map(path => `settings/${path}`)],
    outside: of('top').filter(path => !path.startsWith('$') && path !== 'start'),
  }
}

export const PATHS = dashboardPaths()

type Session = BrowserContextOptions['storageState']

/**
 * Opens pages as signed-in people. Each person is signed in only once, and opens the next page in the tab of the last one with this look,
 * unless it was closed: a new tab compiles the dashboard again.
 */
export class SignedIn {
  readonly #browser: Browser
  readonly #sample: SampleService
  readonly #sessions = new Map<Role, Promise<Session>>()
  readonly #tabs = new Map<string, Page>()

  constructor(browser: Browser, sample: SampleService) {
    this.#browser = browser
    this.#sample = sample
  }

  /** Opens a page of the sample company, or of the empty account, and waits until it is in this state. */
  async open(path: string, state: State = 'full', look: BrowserContextOptions = DESKTOP): Promise<Visit> {
    const { baseUrl, account, emptyAccount, entry, socialAccount } = this.#sample
    const named = path.replace('$entry', entry).replace('$socialAccount', socialAccount)
    const place = `${state === 'empty' ? emptyAccount : account}/${named}`
    const tab = await this.#tab(state === 'forbidden' ? 'viewer' : 'owner', look)
    const prepare = async (page: Page) => {
      const hold = HOLDS[state]
      if (hold) await page.route(/\/app\/api\/(?!welcome$|me$|.*\/(counts|events)\b)/, hold)
    }
    // A page whose requests are held back never becomes idle.
    const waitUntil = state === 'loading' ? 'load' : 'networkidle'
    const address = `${baseUrl}/app/${place}`
    const visited = await visitIn(tab, address, { prepare, waitUntil })
    await settled(visited.page, state)
    return visited
  }

  /** Opens a page outside accounts. Pages that require a session are opened by somebody who is signed in. */
  async openOutside(path: string, look: BrowserContextOptions = DESKTOP): Promise<Visit> {
    const { baseUrl, invitation } = this.#sample
    if (path === 'invitation') return visit(this.#browser, invitation, look)
    if (!NEEDS_SESSION.includes(path)) return visit(this.#browser, `${baseUrl}/app/${path}`, look)
    const prepare = async (page: Page) => {
      await page.route('**/consent/look', route => route.fulfill({ json: this.#askedForConsent() }))
    }
    const signedIn = { ...look, storageState: await this.session('owner') }
    return visit(this.#browser, `${baseUrl}/app/${path}`, signedIn, { prepare })
  }

  #askedForConsent() {
    const { account } = this.#sample
    return {
      ...{ client: { name: 'Claude', site: null }, target: { kind: 'site', name: 'claude.ai' } },
      ...{
        email: 'owner@northwind.example',
        accounts: [{ id: account, name: 'Northwind' }],
        current: account,
      },
    }
  }

  async #tab(role: Role, look: BrowserContextOptions): Promise<Page> {
    const key = role + JSON.stringify(look)
    const known = this.#tabs.get(key)
    if (known && !known.isClosed()) return cleared(known, look)
    const tab = await this.#browser.newPage({ ...look, storageState: await this.session(role) })
    this.#tabs.set(key, tab)
    return tab
  }

  session(role: Role): Promise<Session> {
    const known = this.#sessions.get(role) ?? this.#signIn(role)
    this.#sessions.set(role, known)
    return known
  }

  async #signIn(role: Role): Promise<Session> {
    const { page } = await visit(this.#browser, this.#sample.links[role], DESKTOP)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, /./)
    await page.waitForURL(/\/app\/[\w-]{20,}/)
    const session = await page.context().storageState()
    await page.close()
    return session
  }
}

/** The tab without its page, and without what a test has set on it. */
async function cleared(tab: Page, { viewport }: BrowserContextOptions): Promise<Page> {
  tab.removeAllListeners()
  await tab.unrouteAll()
  await tab.goto('about:blank')
  await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', forcedColors: 'none' })
  if (viewport) await tab.setViewportSize(viewport)
  return tab
}

const HOLDS: Partial<Record<State, (route: Route) => Promise<void>>> = {
  loading: () => Promise.resolve(),
  failing: route =>
    route.fulfill({
      status: 500,
      contentType: PROBLEM_MEDIA_TYPE,
      json: DEFECT,
    }),
}

async function settled(page: Page, state: State): Promise<void> {
  if (state === 'loading') return page.waitForTimeout(LOADING_MS)
  if (state === 'failing')
    await page
      .getByRole('button', { name: 'Try again' })
      .first()
      .waitFor({ timeout: RETRIES_MS })
      .catch(() => {})
  await page.evaluate(() => document.fonts.ready)
}

/** The overlays of the dashboard by name, each with the steps that open it. */
export const OVERLAYS: Record<string, (page: Page) => Promise<void>> = {
  keys: page => page.keyboard.press('?'),
  palette: page => page.keyboard.press('Control+k'),
  'account-menu': page => page.getByRole('button', { name: /Switch account/ }).click(),
  'person-menu': page => page.getByRole('button', { name: /^Your account:/ }).click(),
}

/** The names of buttons that ask for confirmation before they act. */
const ASKING = /^(Remove|Withdraw|Delete|Replace|Leave)\b/

/** Opens the dialogs of a page one after the other, while nothing can be changed on the server. Gives the name of each. */
export async function* dialogsOf(page: Page): AsyncGenerator<string> {
  await page.route(/\/app\/api\//, route =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 409, json: {} }),
  )
  const labels = await page.getByRole('button', { name: ASKING, disabled: false }).allInnerTexts()
  for (const label of new Set(labels.map(text => text.trim()).filter(text => text !== ''))) {
    const button = page.getByRole('button', { name: label }).first()
    if (!(await button.isVisible())) continue
    await button.click()
    const dialog = page.locator('dialog[open]')
    if (!(await dialog.isVisible({ timeout: 500 }))) continue
    yield label.split(/\s/)[0]?.toLowerCase() ?? label
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
}

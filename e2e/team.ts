import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../src/accounts/account.ts'
import { addMember } from '../src/accounts/members.ts'
import { createPerson } from '../src/accounts/people.ts'
import type { Role } from '../src/accounts/roles.ts'
import { createJudge } from '../src/app/judging.ts'
import type { Service } from '../src/app/service.ts'
import { createSignInLink, signInAddress } from '../src/auth/sign-in-links.ts'
import { importMerges } from '../src/pipeline/ingest/import.ts'
import type { MergedPull } from '../src/pulls/pull-request.ts'
import { aPull, streamOf } from '../testing/pulls.ts'
import { type Visit, visit } from './browser.ts'
import type { Lifetime } from './checkout.ts'
import { DESKTOP, heading } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { browser } from './test-browser.ts'

export const DRAFTS = 40
const DAY_MS = 86_400_000
const LINK_MINUTES = 15

export interface Team {
  tidings: RunningTidings
  account: string
  /** Records more merges, each of which becomes a draft. */
  merge(...numbers: number[]): Promise<unknown>
  /** Records these merges. */
  record(pulls: readonly MergedPull[]): Promise<unknown>
  /** Signs a new member in, on the page with this path. */
  join(role: Role, path?: string): Promise<Visit>
}

const ends: (() => unknown)[] = []
after(async () => {
  for (const end of ends.toReversed()) await end()
})

/** The lifetime of what all tests of a file share. */
export const wholeFile: Lifetime = { after: end => void ends.push(end as () => unknown) }

let shared: Promise<{ tidings: RunningTidings; service: Service }> | undefined
let members = 0

/** The service of all teams of a test file. */
async function startService(env: Record<string, string>) {
  const tidings = await runTidings(wholeFile, env)
  return { tidings, service: await tidings.service() }
}

/** Creates an account with drafts, the fortieth with an Arabic title. `env` is for the service, which the first team of a file starts. */
export async function aTeam(drafts = DRAFTS, env: Record<string, string> = {}): Promise<Team> {
  shared ??= startService(env)
  const { tidings, service } = await shared
  const { db, clock, ids } = service
  const account = await db.write(tx => createAccount(tx, clock, ids, { name: 'Acme' }))
  const action = { clock, ids, actor: 'import', effects: [] }
  const judge = await createJudge({ db, clock, ids, modelOf: service.modelOf })
  const record = (pulls: readonly MergedPull[]) =>
    importMerges({ db, action, judge }, account, streamOf(pulls), { past: 'drafts' })
  const merge = (...numbers: number[]) => record(numbers.map(pullNumbered))
  await merge(...Array.from({ length: drafts }, (_, at) => at + 1))
  return {
    tidings,
    account: account.publicId,
    merge,
    record,
    async join(role, path = 'review') {
      const email = `person${++members}@example.com`
      const secret = await db.write(async tx => {
        const person = await createPerson(tx, clock, ids, { name: '', email, passwordHash: null })
        await addMember(tx, action, account.id, person, role)
        return createSignInLink(tx, service, email, LINK_MINUTES)
      })
      const visitor = await visit(browser, signInAddress(tidings.baseUrl, secret), DESKTOP)
      await visitor.page.getByRole('button', { name: 'Sign in' }).click()
      await heading(visitor.page, 'Review')
      if (path !== 'review') await visitor.page.goto(`${tidings.baseUrl}/app/${account.publicId}/${path}`)
      return visitor
    },
  }
}

const pullNumbered = (number: number): MergedPull =>
  aPull({
    number,
    title:
      number === DRAFTS
        ? 'feat: تصدير التقارير إلى ملف CSV'
        : `feat: add export number ${number} to the report page`,
    body: `Customers can now download report number ${number} as a file.`,
    author: 'ada',
    labels: ['customer-request'],
    mergeCommit: null,
    // The first 300 merges are a day apart and the others follow within a month: a time in the future would count as now.
    mergedAt: Date.UTC(2026, 0, 1) + Math.min(number, 300) * DAY_MS + Math.max(0, number - 300) * 240_000,
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
    url: `https://github.com/acme/app/pull/${number}`,
  })

/** Opens the page of the selected entry. */
export async function openEntry(page: Page): Promise<void> {
  await selected(page).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Image, posts and history' }).click()
  await page.getByRole('region', { name: 'Preview' }).waitFor()
}

/** The row of the inbox that the keys act on. */
export const selected = (page: Page) => page.locator('[data-item][aria-current=true]')

/** How many drafts wait, by the number beside Review in the navigation. */
async function waiting(page: Page): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Review/ })
  return Number(/\d+$/.exec((await link.textContent()) ?? '')?.[0] ?? 0)
}

/** Resolves once so many drafts wait. */
export async function untilWaiting(page: Page, count: number): Promise<void> {
  while ((await waiting(page)) !== count) await page.waitForTimeout(100)
}

import type { Page } from 'playwright-core'
import { aPull } from '../testing/pulls.ts'
import { aTeam, type Team } from './team.ts'

const MERGES = [
  ['feat: export any report as CSV', 'Finance teams can now download **any report** as a CSV file.'],
  ['feat: add a dark theme to the dashboard', 'The dashboard follows the theme of your system.'],
  ['feat: sign in with a passkey', 'Members can sign in with a passkey in place of a password.'],
  ['feat: add labels to invoices', 'Invoices can have labels now.'],
  ['fix: receipts show the right currency', 'Receipts of customers in Japan showed dollars.'],
  ['fix: totals of a report add up again', ''],
  ['update stuff', ''],
] as const

/** A team with merges from this week. */
export async function aTeamWithMerges(): Promise<Team> {
  const team = await aTeam(0)
  const pulls = MERGES.map(([title, body], at) =>
    aPull({
      ...{ number: at + 1, title, body, labels: ['customer-request'], mergeCommit: null },
      mergedAt: Date.now() - (at + 1) * 60_000,
      files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
    }),
  )
  await team.record(pulls)
  return team
}

/** The title of the selected row. */
export const current = (page: Page) => page.locator('[data-item][aria-current=true] > [dir=auto]')
/** Presses `j` until the row with this title is selected. */
export async function moveTo(page: Page, title: string): Promise<void> {
  for (let moves = 0; moves < 12; moves++) {
    if ((await current(page).textContent())?.includes(title)) return
    await page.keyboard.press('j')
  }
  throw new Error(`j does not come to ${title}`)
}

/** Sends a request to the dashboard's API from within the page. */
export const ask = (page: Page, { account }: Team, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([url, method, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(url, { method, headers, ...(body && { body }) })
      return answer.json()
    },
    [`/app/api/accounts/${account}/${path}`, method, body && JSON.stringify(body)] as const,
  )

/** A weekly time in the schedule, for entries or for editions. */
const tuesday = (takes: 'entry' | 'edition') => ({
  ...{ set: null, takes, every: 'week', day: 'tuesday', time: '10:00' },
})

/** Gives the team a weekly edition. */
export const weekly = (page: Page, team: Team) =>
  ask(page, team, 'POST', 'actions/schedule.add', tuesday('edition'))
/** Waits until the page shows this text as its status. */
export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text).first().waitFor()
/** The headlines in one list of the edition, shown as readers will see it. */
export const inList = (page: Page, name: string) =>
  page.getByRole('list', { name }).locator('a[draggable=false]').allTextContents()
/** The titles of the rows under a heading of Review. */
export const under = (page: Page, heading: string) =>
  page.getByRole('list', { name: 'Entries' }).evaluate((list, wanted) => {
    let current = ''
    return [...list.children].flatMap(row => {
      current = row.querySelector('h2')?.textContent ?? current
      const title = row.querySelector('[data-item] > [dir=auto]')?.textContent ?? ''
      return current.startsWith(wanted) ? [title] : []
    })
  }, heading)
/** The text of the element that has the focus. */
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { aPull } from '../testing/pulls.ts'
import { openBrowser } from './browser.ts'
import { focused, inList, said, weekly } from './editions.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aTeam } from './team.ts'

let browser: Browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('entries about one theme become one story by a key or stay apart, and one undo brings them back', {
  timeout: 180_000,
}, async () => {
  const team = await aTeam(browser, 0)
  const aboutRecipients = [
    'feat: add labels to recipients',
    'fix: sort recipients by name',
    'fix: recipients of templates keep their order',
  ]
  await team.record(
    [...aboutRecipients, 'feat: add a dark theme', 'feat: sign in with a passkey'].map((title, at) =>
      aPull({
        ...{ number: at + 1, title, mergeCommit: null, labels: ['customer-request'] },
        linkedIssues: title.includes('recipients') ? ['#70'] : [],
        mergedAt: Date.now() - (at + 1) * 60_000,
      }),
    ),
  )
  const owner = await team.join('owner', 'edition')
  const { page } = owner
  await weekly(page, team)
  const offer = page.getByRole('region', { name: 'Proposal' })
  await offer.getByText('3 about recipients may be one story').waitFor()
  await looksWell(page, 'edition: a theme')
  const before = await inList(page, 'Stories')
  await page.keyboard.press('y')
  await said(page, 'One story of 3: Add labels to recipients.')
  assert.equal((await inList(page, 'Stories'))[0], 'Add labels to recipients')
  assert.equal(await focused(page), 'Add labels to recipients')
  assert.equal(await offer.count(), 0)
  await page.keyboard.press('z')
  await said(page, /3 drafts are back/)
  await offer.waitFor()
  assert.deepEqual(await inList(page, 'Stories'), before)
  await offer.getByRole('button', { name: 'Make them one story' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await offer.waitFor()
  await page.keyboard.press('n')
  await said(page, 'They stay apart.')
  await offer.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('list', { name: 'Stories' }).waitFor()
  assert.deepEqual(await inList(page, 'Stories'), before)
  nothingWrong(owner)
})

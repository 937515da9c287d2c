import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '../testing/pulls.ts'
import { ask, aTeamWithMerges, current, focused, inList, moveTo, said, under, weekly } from './editions.ts'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { picture } from './picture.ts'
import { browser } from './test-browser.ts'

test('by keyboard alone from a time for editions to an edition that customers read', async context => {
  const team = await aTeamWithMerges()
  const owner = await team.join('owner', 'settings/publishing')
  const { page } = owner
  await heading(page, 'Publishing')
  await ask(page, team, 'POST', 'actions/account.page', { isOn: true })
  const collect = async (name: string) => {
    await page.getByRole('radio', { name, exact: true }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('radio', { name: 'Every two weeks' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('alertdialog').getByText('The first edition opens at once').waitFor()
  await page.keyboard.press('Escape')
  const isCollected = (checked: boolean) =>
    page.getByRole('radio', { name: 'Every two weeks', checked }).waitFor()
  await isCollected(false)
  await collect('Every two weeks')
  await page.getByText(/^Next: Tue, .+\. A person sends each edition/).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await isCollected(false)
  await collect('Every two weeks')
  await isCollected(true)
  await collect('Every week')
  await page.getByRole('radio', { name: 'Every week', checked: true }).waitFor()
  await looksWell(page, 'schedule')
  const link = page.getByRole('link', { name: /^Review/ })
  await page.reload()
  await heading(page, 'Publishing')
  await link.focus()

  const begin = performance.now()
  await page.keyboard.press('Enter')
  await heading(page, 'Review')
  await page.getByRole('heading', { level: 2, name: /^Week of / }).waitFor()
  const [story = '', other = ''] = await inList(page, 'Stories')

  // The edition's title and opening are edited as the words of an entry are.
  await page.keyboard.press('e')
  await page.getByLabel('Headline').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A week of exports')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('heading', { level: 2, name: 'A week of exports' }).waitFor()
  await moveTo(page, story)
  assert.match(await focused(page), new RegExp(story), 'the focus is on the current row')
  await page.keyboard.press('e')
  await page.getByLabel('Headline').waitFor()
  await page.keyboard.type(', with filters')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 3, name: `${story}, with filters` }).waitFor()

  await page.keyboard.press('Alt+ArrowDown')
  await said(page, 'Told in full, moved')
  const [first] = await inList(page, 'Stories')
  assert.equal(first, other)
  await moveTo(page, 'Receipts show the right currency')
  await page.keyboard.press('3')
  await said(page, /^Left out: Receipts show the right currency\. Next: /)
  assert.deepEqual(await under(page, 'Left out'), ['Receipts show the right currency'])
  await page.keyboard.press('p')
  await said(page, 'That sends the whole edition. Press p again to do it.')
  assert.match((await current(page).textContent()) ?? '', /A week of exports/)
  await page.keyboard.press('p')
  await said(page, 'Goes out in 10 seconds: A week of exports.')
  await page.getByText('It goes out in a few seconds.').waitFor()
  const arranged = performance.now()
  await page.getByText('went out just now with').waitFor({ timeout: 30_000 })
  const out = performance.now()
  context.diagnostic(
    `${((arranged - begin) / 1000).toFixed(1)} s from opening the page to p, ${((out - begin) / 1000).toFixed(1)} s until the edition is out`,
  )

  const reader = await browser.newPage()
  await reader.goto(`${team.tidings.baseUrl}/c/${team.account}`)
  const article = reader.locator('article.edition')
  await article.getByRole('heading', { name: 'A week of exports' }).waitFor()
  // Entries without a body are listed in one line each.
  const lines = await article.locator('.also').first().getByRole('listitem').allTextContents()
  assert.deepEqual(
    lines.slice(0, 2).map(line => line.trim()),
    [other, `${story}, with filters`],
  )
  assert.equal(await article.getByText('Receipts show the right currency').count(), 0)
  const feed = await (await fetch(`${team.tidings.baseUrl}/changelog/${team.account}.json`)).json()
  assert.deepEqual(
    feed.items.map(({ title }: { title: string }) => title),
    ['A week of exports'],
  )
  await reader.close()
  nothingWrong(owner)
})

test('an edition is arranged with the mouse, held and left out entries say why, and all of it can be undone', async () => {
  const team = await aTeamWithMerges()
  const owner = await team.join('owner', 'edition')
  const { page } = owner
  await heading(page, 'Review')
  await weekly(page, team)
  await page.getByRole('heading', { level: 2, name: /^Week of / }).waitFor()
  await page.getByText('Update stuff').click()
  await page.getByText('It joins once it has other words, or is kept as it is.').waitFor()
  await page.getByRole('link', { name: /^acme\/app #\d+/ }).waitFor()
  await looksWell(page, 'edition: held')
  await page.getByText('Week of').first().click()
  await page.getByRole('list', { name: 'Stories' }).waitFor()
  await looksWell(page, 'edition')
  const before = await inList(page, 'Stories')
  const stories = page.getByRole('list', { name: 'Stories' }).getByRole('listitem')
  await stories.nth(1).dragTo(stories.nth(0), { targetPosition: { x: 200, y: 5 } })
  await said(page, 'Told in full, moved')
  assert.deepEqual(await inList(page, 'Stories'), before.toReversed())
  await page.keyboard.press('z')
  await said(page, 'Undone')
  await page.waitForFunction(
    first => document.querySelector('[aria-label=Stories] a[draggable=false]')?.textContent === first,
    before[0],
  )
  await page.reload()
  await page.getByRole('list', { name: 'Stories' }).waitFor()
  assert.deepEqual(await inList(page, 'Stories'), before)

  await page.getByRole('link', { name: before[0] ?? '', exact: true }).click()
  await page.getByRole('button', { name: 'Line' }).click()
  await said(page, `Told in a line: ${before[0]}.`)
  await page.getByText('placed by a person').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Place by weight' }).click()
  await said(page, 'Placed by its weight again')
  await page.getByText('placed by a person').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Leave out', exact: true }).click()
  await said(page, `Left out: ${before[0]}`)
  await page
    .getByRole('list', { name: 'Entries' })
    .getByText(before[0] ?? '')
    .click()
  await page.getByText('A person left it out.').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('A person left it out.').waitFor({ state: 'detached' })

  // A pull request that is merged meanwhile appears without a reload.
  await team.record([
    aPull({ number: 90, title: 'fix: keep the filter when going back', mergedAt: Date.now() - 1_000 }),
  ])
  await page.getByRole('link', { name: 'Keep the filter when going back' }).first().waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Headline').waitFor()
  await looksWell(page, 'edition: words')
  await page.keyboard.press('Escape')
  nothingWrong(owner)

  const viewer = await team.join('viewer', 'edition')
  await viewer.page.getByText('View only').waitFor()
  assert.equal(await viewer.page.getByRole('toolbar').count(), 0)
  await looksWell(viewer.page, 'edition for a viewer')
  nothingWrong(viewer)
})

test('a queued edition says when it goes out, and one that is withdrawn takes its entries along or lets them stay', async () => {
  const team = await aTeamWithMerges()
  const owner = await team.join('owner', 'edition')
  const { page } = owner
  await weekly(page, team)
  await page.reload()
  await page.getByRole('button', { name: /^Approve for/ }).waitFor()
  await page.keyboard.press('Enter')
  await said(page, /^Queued for/)
  await page.getByText('with what is in it then.').waitFor()
  await page.getByRole('link', { name: /^Calendar/ }).click()
  await page
    .getByRole('region', { name: 'Coming' })
    .getByRole('link', { name: /^Week of/ })
    .click()
  await heading(page, 'Review')
  await page.getByRole('button', { name: 'Unqueue' }).click()
  await said(page, 'Back among the drafts')
  await page.getByRole('button', { name: 'Other times' }).click()
  await page.getByRole('menuitem', { name: /^Publish/ }).click()
  await page.getByText('went out just now with').waitFor({ timeout: 30_000 })
  await looksWell(page, 'edition: empty')

  await page.getByRole('link', { name: /^Calendar/ }).click()
  await heading(page, 'Calendar')
  await page.getByText('Edition · 6 entries').waitFor()
  await page.getByRole('link', { name: 'Add labels to invoices', exact: true }).click()
  await page.getByText('Withdrawing it takes it out of there.').waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Week of/ })
    .click()
  await page.getByRole('heading', { level: 3, name: '6 entries' }).waitFor()
  await looksWell(page, 'entry: edition')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Its 6 entries leave the feeds and the page with it').waitFor()
  await looksWell(page, 'entry: withdraw an edition')
  await question.getByRole('checkbox', { name: 'Keep its entries published' }).check()
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await said(page, /^Withdrawn: Week of/)
  const { entries } = await ask(page, team, 'GET', 'entries?state=published')
  assert.deepEqual([entries.length, entries[0].partOf], [6, null])
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Calendar/ })
    .click()
  await heading(page, 'Calendar')
  await page.keyboard.press('z')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Edition · 6 entries').waitFor()
  await page
    .getByText(/^Part of/)
    .first()
    .waitFor()
  nothingWrong(owner)
})

test('drafts from before the first edition are taken in when a person wants them, and a story that gives way to another is named', async () => {
  const team = await aTeamWithMerges()
  const owner = await team.join('owner')
  const { page } = owner
  await weekly(page, team)
  await ask(page, team, 'POST', 'actions/schedule.set', { since: Date.now() })
  await page.goto(`${team.tidings.baseUrl}/app/${team.account}/edition`)
  await page.getByText('It has no entries yet.').waitFor()
  const older = page.getByRole('region', { name: 'Older drafts' })
  await older.getByText(/^7 older drafts, merged since .*, are not in it\.$/).waitFor()
  await picture(page, 'older-drafts')
  await looksWell(page, 'older drafts')
  await older.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('list', { name: 'Stories' }).waitFor()
  assert.equal(await older.count(), 0)
  const byWeight = await inList(page, 'Stories')
  const lines = page.getByRole('region', { name: /^Also / }).locator('a[draggable=false]')
  const told = new RegExp(`^Told in full: .*\\. Now in a line: (?:${byWeight.join('|')})\\.$`)
  for (let stories = byWeight.length; stories <= 3; stories++) {
    const line = (await lines.first().textContent()) ?? ''
    await moveTo(page, line)
    await page.keyboard.press('1')
    await said(page, stories < 3 ? `Told in full: ${line}.` : told)
  }
  nothingWrong(owner)
})

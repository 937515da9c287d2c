import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { titleIn, wordsFrom } from '../testing/language-model-answers.ts'
import { type LanguageModelServer, startLanguageModelServer } from '../testing/language-model-server.ts'
import { aPull } from '../testing/pulls.ts'
import { focused, inList, said, weekly } from './editions.ts'
import { looksWell, nothingWrong } from './looks.ts'
import { aTeam, type Team } from './team.ts'

let models: LanguageModelServer

before(async () => {
  models = await startLanguageModelServer()
})
after(async () => {
  await models?.close()
})

const THEME = [
  'feat: add labels to recipients',
  'fix: sort recipients by name',
  'fix: recipients of templates keep their order',
]

/** A team with merges from this week, three of which belong to one issue. */
async function aTeamWithATheme(): Promise<Team> {
  const team = await aTeam(0, { TIDINGS_PRIVATE_HOSTS: new URL(models.address).host })
  const titles = [
    ...THEME,
    'feat: add a dark theme',
    'feat: sign in with a passkey',
    'feat: add webhooks',
    'feat: add a calendar',
  ]
  await team.record(
    titles.map((title, at) =>
      aPull({
        ...{ number: at + 1, title, mergeCommit: null, labels: ['customer-request'] },
        linkedIssues: THEME.includes(title) ? ['#70'] : [],
        mergedAt: Date.now() - (at + 1) * 60_000,
      }),
    ),
  )
  return team
}

test('entries about one theme become one story by a key or stay apart, and one undo brings them back', async () => {
  const team = await aTeamWithATheme()
  const owner = await team.join('owner', 'edition')
  const { page } = owner
  await weekly(page, team)
  await page.reload()
  const offer = page.getByRole('region', { name: 'Proposal' })
  await offer.getByText('3 about recipients may be one story').waitFor()
  await looksWell(page, 'edition: a theme')
  const before = await inList(page, 'Stories')
  await page.keyboard.press('y')
  await said(page, 'Joined 3: Add labels to recipients.')
  assert.equal((await inList(page, 'Stories'))[0], 'Add labels to recipients')
  assert.match(await focused(page), /Add labels to recipients/)
  assert.equal(await offer.count(), 0)
  await page.keyboard.press('z')
  await said(page, /3 drafts are back/)
  await offer.waitFor()
  assert.deepEqual(await inList(page, 'Stories'), before)
  await offer.getByRole('button', { name: /^Group/ }).click()
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

test('the writer makes one story of a theme and words the edition by itself, and proposes other openings', async () => {
  const team = await aTeamWithATheme()
  const writer = ['--provider', 'ollama', '--model', 'llama3.3:latest', '--url', models.address, '--on']
  await team.tidings.command('account', 'writer', '--account', team.account, ...writer)
  models.behave(({ prompt }) => {
    const from = titleIn(prompt)
    if (!prompt.includes('The stories of the edition'))
      return { text: JSON.stringify(wordsFrom({ headline: 'Recipients have labels', body: '' }, from)) }
    const said = (text: string) => ({ text, from })
    if (prompt.includes('Choose what leads')) {
      const post = { headline: said('Recipients have labels'), sentences: [] }
      const words = {
        lead: [],
        title: said('Labels for recipients'),
        opening: said('Recipients are easier to label.'),
        post,
      }
      return { text: JSON.stringify(words) }
    }
    const opened = (body: string) => {
      const { tellable: _, why: _why, ...words } = wordsFrom({ headline: from, body }, from)
      return words
    }
    const [shorter, plainer] = [
      'This week, recipients have labels.',
      'From this week on, recipients have labels.',
    ]
    return {
      text: JSON.stringify({ shorter: opened(shorter), plainer: opened(plainer), story: opened('Zorblax.') }),
    }
  })
  const owner = await team.join('owner', 'edition')
  const { page } = owner
  await weekly(page, team)
  await page.reload()
  const stories = page.getByRole('list', { name: 'Stories' })
  await stories.getByRole('link', { name: 'Recipients have labels', exact: true }).waitFor()
  assert.equal((await inList(page, 'Stories'))[0], 'Recipients have labels')
  await page.getByRole('link', { name: 'Labels for recipients' }).first().click()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'Other words for the opening' })
  await dialog.getByText('This week, recipients have labels.').waitFor()
  await dialog.getByText('could not be used').waitFor()
  await looksWell(page, 'edition: other words for the opening')
  await page.keyboard.press('2')
  await said(page, /^Other words: Labels for recipients/)
  const sheet = page.getByRole('region', { name: 'As readers will see it' })
  await sheet.getByText('From this week on, recipients have labels.').waitFor()
  await page.keyboard.press('z')
  await said(page, 'Undone')
  await sheet.getByText('Recipients are easier to label.').waitFor()
  nothingWrong(owner)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networks } from '#app/registry.ts'
import { type ProposalInput, proposeText } from './proposal.ts'

const LINK = 'https://news.acme.example/c/acme/e/reports-0c5ad5ac-1111-4111-8111-111111111111'

async function proposed(
  title: string,
  body: string,
  {
    hashtags = [],
    text = 300,
    written = null,
    breaking = null,
  }: Partial<Pick<ProposalInput, 'written' | 'breaking'>> & { hashtags?: string[]; text?: number } = {},
) {
  const network = await networks.bluesky()
  const limits = { text, link: null, imageBytes: 1, alt: 1 }
  return proposeText(network, { entry: { title, body }, written, breaking, link: LINK, hashtags, limits })
}

test('a post has the headline, what it brings, hashtags and the link, in this order and without markup', async () => {
  const body = 'Every report has a **CSV** button now. It keeps your `filters`.\n\nMore words follow.'
  assert.equal(
    await proposed('Export reports as `CSV`', body, { hashtags: ['changelog', 'csv'] }),
    `Export reports as CSV\n\nEvery report has a CSV button now. It keeps your filters.\n\n#changelog #csv\n\n${LINK}`,
  )
})

test('sentences that do not fit are left out whole, and nothing is cut', async () => {
  const sentence = 'This sentence has a good many words that all take some room in a post.'
  const body = Array.from({ length: 4 }, () => sentence).join(' ')
  assert.equal(await proposed('News', body, { text: 240 }), `News\n\n${sentence} ${sentence}\n\n${LINK}`)
  assert.equal(await proposed('News', body, { text: 100 }), `News\n\n${LINK}`)
})

test('headings, lists, code and the words of links are no sentences', async () => {
  for (const body of [
    '### New\n\n- Export\n- Print',
    '- Export.\n- Print.',
    '```sh\nnpm ci\n```',
    '[Read more.](https://a.example)',
  ])
    assert.equal(await proposed('This week', body), `This week\n\n${LINK}`, body)
})

test('languages without spaces between sentences stay without them', async () => {
  assert.equal(
    await proposed('レポート', 'ボタンがあります。使えます。'),
    `レポート\n\nボタンがあります。使えます。\n\n${LINK}`,
  )
})

test('the words of a writer come first, as many of its sentences as fit, and the entry’s own where not even the first does', async () => {
  const written = { lead: 'Take your reports along', sentences: ['Each has a button.', 'It keeps filters.'] }
  const of = (text: number) => proposed('Export reports', 'As CSV.', { written, text })
  assert.equal(await of(300), `Take your reports along\n\nEach has a button. It keeps filters.\n\n${LINK}`)
  assert.equal(await of(130), `Take your reports along\n\nEach has a button.\n\n${LINK}`)
  assert.equal(await of(110), `Take your reports along\n\n${LINK}`)
  assert.equal(await of(95), `Export reports\n\n${LINK}`)
})

test('a post says what is breaking, whoever worded it, however little room there is', async () => {
  const word = 'Breaking'
  const own = (title: string, body: string, more = {}) =>
    proposed(title, body, { breaking: { word, what: null }, ...more })
  assert.equal(await own('Framework 7 is required', ''), `Breaking: Framework 7 is required\n\n${LINK}`)
  assert.equal(await own('A breaking release', 'Read on.'), `A breaking release\n\nRead on.\n\n${LINK}`)
  const written = { lead: 'Upgrade first', sentences: ['Then start.'] }
  assert.equal(await own('Framework 7', '', { written }), `Breaking: Upgrade first\n\nThen start.\n\n${LINK}`)
  const edition = { word, what: 'Framework 7 is required' }
  assert.equal(
    await proposed('Reports leave as CSV', 'Take them along.', { breaking: edition, text: 140 }),
    `Reports leave as CSV\n\nBreaking: Framework 7 is required\n\n${LINK}`,
  )
})

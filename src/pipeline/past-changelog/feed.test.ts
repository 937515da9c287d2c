import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KINDS } from '#judgement/classification/classification.ts'
import { wholeEntry } from './entries.ts'
import { feedTexts } from './feed.ts'
import { isEmpty } from './releases.ts'

/** As documented at getbeamer.com/api, and in the client of LaunchNotes: the fields that are read, and some that are not. */
const BEAMER = [
  {
    id: 4711,
    date: '2026-02-10T09:30:00',
    published: true,
    category: 'new',
    translations: [
      {
        ...{
          title: 'Dark mode',
          content: 'It is dark.',
          contentHtml: '<p>It is <b>dark</b>.</p>',
          language: 'EN',
        },
        postUrl: 'https://app.getbeamer.com/acme/en/dark-mode-4711',
      },
      { title: 'Dunkel', content: 'Es ist dunkel.', contentHtml: '<p>Es ist dunkel.</p>', language: 'DE' },
    ],
  },
  {
    id: 4712,
    date: '2026-03-01T09:30:00',
    published: false,
    translations: [{ title: 'A draft', content: 'x' }],
  },
]
const ANNOUNCEMENTS = {
  data: {
    project: {
      announcements: {
        nodes: [
          {
            ...{ id: 'ann_1', headline: 'Exports', contentHtml: '<h2>CSV</h2><p>For all reports.</p>' },
            ...{
              state: 'published',
              publishedAt: '2026-02-11T12:00:00Z',
              publicPermalink: 'https://n.acme.example/a',
            },
          },
          { id: 'ann_2', headline: 'Soon', contentHtml: '<p>x</p>', state: 'scheduled', publishedAt: null },
        ],
      },
    },
  },
}
/** A feed as Headway gives it. */
const HEADWAY = `<?xml version="1.0"?><rss version="2.0"><channel><title>Acme Changelog</title><item><title>Faster search</title>
  <description>&lt;p&gt;Twice as &lt;strong&gt;fast&lt;/strong&gt;.&lt;/p&gt;</description><pubDate>Tue, 03 Feb 2026 10:00:00 +0000</pubDate>
  <link>https://headwayapp.co/acme-changelog/faster-search-1</link><guid>https://headwayapp.co/acme-changelog/faster-search-1</guid></item></channel></rss>`

test('what Headway, Beamer and LaunchNotes give is read as it was published, without drafts', async () => {
  const texts = await Promise.all(
    [HEADWAY, JSON.stringify(BEAMER), JSON.stringify(ANNOUNCEMENTS)].map(feedTexts),
  )
  assert.deepEqual(
    texts
      .flat()
      .map(({ id, name, body, at, page }) => [id, name, body, new Date(at ?? 0).toISOString(), page]),
    [
      [
        ...['https://headwayapp.co/acme-changelog/faster-search-1', 'Faster search', 'Twice as **fast**.'],
        ...['2026-02-03T10:00:00.000Z', 'https://headwayapp.co/acme-changelog/faster-search-1'],
      ],
      [
        ...['4711', 'Dark mode', 'It is **dark**.', '2026-02-10T09:30:00.000Z'],
        'https://app.getbeamer.com/acme/en/dark-mode-4711',
      ],
      [
        ...['ann_1', 'Exports', '## CSV\n\nFor all reports.', '2026-02-11T12:00:00.000Z'],
        'https://n.acme.example/a',
      ],
    ],
  )
})

test('an item has the kind that it is filed under, in the words of its tool', async () => {
  const items = [...KINDS, 'new', 'Bug fixes', 'Acme'].map(tag => ({
    id: tag,
    title: tag,
    tags: ['breaking', tag],
  }))
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Acme', items }
  const texts = [...(await feedTexts(JSON.stringify(feed))), ...(await feedTexts(JSON.stringify(BEAMER)))]
  const entries = await Promise.all(texts.map(text => wholeEntry({ ...text, at: 0 }, null)))
  assert.deepEqual(
    entries.map(entry => entry?.kind),
    [...KINDS, 'feature', 'fix', 'improvement', 'feature'],
  )
})

test('what only links to a comparison says nothing, but what compares does', () => {
  const empty = [
    'Compare: v1...v2',
    'Compare changes',
    '[Compare Source](https://example.com/a)',
    '**compare** https://example.com/a',
  ]
  const told = ['Compare plans side by side', 'Compare changes in a table', 'Compared with last month']
  for (const body of empty) assert.ok(isEmpty({ body }), body)
  for (const body of told) assert.ok(!isEmpty({ body }), body)
})

test('JSON without posts is refused, however deep it is', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  for (const document of ['{"data": null}', '[]', '{"errors": "none"}', deep])
    await assert.rejects(feedTexts(document), /No posts were found|not an Atom/)
})

test('a list of posts is found behind other objects, also when a post is about feeds, and one without words is no post', async () => {
  const posts = [{ id: 1, title: 'A feed', content: 'In the format of jsonfeed.org.', date: '2026-02-10' }]
  for (const answer of [posts, { page: { next: 2 }, tags: [{ name: 'new' }], labels: ['a'], posts }])
    assert.deepEqual(
      (await feedTexts(JSON.stringify(answer))).map(({ name }) => name),
      ['A feed'],
    )
  await assert.rejects(feedTexts(JSON.stringify([{ tag_name: 'v1', body: 'Fixes' }])), /No posts were found/)
})

test('a title in HTML is read as its text', async () => {
  const titleOf = async (title: string) => {
    const [text] = await feedTexts(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><id>1</id>${title}</entry></feed>`,
    )
    return text?.name
  }
  const html = '<title type="html"><![CDATA[It&#8217;s <b>here</b> &amp; a &lt; b&hellip;]]></title>'
  assert.equal(await titleOf(html), 'It’s here & a < b…')
  const xhtml =
    '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> one</div></title>'
  assert.equal(await titleOf(xhtml), 'A bold one')
  assert.equal(await titleOf('<title>A &lt;b&gt; tag</title>'), 'A <b> tag')
})

test('a date without a zone, or in one of an unknown name, is in UTC wherever the server stands', async () => {
  const zone = process.env.TZ
  process.env.TZ = 'America/New_York'
  try {
    const dates = [
      ...['Mon, 02 Mar 2026 10:00:00', 'Mon, 02 Mar 2026 10:00:00 CET', '2026-03-02T10:00:00'],
      ...['2026-03-02 10:00:00', 'Mon, 02 Mar 2026 05:00:00 EST', 'Mon, 02 Mar 2026 11:00:00 +0100'],
    ]
    for (const date of dates) {
      const item = `<item><title>a</title><pubDate>${date}</pubDate></item>`
      const [text] = await feedTexts(`<rss version="2.0"><channel><title>t</title>${item}</channel></rss>`)
      assert.equal(text?.at, Date.UTC(2026, 2, 2, 10), date)
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

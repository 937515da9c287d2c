import assert from 'node:assert/strict'
import { Marked } from 'marked'
import { changePage } from '#changelog/page/settings.ts'
import { aChangelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, withServer } from '#testing/served.ts'

const OPEN = [
  'Run this:\n\n```sh\npin --all',
  '~~~\npin',
  '- One\n  ```\n  pin',
  '> ```\n> pin',
  '1. One\n\n   ````\n   pin\n   ```',
  'Words <!-- and no end',
  'Words `<!--` <!-- and no end',
  'See `[a](javascript:x)` and [a](javascript:x).\n\n```\n[a](javascript:x)\n```',
  '<details><summary>More',
  '<script>\npin',
  '<![CDATA[ pin',
  '[Older pins]: https://evil.example/\n\nSee [Older pins].',
  '[Pins]: javascript:alert(1)\n\n[Pins] [a](javascript:alert(1)) [b](JavaScript&#58;alert(1)) <javascript:alert(1)> [c](data:text/html,x)',
]

const HEADINGS = [
  '# Fake',
  'Fake\n====',
  'Fake\n---',
  '  # Fake',
  '#\tFake',
  '- ```\n  x\n  ```\n\n# Fake',
  '> # Fake',
]

withServer('a heading of an entry stands below that of the entry', async ({ ask }, db) => {
  for (const body of HEADINGS) {
    const changelog = await aChangelog(db)
    await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true }))
    const id = await changelog.publish({ title: 'Pins & &copy; of them', body: `One\n\n${body}\n\nTwo` })
    const page = `/c/${changelog.account.publicId}`
    const { headers } = await ask(`${page}/e/x-${id}.md`)
    for (const [path, own] of [
      [`${page}/index.md`, 3],
      [String(headers.location), 1],
    ] as const) {
      const { text } = await ask(path)
      const depths: number[] = []
      const marked = new Marked()
      marked.walkTokens(
        marked.lexer(text),
        token => void (token.type === 'heading' && /Fake|Pins/.test(token.text) && depths.push(token.depth)),
      )
      assert.equal(depths[0], own, text)
      assert.ok(
        depths.slice(1).every(depth => depth > own),
        text,
      )
      assert.match(text, /One(?:.|\n)*Fake(?:.|\n)*Two/)
      assert.match(new Marked().parse(text, { async: false }), /Pins &amp; &amp;copy; of them/)
    }
  }
})

withServer('what one entry leaves open swallows no other in the Markdown of a page', async ({ ask }, db) => {
  for (const body of OPEN) {
    const changelog = await aChangelog(db)
    await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true }))
    const at = Date.parse('2026-03-10T12:00:00Z')
    await changelog.publish({ title: 'Older pins', body: 'See [Older pins] and [Pins].', at })
    await changelog.publish({ title: 'Newer pins', body, at: at + 1 })
    const { text } = await ask(`/c/${changelog.account.publicId}/index.md`)
    const marked = new Marked()
    const tokens = marked.lexer(text)
    const headings = tokens.flatMap(token =>
      token.type === 'heading' && token.depth === 3 ? [token.text] : [],
    )
    assert.equal(headings.length, 2, `${body}\n---\n${text}`)
    const links: string[] = []
    marked.walkTokens(tokens, token => void (token.type === 'link' && links.push(token.href)))
    assert.doesNotMatch(links.join(' '), /javascript|data:/i, text)
    assert.doesNotMatch(text, /^\[[^\]]*\]:/m)
    assert.doesNotMatch(text.replaceAll('`<!--`', ''), /<!--/)
    const older = text.slice(text.lastIndexOf('###'))
    assert.doesNotMatch(new Marked().parse(older, { async: false }), /evil\.example/)
    assert.equal(links.filter(href => href.includes('evil')).length, body.includes('evil') ? 1 : 0, text)
  }
})

withServer(
  'the Markdown of a page leads to every entry of one title, as the page does',
  async ({ ask }, db) => {
    const changelog = await aChangelog(db)
    await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true }))
    const at = Date.parse('2026-03-10T12:00:00Z')
    const publish = (day: number) =>
      changelog.publish({ title: 'Mend pins', kind: 'fix', at: at - day * 86_400_000 })
    const [newest, older, oldest] = [await publish(0), await publish(1), await publish(2)]
    const page = `/c/${changelog.account.publicId}`
    for (const path of [page, `${page}/index.md`]) {
      const { text } = await ask(path)
      for (const id of [newest, older, oldest]) assert.ok(text.includes(`/e/mend-pins-${id}`), path)
    }
    const { text } = await ask(`${page}/index.md`)
    assert.match(text, /\nFixed · 10 March 2026 · \[9 March 2026\]\(\S+\) · \[8 March 2026\]\(\S+\)\n/)
  },
)

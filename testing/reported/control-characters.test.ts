import assert from 'node:assert/strict'
import { changePage } from '#changelog/page/settings.ts'
import { markdownExport } from '#pipeline/export/markdown.ts'
import { aChangelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, withServer } from '#testing/served.ts'
import { withTeam } from '#testing/team.ts'

/** Characters that no reader may get: controls, and marks that hide text or change its direction. */
const HIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u200B\uFFFE\uFFFF]/
const ESCAPED = /\\u00[01][0-9a-f](?<!\\u00(?:09|0a|0d))|&#x?(?:1f|0?b|31|202e|8238);/i

withServer('a character that was written as a reference reaches no reader', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true }))
  const id = await changelog.publish({
    title: 'Pins keep their place',
    body: 'Pins stay&#x1F; in a room&#31;.&#11;\n\n- A list&#xB; of&#x202E; rooms&#8203;\n\n| a&#x7f; | b |\n| - | - |\n| c | d&#xFFFE; |',
  })
  const { publicId } = changelog.account
  const json = await ask(`/changelog/${publicId}.json`)
  const [item] = JSON.parse(json.text).items
  for (const name of ['content_html', 'content_text', 'summary']) {
    assert.match(item[name], /Pins stay in a room\./, name)
    assert.doesNotMatch(item[name], HIDDEN, name)
  }
  for (const path of [
    `/changelog/${publicId}`,
    `/c/${publicId}`,
    `/c/${publicId}/e/pins-keep-their-place-${id}`,
  ]) {
    const { status, text } = await ask(path)
    assert.equal(status, 200, path)
    assert.doesNotMatch(text, HIDDEN, path)
    assert.doesNotMatch(text, ESCAPED, path)
  }
})

const WRITTEN = 'Pins stay&#x1F; in a room&#31;.&#x202e; Write `&#31;` for it, &copy; or \\&#31;.'
const CLEANED = 'Pins stay in a room. Write `&#31;` for it, &copy; or \\&#31;.'

withServer('Markdown for programs has no reference to a character that is hidden', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true }))
  const id = await changelog.publish({ title: 'Pins &#x1F; rooms', body: WRITTEN })
  const page = `/c/${changelog.account.publicId}`
  const { headers } = await ask(`${page}/e/x-${id}.md`)
  for (const path of [`${page}/index.md`, String(headers.location)]) {
    const { text } = await ask(path)
    assert.ok(text.includes(CLEANED), text)
    assert.ok(text.includes('[Pins \\&#x1F; rooms]'), 'a title is plain text')
  }
})

withTeam('highlights have no reference to a character that is hidden', async (team, { ask }) => {
  const body =
    '```release-note\nYou can now pin a message. It stays&#x1F; on top of the room&#31; until some&#x202e;body removes it.\n```'
  await team.merge('feat: pin a message', { body })
  const [api, mcp] = [await team.token(), await team.token({ audience: 'mcp' })]
  const { text } = await ask('/api/v1/highlights', { headers: { authorization: `Bearer ${api.text}` } })
  const [{ pitch }] = JSON.parse(text).highlights
  const params = { name: 'get_highlights', arguments: {} }
  const answer = await ask('/mcp', {
    method: 'POST',
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json' },
      authorization: `Bearer ${mcp.text}`,
    },
  })
  const { structuredContent } = JSON.parse(answer.text).result
  assert.equal(structuredContent.highlights[0].pitch, pitch)
  assert.match(pitch, /stays on top of the room until somebody removes it/)
})

const ODD = 'https://github.com/acme/app/pull/1\u0001\u202E\uFFFE x'
const ENCODED = 'https://github.com/acme/app/pull/1%01%E2%80%AE%EF%BF%BE%20x'

withServer('an address from outside reaches readers as plain ASCII', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  await changelog.publish({ title: 'Pins keep their place', urls: [ODD] })
  await changelog.publish({ title: 'Rooms have names', urls: ['javascript:alert(1)'] })
  const feed = `/changelog/${changelog.account.publicId}`
  const { items } = JSON.parse((await ask(`${feed}.json`)).text)
  const addresses = items.map((item: { external_url?: string }) => item.external_url)
  assert.deepEqual(addresses.toSorted(), [ENCODED, undefined])
  const { text } = await ask(feed)
  assert.ok(text.includes(`href="${ENCODED}"`))
  assert.doesNotMatch(text, HIDDEN)
  const exported = (await Array.fromAsync(markdownExport(db.read, changelog.account))).join('')
  assert.ok(exported.includes(`(${ENCODED})`))
  assert.doesNotMatch(exported, /javascript/)
})

withTeam('so does that of a highlight', async (team, { ask }) => {
  await team.merge('feat: pin a message', { url: ODD })
  const headers = { authorization: `Bearer ${(await team.token()).text}` }
  const [{ codehost_url }] = JSON.parse((await ask('/api/v1/highlights', { headers })).text).highlights
  assert.equal(codehost_url, ENCODED)
})

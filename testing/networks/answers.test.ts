import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPost, NEVER, openBench } from './bench.ts'

test('x: an answer is compared with the text that was sent, in which X shortens links', async () => {
  await using bench = await openBench('x')
  const text = 'R&D news: acme.example and https://acme.example/a?b=1&c=2, <now>'
  const answering = (shown: string) => {
    bench.server.intercept(({ url }, answer) =>
      url.pathname === '/2/tweets' ? { status: 201, json: { data: { id: '1', text: shown } } } : answer(),
    )
    return bench.client.publish(aPost(text), NEVER)
  }
  const shown = 'R&amp;D news: https://t.co/a1 and https://t.co/b2, &lt;now&gt;'
  assert.equal((await answering(shown)).id, '1')
  assert.equal((await answering(`${shown} https://t.co/c3`)).id, '1')
  await assert.rejects(answering('R&amp;D news: https://t.co/a1 and https://t.co/b2, &lt;then&gt;'))
})

test('mastodon: an answer is compared with the text that was sent, which it shows as HTML', async () => {
  await using bench = await openBench('mastodon')
  const account = { id: bench.connection.profile.id }
  const text = 'R&D "news" #tag for @ann@other.example:\n\nhttps://acme.example/a?b=1&c=2\nIt\'s <now>'
  const answering = (content: string) => {
    const json = { id: '1', created_at: '2026-01-01', content, account }
    bench.server.intercept(({ method }, answer) => (method === 'POST' ? { status: 200, json } : answer()))
    return bench.client.publish(aPost(text), NEVER)
  }
  const shown = `<p>R&amp;D &quot;news&quot; <a href="/tags/tag">#<span>tag</span></a> for <span class="h-card"><a href="/@ann">@<span>ann</span></a></span>:</p>
    <p><a href="https://acme.example/a?b=1&amp;c=2"><span class="invisible">https://</span><span class="ellipsis">acme.example/a</span><span class="invisible">?b=1&amp;c=2</span></a><br />It&#39;s &lt;now&gt;</p>`
  assert.equal((await answering(shown)).id, '1')
  await assert.rejects(answering(shown.replace('now', 'then')), /another status/)
})

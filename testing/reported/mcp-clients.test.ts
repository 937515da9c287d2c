import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireResource } from '#auth/oauth/request.ts'
import { anOwner } from '#testing/owners.ts'
import type { TestServer } from '#testing/served.ts'
import { withRunningService } from '#testing/service.ts'
import { withTeam } from '#testing/team.ts'

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pinboard', version: '2' } },
}

/** Sends a message with these headers. Returns the status, the media type and the text of the answer. */
async function sent(
  { ask }: TestServer,
  token: string,
  message: object,
  headers: object = {},
  path = '/mcp',
) {
  const answer = await ask(path, {
    method: 'POST',
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 7, ...message })),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const form = String(answer.headers['content-type'] ?? '').split(';')[0]
  return { status: answer.status, form, text: answer.text, headers: answer.headers }
}

/** The JSON-RPC response in an answer, which is JSON or an event stream. */
const responseIn = ({ form, text }: { form?: string | undefined; text: string }) =>
  JSON.parse(form === 'text/event-stream' ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text)

withTeam('a client is answered in a form that it accepts', async (team, served) => {
  const { text: token } = await team.token({ audience: 'mcp' })
  const forms: [accept: string, forms: string[]][] = [
    ['*/*', ['application/json', 'text/event-stream']],
    ['application/json', ['application/json']],
    ['application/*', ['application/json']],
    ['Application/JSON; q=0.5', ['application/json']],
    ['text/event-stream', ['text/event-stream']],
    ['application/json, text/event-stream', ['application/json', 'text/event-stream']],
  ]
  for (const [accept, accepted] of forms)
    for (const message of [
      initialize,
      { method: 'tools/call', params: { name: 'get_highlights', arguments: {} } },
    ]) {
      const answer = await sent(served, token, message, { accept })
      assert.equal(answer.status, 200, accept)
      assert.ok(accepted.includes(answer.form ?? ''), `${accept}: ${answer.form}`)
      assert.equal(responseIn(answer).id, 7)
    }
  const without = await served.ask('/mcp', {
    method: 'POST',
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 7, ...initialize })),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  assert.equal(without.status, 200, 'no header accepts everything')
  assert.equal(
    (await sent(served, token, initialize, { accept: '' })).status,
    200,
    'and so does an empty one',
  )
  for (const accept of ['text/html', 'image/*', 'application/json;q=0'])
    assert.equal((await sent(served, token, initialize, { accept })).status, 406, accept)
})

withTeam('null stands for what was left out', async (team, served) => {
  await team.merge('feat: pin a message in a room', { body: 'Users can pin a message.' })
  const { text: token } = await team.token({ audience: 'mcp' })
  const call = async (given: unknown) => {
    const params = { name: 'get_highlights', arguments: given }
    return responseIn(await sent(served, token, { method: 'tools/call', params })).result
  }
  const whole = await call({})
  assert.equal(whole.structuredContent.highlights.length, 1)
  for (const given of [
    null,
    { kinds: null },
    { repo: null, cursor: null, days: null, min_magnitude: null, limit: null },
  ])
    assert.deepEqual((await call(given)).structuredContent.highlights, whole.structuredContent.highlights)
  assert.equal((await call({ colour: null })).isError, true, 'an unknown one is told')
  const listed = await sent(served, token, { method: 'tools/list', params: null })
  assert.equal(responseIn(listed).result.tools.length, 1)
  const page = await sent(served, token, { method: 'tools/list', params: { cursor: null } })
  assert.equal(responseIn(page).result.tools.length, 1)
})

withTeam('the endpoint has a slash at its end where a client adds one', async (team, served) => {
  const { text: token } = await team.token({ audience: 'mcp' })
  const answer = await sent(served, token, initialize, {}, '/mcp/')
  assert.equal(responseIn(answer).result.protocolVersion, '2025-06-18')
  const stranger = await sent(served, '', initialize, {}, '/mcp/')
  assert.equal(stranger.status, 401)
  assert.match(String(stranger.headers['www-authenticate']), /resource_metadata=/)
  assert.equal(stranger.headers['content-encoding'], undefined)
  const [plain, slashed] = await Promise.all(
    ['', '/'].map(end => served.ask(`/.well-known/oauth-protected-resource/mcp${end}`)),
  )
  assert.equal(slashed?.status, 200)
  assert.equal(slashed?.text, plain?.text)
})

test('the resource is the endpoint, with or without a slash at its end', () => {
  const resource = 'https://changelog.example.com/mcp'
  for (const asked of [null, resource, `${resource}/`]) requireResource(asked, resource)
  for (const asked of ['https://changelog.example.com', `${resource}/x`, `${resource}//`, `${resource}?`, ''])
    assert.throws(() => requireResource(asked, resource), { code: 'invalid_target' }, asked)
})

withRunningService('what is gone takes no more than any other request', async it => {
  const ada = await anOwner(it)
  const body = { text: 'x'.repeat(257 * 1024) }
  assert.equal((await ada.send('PUT', `/app/api/accounts/${it.account.publicId}/past`, body)).status, 413)
})

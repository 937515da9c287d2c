import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientDocuments } from '#auth/oauth/client-documents.ts'
import { ENGINES } from '#testing/databases.ts'
import { aMember } from '#testing/members.ts'
import { anOauthClient, opensMcp, REDIRECT } from '#testing/oauth-client.ts'
import { aService } from '#testing/service.ts'
import { manualClock } from '#testing/world.ts'

const ID = 'https://robot.example/client.json'

for (const engine of ENGINES) {
  test(`a client can be identified by the current version of its document (${engine})`, async () => {
    const clock = manualClock()
    let document: object = { client_id: ID, client_name: 'Robot', redirect_uris: [REDIRECT] }
    const clientDocuments = createClientDocuments(async () => Response.json(document), clock)
    await using it = await aService(engine, {}, { dashboard: { clientDocuments } })
    const ada = await aMember(it, 'ada@example.com', 'viewer')
    const robot = await anOauthClient(it)
    const asked = { client_id: ID }

    assert.equal((await robot.authorize(asked)).status, 302)
    const elsewhere = await robot.authorize({ ...asked, redirect_uri: 'https://evil.example/callback' })
    assert.deepEqual([elsewhere.status, elsewhere.headers.location], [400, undefined])
    const request = robot.request(asked)
    const { json } = await ada.post('/app/api/consent/look', { request })
    assert.deepEqual(json.client, { name: 'Robot', site: 'robot.example' })
    const input = { request, account: it.account.publicId }
    const agreed = await ada.post('/app/api/consent/allow', input)
    const code = new URL(agreed.json.location).searchParams.get('code') ?? ''
    assert.equal((await robot.exchange(code)).status, 400)
    const given = await robot.exchange(code, asked)
    const { access_token, refresh_token } = JSON.parse(given.text)
    assert.equal(await opensMcp(it, access_token), 200)
    assert.equal((await robot.refresh(refresh_token, asked)).status, 200)

    document = { client_id: ID, client_name: 'Robot 2', redirect_uris: ['https://robot.example/callback'] }
    assert.equal((await ada.post('/app/api/consent/allow', input)).status, 200)
    clock.advance(300_000)
    assert.equal((await robot.authorize(asked)).status, 400)
    assert.equal((await ada.post('/app/api/consent/allow', input)).status, 400)
    const path = `/app/api/accounts/${it.account.publicId}/clients`
    const names = (await ada.get(path)).json.clients.map((client: { name: string }) => client.name)
    assert.deepEqual(names, ['Robot'])
  })
}

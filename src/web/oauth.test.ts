import assert from 'node:assert/strict'
import { removeMember } from '#accounts/members.ts'
import { aMember, idOf, keeperOf } from '#testing/members.ts'
import { anOauthClient, opensMcp } from '#testing/oauth-client.ts'
import { withRunningService } from '#testing/service.ts'

withRunningService('a person lets a program in, and it reads for them until they end it', async it => {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  const robot = await anOauthClient(it)
  const led = await robot.authorize()
  assert.equal(led.status, 302)
  const page = new URL(String(led.headers.location))
  assert.equal(page.pathname, '/app/consent')
  const looked = await ada.post('/app/api/consent/look', { request: page.searchParams.get('request') })
  assert.deepEqual(looked.json.client, { name: 'Robot', site: null })
  assert.deepEqual(looked.json.target, { kind: 'machine', name: '127.0.0.1' })
  const tokens = await robot.tokens(ada)
  assert.equal(tokens.scope, 'highlights:read')
  assert.equal(await opensMcp(it, tokens.access_token), 200)
  const path = `/app/api/accounts/${it.account.publicId}/clients`
  const { json } = await ada.get(path)
  assert.equal(json.clients[0].name, 'Robot')
  assert.equal((await ada.send('DELETE', `${path}/${json.clients[0].id}`)).status, 200)
  assert.equal(await opensMcp(it, tokens.access_token), 401)
})

withRunningService('whoever leaves the account takes along what they let in', async it => {
  await aMember(it, 'owner@example.com', 'owner')
  const ada = await aMember(it, 'ada@example.com', 'writer')
  const robot = await anOauthClient(it)
  const { access_token } = await robot.tokens(ada)
  assert.equal(await opensMcp(it, access_token), 200)
  const id = await idOf(ada)
  await it.service.db.write(tx => removeMember(tx, keeperOf(it), it.account.id, id))
  assert.equal(await opensMcp(it, access_token), 401)
})

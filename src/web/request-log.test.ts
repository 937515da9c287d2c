import assert from 'node:assert/strict'
import { aDashboardClient } from '#testing/dashboard-client.ts'
import { withRunningService } from '#testing/service.ts'

withRunningService('the log names the route and never an id, a secret or a feed', async it => {
  const visitor = aDashboardClient(it)
  const { publicId } = it.account
  const asked: [method: string, path: string, route: string, status: number][] = [
    ['GET', `/app/api/accounts/${publicId}/members`, '/app/api/accounts/:account/members', 401],
    ['DELETE', `/app/api/me/sessions/${publicId}`, '/app/api/me/sessions/:session', 401],
    ['POST', '/app/api/set-up/look', '/app/api/set-up/look', 404],
    ['GET', '/app/api/welcome', '/app/api/welcome', 200],
    ['GET', '/app/api/nothing', '/app/api/*', 401],
    ['POST', '/app/auth/sign-out', '/app/auth/*', 200],
    ['GET', '/app/assets/nothing.js', '/app/assets/:name', 404],
    ['GET', '/api/v1/highlights', '/api/v1/highlights', 401],
    ['GET', '/docs', '/docs', 200],
    ['GET', `/nothing/${publicId}`, '/*', 404],
  ]
  for (const [method, path, route, status] of asked) {
    it.logged.length = 0
    await visitor.send(method, path, method === 'POST' ? { secret: 'never given' } : undefined)
    const line = it.logged.map(text => JSON.parse(text)).find(({ message }) => message === 'request')
    assert.deepEqual([line?.method, line?.route, line?.status], [method, route, status])
    assert.doesNotMatch(it.logged.join(''), new RegExp(publicId))
  }
  it.logged.length = 0
  assert.equal((await visitor.get(`/changelog/${publicId}`)).status, 200)
  assert.doesNotMatch(it.logged.join(''), new RegExp(publicId))
})

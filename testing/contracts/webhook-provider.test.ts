import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceWebhookProviders } from '#app/registry.ts'
import { AppError } from '#platform/errors.ts'
import { CODE_HOSTS, type CodeHostName } from '#pulls/hosts/hosts.ts'
import { PROTOCOLS } from '#testing/code-host-server/server.ts'
import { webhookProvider } from '../../src/app/webhooks.ts'

const NAMES = [...CODE_HOSTS, ...Object.keys(serviceWebhookProviders)]
const open = async (name: string) =>
  (await webhookProvider(name)) ?? assert.fail(`No provider is called ${name}.`)

/** Payloads that no provider sends, of every kind that JSON has. */
const STRANGE: unknown[] = [null, 7, 'text', [], {}, { action: 'closed', pull_request: { merged: true } }]
const BODY = new TextEncoder().encode('{}')

for (const name of NAMES) {
  test(`${name}: nothing is proven by missing, short or strange signatures`, async () => {
    const provider = await open(name)
    assert.equal(provider.name, name)
    for (const value of [
      undefined,
      '',
      'sha256=',
      'sha256=00',
      't=1,v1=00',
      'v1,AAAA',
      '\u0000',
      'é'.repeat(500),
    ]) {
      const headers = new Proxy({}, { get: () => value })
      assert.equal(provider.verify({ headers, body: BODY }, ['a secret of ours'], 0), false, String(value))
    }
  })

  test(`${name}: payloads of another shape are refused as such, or are none of its events`, async () => {
    const provider = await open(name)
    for (const payload of STRANGE) {
      const request = {
        headers: PROTOCOLS[name as CodeHostName]?.headers('', BODY, 'opened') ?? {},
        body: BODY,
      }
      const event = provider.eventNameOf(request, payload)
      provider.deliveryIdOf(request, payload)
      try {
        if (event !== null) provider.parse(event, payload)
      } catch (error) {
        assert.ok(error instanceof AppError && error.code === 'invalid_parameter', String(error))
      }
    }
  })
}

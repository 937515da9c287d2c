import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DnsServer, startDnsServer, useNameServer } from '#testing/dns-server.ts'
import { requireTxtRecord, txtRecords } from './dns.ts'

let server: DnsServer
let end: () => void

before(async () => {
  server = await startDnsServer()
  end = useNameServer(server.port)
})
after(async () => {
  end()
  await server.close()
})

test('TXT records are read whole, and a name without any has none', async () => {
  const long = 'x'.repeat(600)
  server.records.set('_tidings.acme.example', ['tidings-join=a', long])
  assert.deepEqual(await txtRecords('_tidings.Acme.example'), ['tidings-join=a', long])
  assert.deepEqual(await txtRecords('_tidings.other.example'), [])
})

test('a record that is not as it should be is told', async () => {
  const name = '_tidings.acme.example'
  server.records.set(name, ['v=spf1 -all', 'tidings-join=a'])
  await requireTxtRecord(txtRecords, { name, value: 'tidings-join=a' })
  await assert.rejects(requireTxtRecord(txtRecords, { name, value: 'tidings-join=b' }), {
    code: 'conflict',
    message: /^_tidings\.acme\.example has no TXT record with the value tidings-join=b; found “v=spf1 -all”/,
  })
})

test('a name server that does not answer is unavailable', async () => {
  server.refuse()
  await assert.rejects(txtRecords('_tidings.acme.example'), { code: 'unavailable' })
})

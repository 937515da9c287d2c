import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInMail, summaryMail } from '#accounts/mail/templates.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { MailFailure, type MailFailureReason } from '#platform/mail/mail.ts'
import { selfSigned } from '#testing/certificate.ts'
import {
  type MailServer,
  type MailWebContext,
  type Refusal,
  startMailServer,
  startMuteServer,
} from '#testing/mail-server.ts'
import { mailAddressFrom, mailboxFrom } from '../address.ts'
import { smtpServerFrom } from '../settings.ts'
import { smtpTransport } from './smtp.ts'

const from = mailboxFrom('Acme News <news@acme.example>')
const ada = mailAddressFrom('ada@example.com')
const ID = '7f3a0c3e-5a4e-4f53-9d0b-0a8b5f1d2c11'
const mail = signInMail({ link: 'https://news.acme.example/app/auth/link?token=abc', minutes: 15 })
const message: MailMessage = { ...mail, id: ID, to: ada }

/** Longer than any answer takes, however busy the machine is. */
const PATIENCE = { connectMs: 60_000, silenceMs: 60_000 }

const transportTo = (url: string, ca: string | null = null, limits = PATIENCE) =>
  smtpTransport({ server: smtpServerFrom(url), ca, from }, limits)

async function withServer(options: MailWebContext, body: (server: MailServer) => Promise<void>) {
  await using server = await startMailServer(options)
  await body(server)
}

const failsWith = async (sending: Promise<void>, reason: MailFailureReason, isWorthRetrying: boolean) => {
  const error = await sending.then(
    () => assert.fail('it was sent'),
    thrown => thrown,
  )
  assert.ok(error instanceof MailFailure)
  assert.deepEqual({ reason: error.reason, isWorthRetrying: error.isRetryable }, { reason, isWorthRetrying })
  assert.doesNotMatch(error.message, /ada|example|token/)
}

test('a mail reaches the server unchanged', () =>
  withServer({}, async server => {
    await transportTo(`smtp://127.0.0.1:${server.port}`).send(message)
    const [mail] = server.received
    assert.deepEqual(
      { from: mail?.from, to: mail?.to },
      { from: 'news@acme.example', to: ['ada@example.com'] },
    )
    const raw = mail?.raw ?? ''
    assert.match(raw, /^From: Acme News <news@acme.example>\r$/m)
    assert.match(raw, /^To: ada@example.com\r$/m)
    assert.match(raw, /^Subject: Sign in to Tidings\r$/m)
    assert.match(raw, new RegExp(`^Message-ID: <${ID}@acme.example>\\r$`, 'm'))
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(raw, /^Content-Type: multipart\/alternative/m)
    assert.doesNotMatch(raw, /^List-Unsubscribe/m)
    assert.match(raw.replaceAll('=\r\n', ''), /auth\/link\?token=(?:3D)?abc/)
  }))

test('a summary has one-click unsubscribe headers', () =>
  withServer({}, async server => {
    const summary = summaryMail({
      accountName: 'Acme',
      drafts: ['Export reports as CSV'],
      total: 1,
      page: 'review',
      link: 'https://news.acme.example/app',
      unsubscribe: `https://news.acme.example/mail/unsubscribe/${'a'.repeat(64)}`,
    })
    await transportTo(`smtp://127.0.0.1:${server.port}`).send({ ...summary, id: ID, to: ada })
    const headers = server.received[0]?.raw.replace(/\r\n[ \t]+/g, ' ') ?? ''
    assert.match(headers, /^List-Unsubscribe: <https:\/\/news.acme.example\/mail\/unsubscribe\/a{64}>\r$/m)
    assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  }))

test('text in a mail cannot add headers or recipients', () =>
  withServer({}, async server => {
    const subject = 'Hello\r\nBcc: eve@evil.example\r\nX-Evil: 1\r\n\r\nbody'
    const unsubscribe = 'https://a.example/\r\nBcc: eve@evil.example'
    const from = { name: 'A\r\nBcc: eve@evil.example', address: mailAddressFrom('a@acme.example') }
    const transport = smtpTransport({
      server: smtpServerFrom(`smtp://127.0.0.1:${server.port}`),
      ca: null,
      from,
    })
    await transport.send({
      ...message,
      subject,
      unsubscribe,
      text: '.\r\nRCPT TO:<eve@evil.example>\r\n.\r\n',
    })
    const [mail] = server.received
    assert.equal(server.received.length, 1)
    assert.deepEqual(mail?.to, ['ada@example.com'])
    const [headers = ''] = mail?.raw.split('\r\n\r\n') ?? []
    assert.doesNotMatch(headers, /^(?:Bcc|X-Evil):/im)
  }))

const refusal = (code: number, text: string): Refusal => ({ code, text })

test('a refused recipient is classified as unknown, rejected or temporary', () =>
  withServer({}, async server => {
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`)
    const answers: [Refusal, MailFailureReason, boolean][] = [
      [refusal(550, '5.1.1 No such user here'), 'no_such_address', false],
      [refusal(550, '5.7.1 ada@example.com is not for you'), 'refused', false],
      [refusal(550, 'Blocked'), 'refused', false],
      [refusal(552, '5.2.2 Mailbox full'), 'refused', false],
      [refusal(450, '4.2.1 Greylisted, come back later'), 'try_later', true],
      [refusal(451, '4.3.0 Trouble here'), 'try_later', true],
    ]
    for (const [answer, reason, isWorthRetrying] of answers) {
      server.behave({ recipient: () => answer })
      await failsWith(transport.send(message), reason, isWorthRetrying)
    }
    assert.deepEqual(server.received, [])
  }))

test('rejected content is distinguished from a temporary refusal', () =>
  withServer({}, async server => {
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`)
    server.behave({ content: () => refusal(554, '5.6.0 Looks like spam') })
    await failsWith(transport.send(message), 'refused', false)
    server.behave({ content: () => refusal(452, '4.3.1 Disk full') })
    await failsWith(transport.send(message), 'try_later', true)
    server.behave({})
    await transport.send(message)
    assert.equal(server.received.length, 1)
  }))

test('an unreachable or silent server is a temporary error within a time limit', async () => {
  const { port, close } = await startMailServer()
  await close()
  await failsWith(transportTo(`smtp://127.0.0.1:${port}`).send(message), 'unreachable', true)
  for (const greeting of ['', '220 here']) {
    await using mute = await startMuteServer(greeting)
    const impatient = transportTo(`smtp://127.0.0.1:${mute.port}`, null, { connectMs: 1_000, silenceMs: 300 })
    await failsWith(impatient.send(message), 'unreachable', true)
  }
})

test('a server that is too busy at its greeting is a temporary error', async () => {
  await using busy = await startMuteServer('421 4.3.2 Too many connections')
  await failsWith(transportTo(`smtp://127.0.0.1:${busy.port}`).send(message), 'try_later', true)
})

test('a password is sent only over TLS to a server with a trusted certificate', async () => {
  const certificate = selfSigned()
  const login = { user: 'tidings', password: 'p@ss word' }
  const url = (port: number, scheme = 'smtp') => `${scheme}://tidings:p%40ss%20word@127.0.0.1:${port}`
  await withServer({ certificate, login }, async server => {
    await transportTo(url(server.port), certificate.cert).send(message)
    assert.deepEqual(
      server.received.map(({ encrypted, user }) => ({ encrypted, user })),
      [{ encrypted: true, user: 'tidings' }],
    )
    await failsWith(transportTo(url(server.port)).send(message), 'misconfigured', true)
    const wrong = `smtp://tidings:wrong@127.0.0.1:${server.port}`
    await failsWith(transportTo(wrong, certificate.cert).send(message), 'misconfigured', true)
  })
  await withServer({ certificate, login, implicitTls: true }, async server => {
    await transportTo(url(server.port, 'smtps'), certificate.cert).send(message)
    assert.equal(server.received[0]?.encrypted, true)
  })
  await withServer({}, async server => {
    await failsWith(transportTo(url(server.port)).send(message), 'misconfigured', true)
    await failsWith(
      transportTo(`smtp://127.0.0.1:${server.port}?tls=required`).send(message),
      'misconfigured',
      true,
    )
  })
})

test('without a password TLS is used when offered, unless it is disabled', async () => {
  const certificate = selfSigned()
  await withServer({ certificate }, async server => {
    await transportTo(`smtp://127.0.0.1:${server.port}`, certificate.cert).send(message)
    await transportTo(`smtp://127.0.0.1:${server.port}?tls=off`).send(message)
    assert.deepEqual(
      server.received.map(({ encrypted }) => encrypted),
      [true, false],
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invitationMail, reconnectMail, signInMail, summaryMail } from '#accounts/mail/templates.ts'
import { addressKey, addressOrNull, mailAddressFrom, mailboxFrom } from './address.ts'
import { smtpServerFrom } from './settings.ts'
import { terminalTransport } from './transports/terminal.ts'

const link = 'https://news.acme.example/app/x?a=1&b=2'
const HOSTILE = '<img src=//evil.example onerror=x>"\r\nBcc: eve@evil.example\u202E'

test('an address is exactly one mailbox at a domain', () => {
  const good = {
    'ada@example.com': 'ada@example.com',
    ' Ada.Lovelace+news@Example.COM ': 'Ada.Lovelace+news@example.com',
    'ada@bücher.example': 'ada@xn--bcher-kva.example',
    'ada@example.com.': 'ada@example.com',
  }
  for (const [given, address] of Object.entries(good)) assert.equal(mailAddressFrom(given), address)
  const bad = [
    ...[
      '',
      'ada',
      '@example.com',
      'ada@',
      'ada@example',
      'ada@127.0.0.1',
      'ada@[127.0.0.1]',
      'a b@example.com',
    ],
    ...[
      'ada@example.com\r\nBcc: eve@evil.example',
      'ada@exa\r\nmple.com',
      'ada@example.com, eve@evil.example',
    ],
    ...[
      'Ada <ada@example.com>',
      '"a b"@example.com',
      '.ada@example.com',
      'a..b@example.com',
      'ada@-x.example',
    ],
    ...[
      `${'a'.repeat(65)}@example.com`,
      `ada@${'a.'.repeat(130)}example`,
      'ada@@example.com',
      'ada\u0000@x.example',
    ],
    ...['/', '\\', '?', '#', ':'].map(mark => `ada@example.com${mark}evil.example`),
  ]
  for (const given of bad) assert.equal(addressOrNull(given), null, given)
  assert.throws(() => mailAddressFrom('ada'), { code: 'invalid_parameter' })
})

test('two spellings of one mailbox have one key', () => {
  assert.equal(addressKey(mailAddressFrom('Ada@Example.com')), addressKey(mailAddressFrom('ada@EXAMPLE.com')))
})

test('a sender can have a name', () => {
  assert.deepEqual(mailboxFrom('"Acme News" <news@acme.example>'), {
    name: 'Acme News',
    address: 'news@acme.example',
  })
  assert.deepEqual(mailboxFrom('news@acme.example'), { name: '', address: 'news@acme.example' })
  for (const bad of ['Acme', 'Acme <news>', 'A <a@x.example> B', 'A <a@x.example> <b@x.example>'])
    assert.throws(() => mailboxFrom(bad), { code: 'invalid_parameter' })
})

test('untrusted text is escaped in every mail', () => {
  const mails = [
    invitationMail({ accountName: HOSTILE, from: HOSTILE, role: 'writer', link, days: 7 }),
    reconnectMail({ accountName: HOSTILE, socialAccount: HOSTILE, end: null, waitingPosts: 2, link }),
    summaryMail({
      accountName: HOSTILE,
      drafts: [HOSTILE],
      total: 12,
      page: 'review',
      link,
      unsubscribe: link,
    }),
    signInMail({ link, minutes: 15 }),
  ]
  for (const { subject, text, html } of mails) {
    assert.doesNotMatch(subject, /[\r\n\u202E]/)
    assert.ok(subject.length <= 120)
    assert.doesNotMatch(html, /<(?:img|script|link|iframe)|\bsrc=(?!\/\/evil)|@import|url\(/)
    assert.doesNotMatch(text, /^Bcc:/m)
    assert.match(html, /href="https:\/\/news.acme.example\/app\/x\?a=1&amp;b=2"/)
    assert.ok(text.includes(link))
    assert.match(html, /prefers-color-scheme: dark/)
  }
})

test('a summary lists some drafts and counts the rest', () => {
  const drafts = Array.from({ length: 12 }, (_, i) => `Draft ${i}`)
  const given = { accountName: 'Acme', page: 'review' as const, link, unsubscribe: link }
  const { subject, text } = summaryMail({ ...given, drafts, total: 12 })
  assert.equal(subject, '12 drafts wait in Acme')
  assert.match(text, /- Draft 9\n\nAnd 2 more\./)
  assert.doesNotMatch(text, /Draft 10/)
  assert.equal(summaryMail({ ...given, drafts: ['One'], total: 1 }).subject, 'One draft waits in Acme')
})

test('a mail has one button, and its plain text says the same', () => {
  const { html, text } = invitationMail({ accountName: 'Acme', from: 'Ada', role: 'writer', link, days: 7 })
  assert.equal(html.match(/class="on-button"/g)?.length, 1)
  for (const said of ['Join Acme on Tidings', 'as a writer', 'Accept invitation', 'expires in 7 days'])
    assert.ok(html.includes(said) && text.includes(said), said)
  assert.match(text, /\n-- \nIf you do not know the sender/)
})

test('links in a mail must be http or https', () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '/app', ''])
    assert.throws(() => signInMail({ link: bad, minutes: 15 }), /http\(s\)/)
})

test('without a mail server, the terminal shows only mail that a person is waiting for', async () => {
  const lines: string[] = []
  const terminal = terminalTransport(line => lines.push(line))
  const to = mailAddressFrom('ada@example.com')
  await terminal.send({ ...signInMail({ link, minutes: 15 }), id: 'a', to })
  assert.ok(lines[0]?.includes(link) && lines[0].includes('ada@example.com'))
  const summary = summaryMail({
    accountName: 'Acme',
    drafts: ['Secret'],
    total: 1,
    page: 'review',
    link,
    unsubscribe: link,
  })
  await terminal.send({ ...summary, id: 'b', to })
  assert.match(lines[1] ?? '', /No mail is configured; ada@example.com was not told: One draft waits in Acme/)
  assert.doesNotMatch(lines[1] ?? '', /Secret|https:/)
})

test('a mail server is configured by URL', () => {
  assert.deepEqual(smtpServerFrom('smtps://u:p%40@mail.example.com'), {
    host: 'mail.example.com',
    port: 465,
    encryption: 'implicit',
    login: { user: 'u', password: 'p@' },
  })
  assert.deepEqual(smtpServerFrom('smtp://mail.lan:25'), {
    host: 'mail.lan',
    port: 25,
    encryption: 'offered',
    login: null,
  })
  assert.equal(smtpServerFrom('smtp://u:p@mail.lan').encryption, 'required')
  assert.equal(smtpServerFrom('smtp://[::1]:25?tls=off').host, '::1')
  for (const bad of [
    'mail.lan:25',
    'https://u:geheim@mail.lan',
    'smtp://',
    'smtp://u:geheim@x/y',
    'smtp://x?tls=a',
  ])
    assert.throws(
      () => smtpServerFrom(bad),
      error => error instanceof Error && !error.message.includes('geheim'),
    )
  assert.throws(() => smtpServerFrom('smtp://u:%E0%A4%A@mail.lan'), { code: 'invalid_parameter' })
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { startOidcServer } from '#testing/oidc-server.ts'

test('doctor creates nothing', async () => {
  using cli = aCommandLine()
  // On a busy machine the background thread may be too slow, which fails the command.
  const { checks } = JSON.parse((await cli.run('doctor', '--json')).out)
  assert.deepEqual(
    checks.map(({ name }: { name: string }) => name),
    [
      'node',
      'git',
      'variables',
      'data directory',
      'database',
      'writing',
      'clock',
      'encryption key',
      'background thread',
      'host names',
      'hosts',
      'mail',
      'single sign-on',
      'social networks',
    ],
  )
  assert.equal(existsSync(join(cli.directory, 'data')), false)
})

test('doctor checks the mail server and reports errors without the password', async () => {
  const env = { TIDINGS_MAIL_FROM: 'news@acme.example' }
  const mailOf = async (port: number) => {
    const url = `smtp://127.0.0.1:${port}`
    using cli = aCommandLine({ ...env, TIDINGS_SMTP_URL: url })
    const { out } = await cli.run('doctor', '--json')
    return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'mail')
  }
  const server = await startMailServer()
  const well = await mailOf(server.port)
  await server.close()
  assert.deepEqual(well, {
    name: 'mail',
    ok: true,
    detail: '127.0.0.1 takes mail from news@acme.example',
    remedy: null,
  })
  const ill = await mailOf(server.port)
  assert.deepEqual(ill, {
    name: 'mail',
    ok: false,
    detail: 'The mail server cannot be reached or broke off.',
    remedy: 'Check TIDINGS_SMTP_URL, and that this machine may connect to the server.',
  })
})

test('a support bundle is written where nothing is yet, and replaces no file', async () => {
  using cli = aCommandLine({
    TIDINGS_SMTP_URL: 'smtp://ada:sesame@127.0.0.1:1',
    TIDINGS_MAIL_FROM: 'a@acme.test',
  })
  const { file } = await cli.json('support', 'bundle', '--out', 'help.json')
  const said = await cli.run('support', 'bundle', '--out', 'again.json')
  assert.match(
    said.out,
    /Read it before you send it\. (?:Open an issue at|Tidings has no public address yet)/,
  )
  const text = readFileSync(file, 'utf8')
  assert.doesNotMatch(text, /sesame|acme/)
  assert.ok(JSON.parse(text).checks.length > 10)
  const again = await cli.run('support', 'bundle', '--out', 'help.json')
  assert.match(again.err, /help\.json exists already/)
})

test('doctor reads the discovery document of the sign-in provider', async () => {
  await using provider = await startOidcServer('http://127.0.0.1:8080')
  const found = async (issuer: string) => {
    using cli = aCommandLine({ ...provider.env, TIDINGS_OIDC_ISSUER: issuer })
    const { checks } = JSON.parse((await cli.run('doctor', '--json')).out)
    return checks.find(({ name }: { name: string }) => name === 'single sign-on')
  }
  assert.equal((await found(provider.issuer)).detail, `${provider.issuer} can be used`)
  const other = await found(provider.issuer.replace('127.0.0.1', 'localhost'))
  assert.equal(other.ok, false)
  assert.match(other.detail, /issuer.* does not match/)
})

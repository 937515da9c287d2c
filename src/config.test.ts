import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { addressOf, readConfig, VARIABLES } from './config.ts'

const none = () => {
  throw new Error('no such file')
}

test('with nothing set it runs on an embedded database', () => {
  assert.deepEqual(readConfig({}, '/srv', none), {
    dataDirectory: '/srv/data',
    database: { engine: 'sqlite', file: '/srv/data/tidings.db' },
    host: '127.0.0.1',
    port: 8080,
    baseUrl: null,
    logLevel: 'info',
  })
})

test('a value may stand in a file', () => {
  const config = readConfig({ DATABASE_URL_FILE: '/run/secrets/db' }, '/srv', () => 'postgres://a@b/c\n')
  assert.deepEqual(config.database, { engine: 'postgres', url: 'postgres://a@b/c' })
})

test('all faults are reported together, none with its value', () => {
  const env = {
    PORT: '80a',
    DATABASE_URL: 'mysql://root:secret@x',
    TIDINGS_BASE_URL: 'ftp://x',
    TIDINGS_LOG_LEVEL: 'loud',
    TIDINGS_HOST_FILE: '/missing',
  }
  assert.throws(
    () => readConfig(env, '/srv', none),
    error => {
      assert.ok(error instanceof Error)
      for (const name of ['PORT', 'DATABASE_URL', 'TIDINGS_BASE_URL', 'TIDINGS_LOG_LEVEL', 'TIDINGS_HOST']) {
        assert.match(error.message, new RegExp(`${name}: `))
      }
      assert.doesNotMatch(error.message, /secret/)
      return true
    },
  )
})

test('the public address has no slash at its end', () => {
  assert.equal(
    readConfig({ TIDINGS_BASE_URL: 'https://x.example/news/' }, '/', none).baseUrl,
    'https://x.example/news',
  )
  assert.equal(addressOf('0.0.0.0', 80), 'http://localhost:80')
  assert.equal(addressOf('::1', 8080), 'http://[::1]:8080')
})

test('.env.example names every variable', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(match => match[1])
  assert.deepEqual(named, Object.keys(VARIABLES))
})

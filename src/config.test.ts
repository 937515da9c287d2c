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
    encryptionKeys: null,
    privateHosts: [],
    languageModel: null,
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

test('a language model is configured whole', () => {
  const env = {
    TIDINGS_LLM_PROVIDER: 'anthropic',
    TIDINGS_LLM_MODEL: 'claude-haiku-4-5',
    TIDINGS_LLM_API_KEY: 'sk-1',
    TIDINGS_LLM_MONTHLY_BUDGET: '20 USD',
  }
  assert.deepEqual(readConfig(env, '/', none).languageModel, {
    provider: 'anthropic',
    model: 'claude-haiku-4-5',
    apiKey: 'sk-1',
    baseUrl: 'https://api.anthropic.com/v1',
    monthlyBudget: { unit: 'micro-dollars', limit: 20_000_000 },
  })
  const own = {
    TIDINGS_LLM_PROVIDER: 'ollama',
    TIDINGS_LLM_MODEL: 'llama3',
    TIDINGS_LLM_BASE_URL: 'http://ollama.lan:11434',
  }
  assert.equal(readConfig(own, '/', none).languageModel?.baseUrl, 'http://ollama.lan:11434/api')
})

test('half a language model is refused, with all that is missing and none of the key', () => {
  const faults = (env: Record<string, string>, ...expected: RegExp[]) =>
    assert.throws(
      () => readConfig(env, '/', none),
      error => {
        assert.ok(error instanceof Error)
        for (const fault of expected) assert.match(error.message, fault)
        assert.doesNotMatch(error.message, /sk-secret/)
        return true
      },
    )
  faults({ TIDINGS_LLM_API_KEY: 'sk-secret' }, /TIDINGS_LLM_PROVIDER: not set/)
  faults({ TIDINGS_LLM_PROVIDER: 'openai' }, /TIDINGS_LLM_MODEL: needed/, /TIDINGS_LLM_API_KEY: needed/)
  faults(
    { TIDINGS_LLM_PROVIDER: 'openai-compatible', PORT: 'x' },
    /PORT: /,
    /TIDINGS_LLM_MODEL: needed/,
    /TIDINGS_LLM_BASE_URL: needed/,
  )
  faults(
    { TIDINGS_LLM_PROVIDER: 'clever', TIDINGS_LLM_MONTHLY_BUDGET: 'a lot', TIDINGS_LLM_BASE_URL: 'ftp://x' },
    /expected one of anthropic, openai, openai-compatible, ollama/,
    /like 20 USD or 2,000,000 tokens/,
    /TIDINGS_LLM_BASE_URL: /,
  )
  faults(
    { TIDINGS_LLM_PROVIDER: 'ollama', TIDINGS_LLM_MODEL: 'llama3', TIDINGS_LLM_MONTHLY_BUDGET: '5 USD' },
    /the price of ollama\/llama3 is not known, so give it in tokens/,
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

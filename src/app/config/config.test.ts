import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { localAddress, readConfig, VARIABLES } from './config.ts'

const none = () => {
  throw new Error('no such file')
}

test('the default is an embedded database', () => {
  assert.deepEqual(readConfig({}, '/srv', none), {
    dataDirectory: '/srv/data',
    database: { engine: 'sqlite', file: '/srv/data/tidings.db' },
    host: '127.0.0.1',
    port: 8080,
    baseUrl: null,
    logLevel: 'info',
    encryptionKeys: null,
    privateHosts: [],
    gitRoots: [],
    requestsPerMinute: 120,
    mcpHosts: [],
    hostProof: 'dns',
    metrics: null,
    languageModel: null,
    mail: null,
    mailWebhookSecrets: [],
    stripe: null,
    gitHubSignIn: null,
    oidc: null,
    networks: {
      bluesky: { serverUrl: 'https://bsky.social', plcUrl: 'https://plc.directory' },
      mastodon: {},
      x: {
        apiUrl: 'https://api.x.com',
        siteUrl: 'https://x.com',
        clientId: null,
        clientSecret: null,
      },
      linkedin: {
        apiUrl: 'https://api.linkedin.com',
        siteUrl: 'https://www.linkedin.com',
        clientId: null,
        clientSecret: null,
        version: '202610',
      },
    },
    trustedProxies: [],
  })
})

test('a value can be read from a file', () => {
  const config = readConfig({ DATABASE_URL_FILE: '/run/secrets/db' }, '/srv', () => 'postgres://a@b/c\n')
  assert.deepEqual(config.database, { engine: 'postgres', url: 'postgres://a@b/c' })
})

test('all errors are reported together, without the values', () => {
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

test('a complete language model configuration is accepted', () => {
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

test('an incomplete language model configuration is refused with all that is missing, without the key', () => {
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

/** Fails unless the error lists all faults at once without repeating the given values. */
const assertFaults = (env: Record<string, string>, given: RegExp, ...faults: RegExp[]) =>
  assert.throws(
    () => readConfig(env, '/', none),
    error => {
      assert.ok(error instanceof Error)
      for (const fault of faults) assert.match(error.message, fault)
      assert.doesNotMatch(error.message, given)
      return true
    },
  )

const SIGNING = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

test('a mail configuration must be complete', () => {
  const env = {
    TIDINGS_SMTP_URL: 'smtp://tidings:geheim@mail.lan:25',
    TIDINGS_MAIL_FROM: 'Acme <news@acme.example>',
    TIDINGS_EMAIL_WEBHOOK_SECRET: `${SIGNING}, ${SIGNING}`,
  }
  const { mail, mailWebhookSecrets } = readConfig(env, '/', none)
  assert.deepEqual(mail, {
    server: {
      host: 'mail.lan',
      port: 25,
      encryption: 'required',
      login: { user: 'tidings', password: 'geheim' },
    },
    ca: null,
    from: { name: 'Acme', address: 'news@acme.example' },
  })
  assert.deepEqual(mailWebhookSecrets, [SIGNING, SIGNING])
  assertFaults({ TIDINGS_SMTP_URL: env.TIDINGS_SMTP_URL }, /geheim/, /TIDINGS_MAIL_FROM: needed/)
  assertFaults({ TIDINGS_MAIL_FROM: env.TIDINGS_MAIL_FROM }, /acme/, /TIDINGS_SMTP_URL: not set/)
  assertFaults(
    {
      TIDINGS_SMTP_URL: 'http://u:geheim@x',
      TIDINGS_MAIL_FROM: 'geheim',
      TIDINGS_EMAIL_WEBHOOK_SECRET: 'geheim',
    },
    /geheim/,
    /TIDINGS_SMTP_URL: expected/,
    /TIDINGS_MAIL_FROM: An e-mail address looks like ada@example\.com(?:; |\.$)/,
    /TIDINGS_EMAIL_WEBHOOK_SECRET: expected/,
  )
})

test('a payment configuration must be complete', () => {
  const env = {
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TIDINGS_STRIPE_PRICE: 'price_1',
  }
  assert.deepEqual(readConfig(env, '/', none).stripe, {
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
    price: 'price_1',
    apiUrl: 'https://api.stripe.com',
  })
  const { TIDINGS_STRIPE_SECRET_KEY } = env
  assertFaults(
    { TIDINGS_STRIPE_SECRET_KEY },
    /sk_test/,
    /STRIPE_WEBHOOK_SECRET: needed/,
    /STRIPE_PRICE: needed/,
  )
  assertFaults({ TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /whsec_1/, /STRIPE_SECRET_KEY: needed/)
  assertFaults({ ...env, TIDINGS_STRIPE_SECRET_KEY: 'geheim 1' }, /geheim/, /STRIPE_SECRET_KEY: expected/)
})

test('a trailing slash of the public address is removed', () => {
  assert.equal(
    readConfig({ TIDINGS_BASE_URL: 'https://x.example/news/' }, '/', none).baseUrl,
    'https://x.example/news',
  )
  assert.equal(localAddress('0.0.0.0', 80), 'http://localhost:80')
  assert.equal(localAddress('::1', 8080), 'http://[::1]:8080')
})

test('.env.example names every variable', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(match => match[1])
  assert.deepEqual(named, Object.keys(VARIABLES))
})

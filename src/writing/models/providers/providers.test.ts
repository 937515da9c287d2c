import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openOutbound } from '#platform/http/guarded-client.ts'
import {
  type Behaviour,
  type LanguageModelServer,
  startLanguageModelServer,
  USAGE,
} from '#testing/language-model-server.ts'
import { until } from '#testing/until.ts'
import {
  adviceOn,
  LanguageModelFailure,
  type LanguageModelFailureReason,
} from '#writing/models/language-model.ts'
import { providerFetch } from '#writing/models/provider-fetch.ts'
import type { LanguageModel } from '../language-model.ts'
import { LANGUAGE_MODEL_PROVIDER_NAMES, type LanguageModelProviderName, providerUrl } from '../settings.ts'
import { anthropic } from './anthropic.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openaiCompatible } from './openai-compatible.ts'
import type { Provider } from './sdk.ts'

const PROVIDERS: Record<LanguageModelProviderName, Provider> = {
  anthropic,
  openai,
  'openai-compatible': openaiCompatible,
  ollama,
}
const MODELS: Record<LanguageModelProviderName, string> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5-mini',
  'openai-compatible': 'some-model',
  ollama: 'llama3',
}

/** A time-out that is longer than any answer takes, however busy the machine is. */
const PATIENCE_MS = 60_000

let server: LanguageModelServer
before(async () => {
  server = await startLanguageModelServer()
})
after(() => server.close())

const connectionTo = (provider: LanguageModelProviderName, idleMs = PATIENCE_MS) => ({
  apiKey: 'secret-key',
  baseUrl: providerUrl(provider, server.address) ?? '',
  fetch: providerFetch(
    openOutbound({
      allow: [new URL(server.address).host],
      timeoutMs: PATIENCE_MS,
      idleMs,
      maxBytes: 65_536,
    }).fetch,
  ),
})

const modelOf = (
  provider: LanguageModelProviderName,
  { timeoutMs = PATIENCE_MS, idleMs = PATIENCE_MS } = {},
): LanguageModel =>
  PROVIDERS[provider].open({ ...connectionTo(provider, idleMs), model: MODELS[provider], timeoutMs })

const schema = z.strictObject({ colour: z.enum(['red', 'green']), words: z.string() })
const GOOD = JSON.stringify({ colour: 'red', words: 'A red one' })
const ask = (model: LanguageModel, signal?: AbortSignal) =>
  model.ask({
    instructions: 'Name the colour.',
    prompt: 'It is red.',
    schema,
    maxOutputTokens: 50,
    ...(signal && { signal }),
  })

const onEveryProvider = (name: string, body: (provider: LanguageModelProviderName) => Promise<void>) => {
  for (const provider of LANGUAGE_MODEL_PROVIDER_NAMES) test(`${name} (${provider})`, () => body(provider))
}

onEveryProvider('a question takes one call, and its tokens are counted', async provider => {
  server.behave(() => ({ text: GOOD }))
  const before = server.asked.length
  const model = modelOf(provider)
  const { value, usage } = await ask(model)
  assert.deepEqual(value, { colour: 'red', words: 'A red one' })
  assert.deepEqual(usage, USAGE)
  assert.equal(model.costOf(USAGE) !== undefined, provider === 'anthropic' || provider === 'openai')
  assert.equal(server.asked.length, before + 1)
  const asked = server.asked.at(-1)
  assert.equal(asked?.provider, provider)
  assert.match(asked?.instructions ?? '', /Name the colour/)
  assert.match(asked?.prompt ?? '', /It is red/)
  assert.match(JSON.stringify(asked?.body), /"enum":\["red","green"\]/)
  assert.match(JSON.stringify(asked?.headers), /secret-key/)
})

const answers = (respond: (response: ServerResponse) => void): Behaviour => {
  return () => (_, response) => respond(response)
}
const sends = (status: number, body: string, headers: Record<string, string> = {}) =>
  answers(response =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  )

/** Every misbehaviour of a server, the resulting failure, and whether tokens were reported. */
const MISBEHAVIOURS: [string, Behaviour, LanguageModelFailureReason, counted?: 'counted'][] = [
  ['never answers', () => () => {}, 'timeout'],
  [
    'hangs in the middle of its answer',
    answers(response => response.writeHead(200, { 'content-type': 'application/json' }).write('{"id": "')),
    'timeout',
  ],
  [
    'drips its answer',
    answers(response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 50)
      response.once('close', () => clearInterval(drip))
    }),
    'timeout',
  ],
  ['is busy for an hour', sends(429, '{}', { 'retry-after': '3600' }), 'rate_limited'],
  ['does not know the key', sends(401, '{"error":{"message":"bad key","type":"auth"}}'), 'wrong_key'],
  ['does not know the model', sends(404, '{"error":{"message":"no such model"}}'), 'unknown_model'],
  ['has nothing at this path', sends(404, 'Not Found'), 'wrong_address'],
  ['wants to be paid', sends(402, '{"error":{"message":"Insufficient Balance"}}'), 'no_credit'],
  [
    'has no credit left',
    sends(429, '{"error":{"type":"insufficient_quota","code":"insufficient_quota"}}'),
    'no_credit',
  ],
  [
    'has too low a credit balance',
    sends(400, '{"type":"error","error":{"message":"Your credit balance is too low to access the API."}}'),
    'no_credit',
  ],
  ['does not take the request', sends(400, '{"error":{"message":"unsupported parameter"}}'), 'rejected'],
  [
    'answers with an HTML page',
    sends(200, '<html>Sign in</html>', { 'content-type': 'text/html' }),
    'invalid_output',
  ],
  ['answers with nothing', sends(200, ''), 'invalid_output'],
  ['answers with an empty object', sends(200, '{}'), 'invalid_output'],
  ['answers with a megabyte', sends(200, `{"id":"${'x'.repeat(1_000_000)}"}`), 'invalid_output'],
  [
    'sends us elsewhere',
    () => (request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:9/${request.url}` }).end(),
    'unreachable',
  ],
  ['says what is not JSON', () => ({ text: 'The colour is red.' }), 'invalid_output', 'counted'],
  ['says another shape', () => ({ text: '{"color":"red"}' }), 'invalid_output', 'counted'],
  [
    'says more than was asked',
    () => ({ text: '{"colour":"red","words":"","x":1}' }),
    'invalid_output',
    'counted',
  ],
  ['says nothing', () => ({ text: '' }), 'invalid_output'],
  ['is cut off', () => ({ text: '{"colour":"red","wor', ends: 'length' }), 'cut_off', 'counted'],
]

for (const [what, behaviour, reason, counted] of MISBEHAVIOURS) {
  onEveryProvider(`a model that ${what} ends as ${reason}`, async provider => {
    server.behave(behaviour)
    const timeoutMs = reason === 'timeout' ? 200 : PATIENCE_MS
    const failure = await failureOf(ask(modelOf(provider, { timeoutMs })))
    assert.equal(failure.reason, reason)
    if (counted) assert.deepEqual(failure.usage, USAGE)
    assert.ok(failure.message.endsWith(adviceOn(reason).replace('The writer ', '')), failure.message)
    assert.doesNotMatch(failure.message, /secret-key/)
  })
}

for (const provider of ['anthropic', 'openai', 'openai-compatible'] as const) {
  test(`a refusal is distinguished from an invalid answer (${provider})`, async () => {
    server.behave(() => ({ text: 'I cannot help with that.', ends: 'refusal' }))
    const failure = await failureOf(ask(modelOf(provider)))
    assert.equal(failure.reason, 'refusal')
    assert.deepEqual(failure.usage, USAGE)
  })
}

async function failureOf(question: Promise<unknown>): Promise<LanguageModelFailure> {
  const thrown = await question.then(
    () => assert.fail('It answered.'),
    error => error,
  )
  assert.ok(thrown instanceof LanguageModelFailure, String(thrown))
  return thrown
}

test('a busy provider is retried after its Retry-After time, within the deadline', async () => {
  let attempts = 0
  const times: number[] = []
  server.behave(() => {
    times.push(performance.now())
    attempts++
    if (attempts > 1) return { text: GOOD }
    return (_, response) =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
        .end('{"error":{"message":"busy","type":"rate_limit"}}')
  })
  await ask(modelOf('anthropic'))
  assert.equal(attempts, 2)
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 990, 'asked again too early')
})

test('a provider that keeps failing is retried until the deadline', async () => {
  server.behave(sends(500, '{"error":{"message":"broken"}}'))
  const failure = await failureOf(ask(modelOf('openai', { timeoutMs: 500 })))
  assert.equal(failure.reason, 'timeout')
})

test('a broken connection is reported as unreachable', async () => {
  server.behave(() => request => void request.socket.destroy())
  assert.match((await failureOf(ask(modelOf('anthropic', { timeoutMs: 500 })))).reason, /unreachable|timeout/)
})

/** Failures that repeating cannot change, or whose request may have been answered and charged although no answer arrived. */
const NOT_REPEATED: [string, Behaviour, { idleMs: number }][] = [
  ['says nothing for long', () => () => {}, { idleMs: 200 }],
  ['does not know the key', sends(401, '{}'), { idleMs: PATIENCE_MS }],
  ['has no credit left', sends(429, '{"error":{"code":"insufficient_quota"}}'), { idleMs: PATIENCE_MS }],
]

for (const [what, behaviour, { idleMs }] of NOT_REPEATED) {
  onEveryProvider(`a model that ${what} is asked once`, async provider => {
    server.behave(behaviour)
    const before = server.asked.length
    const failure = await failureOf(ask(modelOf(provider, { idleMs })))
    assert.notEqual(failure.reason, 'unreachable')
    assert.equal(server.asked.length, before + 1)
  })
}

onEveryProvider('the models are listed, with the key', async provider => {
  server.list(['gpt-large', 'gpt-small', 'text-embedding-3'])
  assert.deepEqual(await PROVIDERS[provider].models(connectionTo(provider)), ['gpt-large', 'gpt-small'])
  assert.match(JSON.stringify(server.listed.at(-1)), /secret-key/)
})

onEveryProvider(
  'a wrong key is told before a model is chosen, and a server may have no list',
  async provider => {
    server.list('wrong key')
    const failure = await failureOf(PROVIDERS[provider].models(connectionTo(provider)))
    assert.equal(failure.reason, 'wrong_key')
    server.list(null)
    assert.equal(await PROVIDERS[provider].models(connectionTo(provider)), null)
  },
)

onEveryProvider('answers are asked to be steady, and what was sent is told', async provider => {
  server.behave(() => ({ text: GOOD }))
  const { sampling } = await ask(modelOf(provider))
  // The library knows that this model of OpenAI thinks, and therefore sends it no temperature.
  const seed = provider === 'anthropic' ? {} : { seed: 1 }
  assert.deepEqual(sampling, provider === 'openai' ? {} : { temperature: 0, ...seed })
  const { body = {} } = server.asked.at(-1) ?? {}
  const sent = Object(provider === 'ollama' ? body.options : body)
  assert.deepEqual([sent.temperature, sent.seed], [sampling.temperature, sampling.seed])
})

test('a model that refuses a temperature is asked again without, once for all', async () => {
  server.behave(asked => {
    if (!('temperature' in asked.body)) return { text: GOOD }
    return sends(400, '{"error":{"message":"Unsupported value: temperature does not support 0."}}')(asked)
  })
  const [before, model] = [server.asked.length, modelOf('openai-compatible')]
  for (let time = 0; time < 2; time++) assert.deepEqual((await ask(model)).sampling, {})
  assert.equal(server.asked.length, before + 3)
})

test('a call can be aborted', async () => {
  server.behave(() => () => {})
  const controller = new AbortController()
  const before = server.asked.length
  const asked = ask(modelOf('openai'), controller.signal)
  await until(() => server.asked.length > before)
  controller.abort(new Error('shutting down'))
  await assert.rejects(asked, /shutting down/)
})

test('OpenAI is told to store nothing, and Ollama gets an output limit', async () => {
  server.behave(() => ({ text: GOOD }))
  await ask(modelOf('openai'))
  assert.equal(server.asked.at(-1)?.body.store, false)
  await ask(modelOf('ollama'))
  const { options } = server.asked.at(-1)?.body ?? {}
  assert.deepEqual(options, { num_ctx: 16_384, num_predict: 50, temperature: 0, seed: 1 })
})

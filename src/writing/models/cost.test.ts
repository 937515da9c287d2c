import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetFrom, costOf, hasPrice } from './cost.ts'
import { providerUrl } from './settings.ts'

test('a budget is an amount of money or tokens', () => {
  assert.deepEqual(budgetFrom('20 USD'), { unit: 'micro-dollars', limit: 20_000_000 })
  assert.deepEqual(budgetFrom('7.50 usd'), { unit: 'micro-dollars', limit: 7_500_000 })
  assert.deepEqual(budgetFrom('2,000,000 tokens'), { unit: 'tokens', limit: 2_000_000 })
  assert.deepEqual(budgetFrom('0 tokens'), { unit: 'tokens', limit: 0 })
  for (const text of ['20', 'USD', '20 EUR', '-1 USD', '1.5 tokens', '1e9 tokens', '20 USD a day']) {
    assert.throws(() => budgetFrom(text), /like 20 USD or 2,000,000 tokens/, text)
  }
})

test('a call costs the price of its tokens, and an unknown model has no price', () => {
  const usage = { inputTokens: 1_000, outputTokens: 100 }
  assert.equal(costOf('anthropic/claude-sonnet-4-5', usage), 4_500)
  assert.equal(costOf('anthropic/claude-sonnet-4-5-20250929', usage), 4_500)
  assert.equal(costOf('openai-compatible/gpt-5', usage), undefined)
  assert.equal(hasPrice('openai/gpt-5-mini-2025-08-07'), true)
  assert.equal(hasPrice('ollama/llama3'), false)
})

test('a base URL without a path gets the default path', () => {
  assert.equal(providerUrl('anthropic', null), 'https://api.anthropic.com/v1')
  assert.equal(providerUrl('ollama', 'http://ollama.lan:11434/'), 'http://ollama.lan:11434/api')
  assert.equal(
    providerUrl('openai-compatible', 'https://llm.example/openai/v1/'),
    'https://llm.example/openai/v1',
  )
  assert.equal(providerUrl('openai-compatible', null), null)
})

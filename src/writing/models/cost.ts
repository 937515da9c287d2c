import { AppError } from '#platform/errors.ts'
import type { TokenUsage } from './language-model.ts'

/** A price in US dollars per million tokens, which equals micro-dollars per token. */
interface Price {
  input: number
  output: number
}

/** The day on which the providers' list prices were looked up. */
export const PRICES_AS_OF = '2026-10-24'

/** The list prices for short prompts, without discounts. A name also covers its dated versions. */
const PRICES: Record<string, Price> = {
  'anthropic/claude-opus-5-5': { input: 4, output: 20 },
  'anthropic/claude-opus-5': { input: 5, output: 25 },
  'anthropic/claude-opus-4-8': { input: 5, output: 25 },
  'anthropic/claude-opus-4-7': { input: 5, output: 25 },
  'anthropic/claude-opus-4-6': { input: 5, output: 25 },
  'anthropic/claude-opus-4-5': { input: 5, output: 25 },
  'anthropic/claude-opus-4-1': { input: 15, output: 75 },
  'anthropic/claude-sonnet-5-5': { input: 2, output: 10 },
  'anthropic/claude-sonnet-5': { input: 2, output: 10 },
  'anthropic/claude-sonnet-4-6': { input: 3, output: 15 },
  'anthropic/claude-sonnet-4-5': { input: 3, output: 15 },
  'anthropic/claude-sonnet-4': { input: 3, output: 15 },
  'anthropic/claude-haiku-5-5': { input: 0.1, output: 0.5 },
  'anthropic/claude-haiku-4-5': { input: 1, output: 5 },
  'anthropic/claude-3-5-haiku': { input: 0.8, output: 4 },
  'openai/gpt-6-astra': { input: 10, output: 50 },
  'openai/gpt-6-sol': { input: 2, output: 10 },
  'openai/gpt-6-luna': { input: 0.1, output: 0.5 },
  'openai/gpt-5.6-terra': { input: 2, output: 12 },
  'openai/gpt-5.6-luna': { input: 0.2, output: 1.2 },
  'openai/gpt-5.5': { input: 5, output: 30 },
  'openai/gpt-5.4': { input: 2.5, output: 15 },
  'openai/gpt-5.4-mini': { input: 0.75, output: 4.5 },
  'openai/gpt-5.4-nano': { input: 0.2, output: 1.25 },
  'openai/gpt-5': { input: 1.25, output: 10 },
  'openai/gpt-5-mini': { input: 0.25, output: 2 },
  'openai/gpt-5-nano': { input: 0.05, output: 0.4 },
  'openai/gpt-4.1': { input: 2, output: 8 },
  'openai/gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'openai/gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'openai/gpt-4o': { input: 2.5, output: 10 },
  'openai/gpt-4o-mini': { input: 0.15, output: 0.6 },
}

const DATE = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/

/** Whether the cost of `provider/model` is known, which a budget in money needs. */
export const hasPrice = (name: string): boolean => priceOf(name) !== undefined

/** The cost in micro-dollars, rounded up; undefined when the price of `provider/model` is unknown. */
export function costOf(name: string, { inputTokens, outputTokens }: TokenUsage): number | undefined {
  const price = priceOf(name)
  return price && Math.ceil(inputTokens * price.input + outputTokens * price.output)
}

/** The price of `provider/model`; undefined when it is unknown. */
export const priceOf = (name: string): Price | undefined => PRICES[name.replace(DATE, '')]

/** The limit of an account for a calendar month (UTC). */
export type Budget = { unit: 'tokens'; limit: number } | { unit: 'micro-dollars'; limit: number }

const BUDGET_PATTERN = /^(\d{1,3}(?:[_,]?\d{3})*|\d+)(\.\d{1,2})?\s*(usd|tokens)$/i

/** Parses `20 USD`, `7.50 USD` or `2,000,000 tokens`. Throws `invalid_parameter` for anything else. */
export function budgetFrom(text: string): Budget {
  const [, whole = '', fraction = '', unit = ''] = BUDGET_PATTERN.exec(text.trim()) ?? []
  const amount = Number(whole.replace(/[_,]/g, '') + fraction)
  const isMoney = unit.toLowerCase() === 'usd'
  if (unit === '' || (fraction !== '' && !isMoney) || amount > 1e9) {
    throw new AppError('invalid_parameter', 'expected an amount a month like 20 USD or 2,000,000 tokens')
  }
  return isMoney
    ? { unit: 'micro-dollars', limit: Math.round(amount * 1e6) }
    : { unit: 'tokens', limit: amount }
}

/** The text of a budget in the form that `budgetFrom` reads. */
export const budgetText = ({ unit, limit }: Budget): string =>
  unit === 'tokens'
    ? `${limit.toLocaleString('en')} tokens`
    : `${(limit / 1e6).toFixed(2).replace(/\.00$/, '')} USD`

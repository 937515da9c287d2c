import { AppError } from '#platform/errors.ts'

/** What an account may use up in a calendar month (UTC). */
export type Budget = { unit: 'tokens'; limit: number } | { unit: 'micro-dollars'; limit: number }

const WRITTEN = /^(\d{1,3}(?:[_,]?\d{3})*|\d+)(\.\d{1,2})?\s*(usd|tokens)$/i

/** Reads `20 USD`, `7.50 USD` or `2,000,000 tokens`. `invalid_parameter` for anything else. */
export function budgetFrom(text: string): Budget {
  const [, whole = '', fraction = '', unit = ''] = WRITTEN.exec(text.trim()) ?? []
  const amount = Number(whole.replace(/[_,]/g, '') + fraction)
  const isMoney = unit.toLowerCase() === 'usd'
  if (unit === '' || (fraction !== '' && !isMoney) || amount > 1e9) {
    throw new AppError('invalid_parameter', 'expected an amount a month like 20 USD or 2,000,000 tokens')
  }
  return isMoney
    ? { unit: 'micro-dollars', limit: Math.round(amount * 1e6) }
    : { unit: 'tokens', limit: amount }
}

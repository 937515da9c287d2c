import type { Trial } from '#pipeline/judging/try-writer.ts'
import { safeLine, safeText } from '#platform/text.ts'
import { adviceOn, failureIn } from '#writing/models/language-model.ts'

/** One merge with its words before and after, for a terminal. */
export function trialText({ reference, title, before, after, fault, seconds, usage, cost }: Trial): string {
  const tokens = (usage.inputTokens + usage.outputTokens).toLocaleString('en')
  const price = cost === null ? '' : `, ${(cost / 1e6).toFixed(4)} USD`
  const lines = [
    `${reference}  ${safeLine(title)}`,
    ...wordsOf('Before', before),
    ...(after ? wordsOf('After', after) : []),
    ...(fault ? [`  ${safeLine(faultText(fault))}`] : []),
    `  ${seconds.toFixed(1)} s, ${tokens} tokens${price}`,
  ]
  return `${lines.join('\n')}\n\n`
}

function faultText(fault: string): string {
  const failure = failureIn(fault)
  return failure === null ? `No words: ${fault}.` : adviceOn(failure)
}

function wordsOf(name: string, { headline, body }: Trial['before']): string[] {
  const [first, ...rest] = [
    safeLine(headline),
    ...safeText(body)
      .split('\n')
      .filter(line => line !== ''),
  ]
  return [`  ${name.padEnd(8)}${first}`, ...rest.map(line => `          ${line}`)]
}

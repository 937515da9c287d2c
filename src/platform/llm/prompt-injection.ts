import { foldings } from './homoglyphs.ts'
import { HINTS, INJECTION_PATTERNS } from './prompt-injection-patterns.ts'

/** The sentences that speak to a language model, as they stand in the text; the whole text where only all of it together does. */
export const promptInjectionsIn = (text: string): string[] => passagesWith(INJECTION_PATTERNS, text)

/** The text without what speaks to a language model, or may be meant for one. */
export function withoutPromptInjections(text: string): string {
  const found = passagesWith([...INJECTION_PATTERNS, ...HINTS], text)
  return without(text, found).trim()
}

function passagesWith(patterns: readonly RegExp[], text: string): string[] {
  const found = passagesOf(text).filter(passage => matches(patterns, passage))
  return matches(INJECTION_PATTERNS, without(text, found)) ? [text] : found
}

const matches = (patterns: readonly RegExp[], text: string): boolean =>
  foldings(text).some(folded => patterns.some(pattern => pattern.test(folded)))

/** Lines, and the sentences of each. */
const passagesOf = (text: string): string[] =>
  text.split(/\n|(?<=[.!?。！？])\s+/).filter(passage => passage.trim() !== '')

const without = (text: string, passages: readonly string[]): string =>
  passages.reduce((left, passage) => left.replaceAll(passage, ''), text)

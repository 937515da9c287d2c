import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type PageWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'

export type { PageWords }

/** The words by language, without region or script. */
const LANGUAGES: Record<string, PageWords> = { ar, de, en, es, fr, ja, pt }

/** The words for an account's language, a BCP 47 tag; English where there are none. */
export const wordsFor = (language: string): PageWords => {
  const [primary = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(LANGUAGES, primary) ? LANGUAGES[primary] : undefined) ?? en
}

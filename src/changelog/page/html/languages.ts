import { pageAddress } from '#changelog/feeds/address.ts'
import { wordsFor } from '#changelog/words/words.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { FoundPage } from '../find-page.ts'
import { languageAttributes } from './entry.ts'

/** A page, and the address that it was requested at. */
interface Place {
  page: FoundPage
  baseUrl: string
  /** The requested address of the page, without a language and without a slash at its end. */
  siteRoot: string
}

/** Links to the same document in the page's other languages. */
interface InLanguages {
  /** HTML for the head that tells search engines where the others are. Empty if there is only one language. */
  head: string
  /** HTML that lets readers choose, with the current language marked. Empty if there is only one language. */
  nav: string
}

/** Builds the links. `paths` has the part after the page's address for each language, by BCP 47 tag. */
export function inLanguages(
  { page, baseUrl, siteRoot }: Place,
  paths: ReadonlyMap<string, string>,
): InLanguages {
  const [own] = page.languages
  const forms = page.languages.flatMap(language => {
    const path = paths.get(language)
    if (path === undefined) return []
    const segment = language === own ? null : language
    const canonical = pageAddress(baseUrl, { ...page.identity, language: segment }) + path
    const here = siteRoot + (segment === null ? '' : `/${segment.toLowerCase()}`) + path
    return [{ language, canonical, here: here || '/' }]
  })
  if (forms.length < 2) return { head: '', nav: '' }
  const links = forms.map(({ language, canonical }) => alternate(language, canonical))
  const items = forms.map(
    ({ language, here }) =>
      `<li><a href="${escapeMarkup(here)}" hreflang="${escapeMarkup(language)}" ${languageAttributes(language)}${language === page.language ? ' aria-current="true"' : ''}>${escapeMarkup(nameOf(language))}</a></li>`,
  )
  return {
    head: [...links, alternate('x-default', forms[0]?.canonical ?? '')].join(''),
    nav: `<nav class="languages" aria-label="${wordsFor(page.language).languages}"><ul>${items.join('')}</ul></nav>`,
  }
}

const alternate = (language: string, address: string): string =>
  `<link rel="alternate" hreflang="${escapeMarkup(language)}" href="${escapeMarkup(new URL(address).href)}">\n`

/** The name of a language in the language itself, such as "Deutsch". */
const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

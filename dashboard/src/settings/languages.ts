const TAGS =
  'ar bg bn ca cs da de el en en-GB es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The name of a language in English, such as "German"; the tag itself if it has no name. */
export const nameOfLanguage = (tag: string): string => names.of(tag) ?? tag

/** Languages to choose from, by their names in English. */
export const LANGUAGES = TAGS.split(' ')
  .map(value => ({ value, label: nameOfLanguage(value) }))
  .sort((a, b) => a.label.localeCompare(b.label))

const TAGS =
  'ar bg bn ca cs da de el en en-GB es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** Languages to choose from, by their names in English. */
export const LANGUAGES = TAGS.split(' ')
  .map(value => ({ value, label: names.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label))

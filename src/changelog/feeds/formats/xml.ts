import { escapeMarkup } from '#platform/markup/markup.ts'

type Attributes = Record<string, string>

/** An element with text in it; the text is escaped. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${written(attributes)}>${escapeMarkup(text)}</${name}>`

export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${written(attributes)}/>`

/** An element with others in it, which are XML already. */
export const parentElement = (name: string, children: string[], attributes: Attributes = {}): string =>
  `${startTag(name, attributes)}\n${children.join('\n')}\n</${name}>`

export const startTag = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}>`

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('')

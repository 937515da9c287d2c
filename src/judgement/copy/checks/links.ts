import { type Check, codeSpans } from './check.ts'

/** Addresses as people write them, with a scheme or without. */
const LINK =
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+|\b(?:javascript|data|mailto|tel):\S+|\bwww\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|(?<![\w-]|[\w-]\.)(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|link|site|online|shop|store|example|test|invalid|zip|ru|cn|de|uk|eu|us|gg|ly|sh|to|tv)\b(?:\/\S*)?/gi

/**
 * Links are only those of the title and of the team's own note: others in a description lead to tickets and sources, and
 * a customer who follows one of them follows whoever wrote it.
 */
export const links: Check = ({ headline, body }, { lead }) => {
  const found = `${headline}\n${body}`.match(LINK) ?? []
  const unknown = found
    .map(link => link.replace(/(?<![).,;:!?'"”’`])[).,;:!?'"”’`]+$/, ''))
    .find(link => !lead.includes(link.toLowerCase()))
  return unknown === undefined ? null : 'hold a link that is not the team’s own'
}

const MENTION = /(?<![\w/.])@[\w-]/
/** A package with its scope, which is no mention. */
const PACKAGE = /@[\w.-]+\/[\w.-]*\w/g

/** Nobody is mentioned. A package may stand in the copy: as code if the source has it, else if the title or the team's note has it. */
export const mentions: Check = ({ headline, body }, { text, lead }) => {
  const known = codeSpans(`${headline}\n${body}`)
    .filter(code => text.includes(code.toLowerCase()))
    .flatMap(code => code.match(PACKAGE) ?? [])
  const rest = `${headline}\n${body}`.replace(PACKAGE, name =>
    known.includes(name) || lead.includes(name.toLowerCase()) ? '' : name,
  )
  return MENTION.test(rest) ? 'mention somebody' : null
}

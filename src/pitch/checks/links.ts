import type { Check } from './check.ts'
import { codeSpans } from './check.ts'

/** Addresses as people write them, with a scheme or without. */
const LINK =
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\b(?:javascript|data|mailto|tel):\S+|\bwww\.\S+|[\w.+-]+@[\w-]+\.\w+|\b(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|link|site|online|shop|store|example|test|invalid|zip|ru|cn|de|uk|eu|us|gg|ly|sh|to|tv)\b(?:\/\S*)?/gi

/**
 * Links are only those of the title and of the team's own note: others in a description lead to tickets and sources, and
 * a customer who follows one of them follows whoever wrote it.
 */
export const links: Check = ({ headline, body }, { lead }) => {
  const found = `${headline}\n${body}`.match(LINK) ?? []
  const unknown = found
    .map(link => link.replace(/[).,;:!?'"”’`]+$/, ''))
    .find(link => !lead.includes(link.toLowerCase()))
  return unknown === undefined ? null : 'hold a link that is not the team’s own'
}

const MENTION = /(?<![\w`/.])@[\w-]/

/** Nobody is mentioned; a package with a scope is, as code and as the source has it. */
export const mentions: Check = ({ headline, body }, source) => {
  const text = `${headline}\n${body}`
  const packages = codeSpans(text).filter(
    code => /^@[\w.-]+\/[\w.-]+/.test(code) && source.text.includes(code.toLowerCase()),
  )
  const rest = packages.reduce((left, name) => left.replaceAll(`\`${name}\``, ''), text)
  return MENTION.test(rest) || /`@/.test(rest) ? 'mention somebody' : null
}

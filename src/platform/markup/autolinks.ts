import type { Marked, Tokens } from 'marked'

/** Web addresses end at white space and `<`. */
const WEB = /^(?:https?:\/\/|www\.)[a-z\d][^\s<]*/i
/** Lengths are those that mail allows: without them the search for `@` takes quadratic time. */
const MAIL = /^[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}(?![\w-])/i
/** Text up to the next character or address that may mean something else. */
const TEXT =
  /^(?:`+|~+|[^`~])(?:(?=[`~])|(?= {2,}\n)|(?=[\w.+-]{1,64}@)|[\s\S]*?(?:(?=[\\<![`*~_]|https?:\/\/|www\.|$)|[^ ](?= {2,}\n)|[^\w.+-](?=[\w.+-]{1,64}@)))/i

/** Replaces the rules of the library for addresses in plain text, which take quadratic time. */
export const linearAutolinks: Parameters<Marked['use']>[0] = {
  tokenizer: {
    url(source) {
      const web = WEB.exec(source)?.[0]
      if (web !== undefined) return linkTo(withoutTrail(web))
      const mail = MAIL.exec(source)?.[0]
      return mail === undefined ? undefined : linkTo(mail, 'mailto:')
    },
    inlineText(source) {
      const raw = TEXT.exec(source)?.[0]
      if (raw === undefined) return undefined
      return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock }
    },
  },
}

function linkTo(raw: string, scheme = /^www\./i.test(raw) ? 'http://' : ''): Tokens.Link {
  const text: Tokens.Text = { type: 'text', raw, text: raw, escaped: false }
  return { type: 'link', raw, text: raw, href: scheme + raw, title: null, tokens: [text] }
}

const ENTITY = /&[a-z\d]{1,30};$/i

/** An address without the punctuation, surplus closing brackets and entities that end the sentence around it. */
function withoutTrail(address: string): string {
  let surplus = count(address, ')') - count(address, '(')
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && surplus-- > 0) continue
    if (!'?!.,:;*_\'"~'.includes(last)) break
    const entity = last === ';' ? ENTITY.exec(address.slice(Math.max(0, end - 32), end)) : null
    end -= (entity?.[0].length ?? 1) - 1
  }
  return address.slice(0, end)
}

const count = (text: string, character: string): number => text.split(character).length - 1

import tlds from 'tlds' with { type: 'json' }

// The published rules: docs.x.com/fundamentals/counting-characters and version 3 of the configuration of twitter-text. That library itself
// has had no release since 2020; the tests compare this count with it.

const LIGHT_RANGES = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
] as const
/** The weight of any link, whatever its length: it becomes a t.co address. */
const LINK_WEIGHT = 23
const HEAVY = 2

const TOP_LEVEL_DOMAINS = new Set(tlds)
const HOST = String.raw`(?:[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?\.){1,8}([a-z]{2,24}|xn--[a-z0-9-]{1,50})`
/** The path of a link. It ends where any reading of X's rules ends a link, so that a text is never counted as shorter than it is. */
const PATH = String.raw`(?:[/?][a-z0-9!*';:=+,.$/%#\[\]_~@|&?-]{0,2000}(?<=[a-z0-9=_#/+&?-]))?`
const LINK = new RegExp(
  String.raw`(?<![a-z0-9@＠#＃$])(https?:\/\/)?(${HOST})(?![a-z0-9@])(?::\d{1,5})?${PATH}`,
  'gi',
)

interface WeightedText {
  /** The weight in X's units: most letters count 1; emoji and Chinese, Japanese and Korean characters 2; a link 23. */
  weight: number
  links: number
}

/** Counts a text as X does. If the rules leave open whether X sees a link, the higher count is used. */
export function weighText(text: string): WeightedText {
  const normal = text.normalize('NFC')
  let [weight, links, end] = [0, 0, 0]
  LINK.lastIndex = 0
  for (let link = LINK.exec(normal); link; link = LINK.exec(normal)) {
    const [whole, protocol, host = '', domain = ''] = link
    if (!TOP_LEVEL_DOMAINS.has(domain.toLowerCase())) {
      // Skip what is not a domain, such as config.json. A link may follow it directly.
      LINK.lastIndex = link.index + (protocol?.length ?? 0) + host.length
      continue
    }
    weight += weightOfPlain(normal.slice(end, link.index))
    weight += protocol === undefined ? Math.max(LINK_WEIGHT, weightOfPlain(whole)) : LINK_WEIGHT
    end = link.index + whole.length
    links++
  }
  return { weight: weight + weightOfPlain(normal.slice(end)), links }
}

const GRAPHEMES = new Intl.Segmenter()
const EMOJI = /^\p{RGI_Emoji}$/v

function weightOfPlain(text: string): number {
  let weight = 0
  for (const { segment } of GRAPHEMES.segment(text))
    weight += EMOJI.test(segment) ? HEAVY : weightOfLetters(segment)
  return weight
}

function weightOfLetters(text: string): number {
  let weight = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    weight += LIGHT_RANGES.some(([from, to]) => code >= from && code <= to) ? 1 : HEAVY
  }
  return weight
}

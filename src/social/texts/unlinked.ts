/**
 * A zero-width space, which is inserted after a sign that would begin a mention, a hashtag or a link. Readers
 * do not see it, but each network counts it.
 */
const BREAK = '\u200B'

/** Text between backticks. */
const CODE = /`([^`\n]{1,500})`/g
/** Code without backticks: a package with its scope, an attribute, or a file whose extension is also a top-level domain. */
const BARE =
  /(?<![\w@/.])@[\w.-]{1,100}\/[\w.-]{1,100}|#!?\[[^\s\]]{1,100}|(?<![\w@/.:-])[\w-]{1,60}\.(?:sh|rs|py|md|pl|cc|mk|so|ps|zip|mov)\b(?![/.]\w)/g
/** The signs with which networks begin a mention, a hashtag, a link or a stock symbol, and what must follow them for that. */
const SIGNS = /[@＠#＃$](?=\S)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})|:(?=\/\/)/gu

/**
 * The text of a post in which nothing that is code or a package in the entry's words becomes a mention, a
 * hashtag or a link. The post's own link stays one.
 */
export function unlinked(text: string, words: { title: string; body: string }, link: string | null): string {
  const source = `${words.title}\n${words.body}`
  const code = [...source.matchAll(CODE)].map(([, one = '']) => one)
  const names = [...new Set([...code, ...(text.match(BARE) ?? [])])]
    .filter(name => name.search(SIGNS) >= 0)
    .toSorted((a, b) => b.length - a.length)
  const parts = link === null ? [text] : text.split(link)
  return parts.map(part => names.reduce(withoutSigns, part)).join(link ?? '')
}

const withoutSigns = (text: string, name: string): string =>
  text.replaceAll(name, () => name.replace(SIGNS, sign => sign + BREAK))

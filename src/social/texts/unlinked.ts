/** Stands behind a sign that would begin a mention, a hashtag or a link. No reader sees it, and each network counts it. */
const BREAK = '\u200B'

/** What people set as code. */
const CODE = /`([^`\n]{1,500})`/g
/** What is code as well where nobody set it so: a package with its scope, an attribute, a file whose ending is also a domain. */
const BARE =
  /(?<![\w@/.])@[\w.-]{1,100}\/[\w.-]{1,100}|#!?\[[^\s\]]{1,100}|(?<![\w@/.:-])[\w-]{1,60}\.(?:sh|rs|py|md|pl|cc|mk|so|ps|zip|mov)\b(?![/.]\w)/g
/** Signs with which networks begin a mention, a hashtag, a link or the name of a share, and what they need behind it. */
const SIGNS = /[@＠#＃$](?=\S)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})|:(?=\/\/)/gu

/**
 * A post's text in which nothing that is code or a package in the entry's words becomes a mention, a hashtag or a link. The post's own link
 * stays one.
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

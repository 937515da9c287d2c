// learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format

const RESERVED = /[\\|{}@[\]()<>#*_~]/g
const HASHTAG = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu
const TEMPLATE = /\{hashtag\|\\?#\|((?:\\.|[^{}\\]){0,400})\}/g

const escaped = (text: string): string => text.replace(RESERVED, String.raw`\$&`)

/** Encodes a text for LinkedIn: reserved characters are escaped, and hashtags are marked. */
export function littleText(text: string): string {
  let [little, end] = ['', 0]
  for (const hashtag of text.matchAll(HASHTAG)) {
    little += `${escaped(text.slice(end, hashtag.index))}{hashtag|\\#|${escaped(hashtag[1] ?? '')}}`
    end = hashtag.index + hashtag[0].length
  }
  return little + escaped(text.slice(end))
}

/** Decodes the text that people see. */
export const plainText = (little: string): string =>
  little.replace(TEMPLATE, '#$1').replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')

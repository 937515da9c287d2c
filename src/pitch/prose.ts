import { plainLine } from './markup.ts'
import { type Block, blocksOf } from './paragraphs.ts'
import { punctuated, sentencesOf } from './sentences.ts'

/** Characters of a description that are read; the point of it comes early. */
const READ = 4_000
const MOST = 3

/** Headings under which people tell what changed. */
const TELLING =
  /^(?:\W*)(?:summary|description|overview|what|what(?:'s| is)? (?:changed|new|this does|it does)|what (?:does this (?:pr|change) do|are you trying to accomplish)|changes?|change description|the (?:problem|change|fix)|problem|motivation|why|purpose|about|intro(?:duction)?|tl;?dr|release notes?)\??:?$/i
/** What is said to colleagues, or names what only they know. */
const INTERNAL =
  /https?:|www\.|[@#]\w|\b(?:I|I'm|I've|we|we're|we've|us|our|my|me|let's|you guys|y'all|lgtm|cc|nit)\b|\b(?:pr|prs|pull requests?|merge requests?|mr|commits?|patch(?:es)?|diff|branch|review(?:er|ers|ed)?|rebased?|cherry-?pick\w*|squash\w*|merged?|backport\w*|follow-?ups?|todo|fixme|tests?|tested|testing|unit|e2e|ci|lint\w*|refactor\w*|codebase|code|function|functions|method|class|struct|variable|helper|module|mutex|boilerplate|typings?|screenshots?|recording|jira|ticket|closes?d?|resolves?d?|fixes #|see|related|depends on|part of|based on|instead of|stack\s?trace|regression|implementation|internally|upstream|downstream|dependabot|renovate|changelog|changeset|this (?:change|one)|attached|below|above|following)\b|\?$|:$|\b[\w-]+\/[\w./-]+\.\w+|\.(?:tsx?|jsx?|mjs|go|py|rs|rb|java|kt|php|lua|swift|cpp|cc|h|scss|css|sql)\b|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\w+\(\)|::|[{}<>|=;\\]|[^\x00-\x7F]{8}/i
const LEAD_IN =
  /^(?:this|the) (?:pr|pull request|merge request|mr|commit|change|patch|changeset) (?:also )?(?=(?:adds|fixes|allows|introduces|improves|makes|removes|updates|enables|prevents|ensures|changes|implements|supports|exposes|renames|replaces|hides|shows)\b)/i

/**
 * Sentences of a description that a customer can read: at most three, plain text, as written. Empty as soon as there is doubt,
 * for a missing sentence is no loss beside a wrong one.
 */
export function customerSentences(description: string): string[] {
  const told = blocksToRead(blocksOf(description.slice(0, READ)))
  for (const block of told) {
    const sentences = readable(block)
    if (sentences.length > 0) return sentences.slice(0, MOST)
  }
  return []
}

/** The paragraphs before the first heading, or under headings that tell what changed. */
function blocksToRead(blocks: Block[]): Block[] {
  let telling = true
  const kept: Block[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') telling = TELLING.test(plainLine(block.text))
    else if (block.kind === 'item') continue
    else if (telling) kept.push(block)
  }
  return kept.slice(0, 2)
}

/** The run of readable sentences that a paragraph begins with. */
function readable(block: Block): string[] {
  if (/^\s*(?:signed-off-by|co-authored-by|reviewed-by|[\w-]+-by|[A-Z][\w-]+):/i.test(block.text)) return []
  const sentences = sentencesOf(plainLine(block.text)).map(withoutLeadIn)
  const end = sentences.findIndex(sentence => !isReadable(sentence))
  return (end === -1 ? sentences : sentences.slice(0, end)).map(punctuated)
}

const withoutLeadIn = (sentence: string): string =>
  sentence.replace(LEAD_IN, '').replace(/^[a-z]/, letter => letter.toUpperCase())

function isReadable(sentence: string): boolean {
  const words = sentence.split(/\s+/).length
  return (
    words >= 4 &&
    words <= 40 &&
    sentence.length <= 280 &&
    /^[A-Z]/.test(sentence) &&
    /[.!]$/.test(sentence) &&
    !INTERNAL.test(sentence)
  )
}

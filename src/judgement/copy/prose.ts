import { withoutAssistants } from './assistants.ts'
import { plainLine } from './markup.ts'
import { type Block, blocksOf } from './paragraphs.ts'
import { punctuated, sentencesOf, withoutLabel } from './sentences.ts'

/** Characters of a description that are read; the point of it comes early. */
const READ = 4_000
const MOST = 3

/** Headings under which people tell what changed. */
const TELLING =
  /^(?:\W*)(?:summary|description|overview|what|what(?:'s| is)? (?:changed|new|this does|it does)|what (?:does this (?:pr|change) do|are you trying to accomplish)|changes?|change description|the (?:problem|change|fix)|problem|motivation|why|purpose|about|intro(?:duction)?|tl;?dr|release notes?)\??:?$/i
/** What is said to colleagues, or is about how the work was done. */
const INTERNAL =
  /https?:|www\.|[@#]\w|\b(?:I|I'm|I've|I'd|we|we're|we've|us|our|my|me|let's|folks|lgtm|cc|nit|prs?|pull requests?|merge requests?|mrs?|commits?|commited|committed|patch|diff|branch|review(?:er|ers|ed|ing)?|rebased?|cherry-?pick\w*|squash\w*|backport\w*|follow-?ups?|todo|fixme|tests?|tested|testing|unit|e2e|ci|lint\w*|refactor\w*|codebase|code|functions?|methods?|class(?:es)?|structs?|variables?|helpers?|modules?|mutex\w*|boilerplate|typings?|screenshots?|recordings?|jira|tickets?|closes?d?|resolves?d?|related|depends on|part of|based on|stack\s?trace|implementation|internally|upstream|downstream|dependabot|renovate|changelog|changeset|this (?:change|one|is|was|will|should|means|makes|also|doesn't|does)|these changes|see (?:the|this|also)|for more|attached|below|above|following|previous(?:ly)? (?:pr|attempt)|hopefully|probably|maybe|seems?|simply|basically|actually|currently|right now|at the moment|manually|verified|workaround|hack\w*|wip|draft|happy to)\b|[?:]$/i
/** What only those who read the source know by name. */
const SOURCE =
  /(?<![\w./-])[\w.-]*\/[\w./-]+\.\w|\w\.(?:tsx?|jsx?|mjs|go|py|rs|rb|java|kt|php|lua|swift|cpp|cc|scss|css|sql)\b|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\w\(\)|::|->|[{}<>|=;\\]|[A-Z][a-z]+[A-Z][a-z]+[A-Z]\w*|\b[0-9a-f]{12,}\b/
/** Words of the workshop: a sentence with one of them explains the fault to those who mend it. */
const WORKSHOP =
  /\b(?:regex\w*|goroutine\w*|thread\w*|allocat\w*|call ?sites?|datastore|template|stuff|struct\w*|proto\w*|parser|schema|mutator|handler|middleware|boolean|null|nil|undefined|async|mask|logic|packaging|scripts?|abstract\w*|a condition|(?:de)?seriali\w+|n\+1|comments? to|dependency|dependencies|repo|modelid|types?|env|docs|documentation|interface|codemod|benchmark\w*|constructor|lookup|histograms?|knobs?|accounting|css|divs?|overflow-hidden|internal|separate|props?|hooks?|callers?|params?|args?|enum|wrapper|runtime)\b/i
/** How a sentence begins that tells a deed … */
const DEED_FIRST =
  /^(?:Also |Now |It )?(?:Add|Allow|Improve|Introduce|Enable|Support|Make|Show|Display|Let|Prevent|Remove|Hide|Provide|Reduce|Implement|Fix|Avoid|Ensure|Change|Extend|Include|Expose|Restore)(?:s|es|d|ed)?\b/
/** … or tells what somebody can do now. */
const DEED = new RegExp(
  String.raw`${DEED_FIRST.source}|^(?:You|Users?|Admins?|Administrators?|Customers?|Merchants?|Shoppers?|People|Members|Owners?|Developers?|Moderators?|Visitors|Readers|Authors|Operators)(?: \w+)? (?:can|may|will|now|get)\b|\b(?:can now|now (?:be|has|have|shows?|supports?)|(?:is|are|will) now|no longer)\b`,
)
/** How things were, or why: as news it would say the opposite. A sentence that begins with a deed may tell it. */
const BEFORE =
  /\b(?:missing|prevents?|fails?|failed|broken|wrong\w*|incorrect\w*|bugs?|errors?|crash\w*|stale|unable|cannot|not|would|previous\w*|used to|typically|originally|until now|was|were|deemed|oversight|mistakes?|likely|should|problems?|issues?)\b|n['’]t\b/i
const LEAD_IN =
  /^(?:(?:this|the) )?(?:pr|pull request|merge request|mr|commit|change|patch|changeset) (?:also )?(?=(?:adds|fixes|allows|introduces|improves|makes|removes|updates|enables|prevents|ensures|changes|implements|supports|exposes|renames|replaces|hides|shows)\b)/i

/**
 * Sentences of a description that a customer can read: at most three, plain text, as written. Empty as soon as there is doubt,
 * for a missing sentence is no loss beside a wrong one.
 */
export function customerSentences(description: string): string[] {
  const paragraph = paragraphToRead(blocksOf(withoutAssistants(description.slice(0, READ))))
  return paragraph === undefined ? [] : readable(paragraph).slice(0, MOST)
}

export const tellsDeed = (sentence: string): boolean => DEED.test(sentence)

/** The first paragraph before the first heading, or under a heading that tells what changed. */
function paragraphToRead(blocks: Iterable<Block>): string | undefined {
  let telling = true
  for (const { kind, text } of blocks) {
    if (kind === 'heading') telling = TELLING.test(plainLine(text))
    else if (kind === 'text' && telling) return text
  }
}

/** The run of readable sentences that a paragraph begins with. */
function readable(paragraph: string): string[] {
  if (/^\s*(?:signed-off-by|co-authored-by|reviewed-by|[\w-]+-by|[A-Z][\w-]+):/i.test(paragraph)) return []
  const sentences = sentencesOf(plainLine(paragraph)).map(withoutLeadIn)
  const end = sentences.findIndex(
    (sentence, at) => (at === 0 && !tellsDeed(sentence)) || !isReadable(sentence) || !isNews(sentence),
  )
  return (end === -1 ? sentences : sentences.slice(0, end)).map(punctuated)
}

const isNews = (sentence: string): boolean => DEED_FIRST.test(sentence) || !BEFORE.test(sentence)

const withoutLeadIn = (sentence: string): string =>
  withoutLabel(sentence)
    .replace(LEAD_IN, '')
    .replace(/^[a-z]/, letter => letter.toUpperCase())

function isReadable(sentence: string): boolean {
  if (sentence.length > 280 || !/^[A-Z]/.test(sentence) || !/[.!]$/.test(sentence)) return false
  const words = sentence.split(/\s+/).length
  return (
    words >= 4 &&
    words <= 40 &&
    !INTERNAL.test(sentence) &&
    !WORKSHOP.test(sentence) &&
    (sentence.match(/`[^`]*`/g)?.length ?? 0) <= 2 &&
    !SOURCE.test(sentence.replace(/`[^`]*`/g, 'code'))
  )
}

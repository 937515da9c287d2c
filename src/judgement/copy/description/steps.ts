import { plainLine } from '#judgement/copy/text/markup.ts'
import { punctuated, sentencesOf } from '#judgement/copy/text/sentences.ts'
import { sentenceCase } from '#judgement/copy/title/case.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { breakingNotes } from './breaking-notes.ts'
import { passagesOf } from './passages.ts'

const MOST_STEPS = 6
const LONGEST = 260
const DENIED = /^(?:n\/?a|none|no|nothing|not applicable|-|yes|x)\b.{0,30}$/i
/** What somebody has to do, as an order. */
const ORDER =
  /^(?:\d+\. )?(?:To (?:upgrade|migrate|update|restore|keep)\b|If you\b|You (?:must|need|have to|should)\b|Run\b|Rename\b|Replace\b|Remove\b|Set\b|Use\b|Update\b|Upgrade\b|Change\b|Move\b|Install\b|Add\b|Switch\b|Pass\b|Call\b|Import\b|Instead of\b)/i

/** What a breaking change breaks, in sentences, and what to do about it. */
export interface Upgrade {
  told: string[]
  steps: string[]
}

/** What a description and its commits say beneath "Breaking changes", "Migration" or in the footers of that name; nothing where they say nothing. */
export function upgradeOf({ body, commits }: Pick<MergedPull, 'body' | 'commits'>): Upgrade {
  const lines = [
    ...breakingNotes({ body, commits }).texts.flatMap(text =>
      sentencesOf(plainLine(text.slice(0, 1_000).replace(/\s+/g, ' '))),
    ),
    ...passagesOf(body)
      .filter(({ under }) => under === 'steps')
      .flatMap(({ text, isItem }) => (isItem ? [plainLine(text)] : sentencesOf(plainLine(text)))),
  ]
  const clean = [...new Set(lines)]
    .filter(
      line => line.length <= LONGEST && !DENIED.test(line) && !/https?:|(?:^|\s)[@#]\w|[:?]$/.test(line),
    )
    .filter(line => / /.test(line))
    .map(line => punctuated(sentenceCase(line)))
  return {
    told: clean.filter(line => !ORDER.test(line)).slice(0, 2),
    steps: clean.filter(line => ORDER.test(line)).slice(0, MOST_STEPS),
  }
}

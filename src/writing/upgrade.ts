import { breakingNotes } from '#judgement/notes/breaking-notes.ts'
import { blocksOf, isMetadata, withoutAssistants } from '#judgement/text/blocks.ts'
import { plainLine } from '#judgement/text/markup.ts'
import { punctuated, sentencesOf } from '#judgement/text/sentences.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { sentenceCase } from './headline.ts'

/** How many characters of a description are read; what matters comes early. */
const READ = 6_000
const MOST_STEPS = 6
const LONGEST = 260
/** Matches a heading above what breaks and what to do about it. */
const STEPS =
  /\b(?:breaking(?: changes?)?|migrat\w+|upgrad\w+|how to (?:upgrade|migrate|update)|required (?:action|changes)|action required)\b/i
const UNLIKE = /\b(?:no|non)[- ]breaking|\btest/i
/** Matches the headings of other sections. Any other heading is part of the section above it. */
const OTHER =
  /\b(?:test\w*|verif\w*|validat\w*|checklist|related|tasks?|how (?!to)|(?:root )?cause|before|problem|issue|background|motivation|context|why|screenshots?|demo|video|design|review\w*|implementation|technical|internals?|follow-?ups?|next|todo|roll(?:out|back)|deploy\w*|risks?|alternatives?|files?|ref(?:erence)?s?|links|tickets?|credits?|benchmarks?|commits|dependencies|limitations?|documentation|docs|ci|examples?|logs?|notes?|refactor\w*|chores?|(?:type|kind) of change)\b|\b(?:changes?|summary|solution)\W*$/i
const DENIED = /^(?:n\/?a|none|no|nothing|not applicable|-|yes|x)\b.{0,30}$/i
/** Matches an instruction for the reader. */
const ORDER =
  /^(?:\d+\. )?(?:To (?:upgrade|migrate|update|restore|keep)\b|If you\b|You (?:must|need|have to|should)\b|Run\b|Rename\b|Replace\b|Remove\b|Set\b|Use\b|Update\b|Upgrade\b|Change\b|Move\b|Install\b|Add\b|Switch\b|Pass\b|Call\b|Import\b|Instead of\b)/i

/** What a breaking change breaks, in sentences, and the steps to take. */
interface Upgrade {
  told: string[]
  steps: string[]
}

/**
 * What a description and its commits say below "Breaking changes", "Migration", or in the footers with such
 * names; empty if they say nothing.
 */
export function upgradeOf({ body, commits }: Pick<MergedPull, 'body' | 'commits'>): Upgrade {
  const lines = [
    ...breakingNotes({ body, commits }).texts.flatMap(text =>
      partsOf(text.slice(0, 1_000)).flatMap(part => sentencesOf(plainLine(part.replace(/\s+/g, ' ')))),
    ),
    ...sectionOf(body),
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

/** The items of a note that is a list, whose first mark was read with the label; else the whole. */
const partsOf = (text: string): string[] => text.split(/\n[ \t]*[-*+•] /)

/** The sentences and items of a description below such a heading. */
function sectionOf(description: string): string[] {
  const said: string[] = []
  let isOpen = false
  for (const { kind, text } of blocksOf(withoutAssistants(description.slice(0, READ)))) {
    const plain = plainLine(text)
    if (kind === 'heading')
      isOpen = (STEPS.test(plain) && !UNLIKE.test(plain)) || (isOpen && !OTHER.test(plain))
    else if (isOpen && !isMetadata(text)) said.push(...(kind === 'item' ? [plain] : sentencesOf(plain)))
  }
  return said
}

const CALLED_BREAKING = /!\s?:|(?<!\b(?:no|non|not a)[- ])\bbreaking\b/i

/**
 * What a change that its author calls breaking breaks, and what to do, as a list of steps. Empty for other
 * changes: there, text below "Migration" is for colleagues.
 */
export function upgradeText(pull: Pick<MergedPull, 'title' | 'body' | 'commits' | 'labels'>): string {
  const { title, body, commits, labels } = pull
  if (![title, body, ...commits, ...labels].some(text => CALLED_BREAKING.test(text))) return ''
  const { told, steps } = upgradeOf(pull)
  const list = steps.length === 0 ? '' : `To upgrade:\n\n${steps.map(step => `- ${step}`).join('\n')}`
  return [told.join(' '), list].filter(Boolean).join('\n\n')
}

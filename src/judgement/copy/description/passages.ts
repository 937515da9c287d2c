import { blocksOf, withoutAssistants } from '#judgement/copy/text/blocks.ts'
import { plainLine } from '#judgement/copy/text/markup.ts'
import { sharedStems, stemsOf } from '#judgement/copy/text/sentences.ts'

/** Characters of a description that are read; the point of it comes early. */
const READ = 6_000

/** Headings under which people speak to colleagues: how it was made, checked and rolled out. */
const WORK =
  /\b(?:test\w*|verif\w*|validat\w*|checklist|related|tasks?|how (?!to use)|root cause|cause|conflicts|screenshots?|demo|video|design|evidence|diagnosis|review\w*|implementation|technical|internals?|architecture|future|follow-?ups?|next|todo|roll(?:out|back)|deploy\w*|risks?|safety|alternatives?|scope|files?|refs?|references?|links|linear|tickets?|agents?|assist\w*|credits?|acknowledg\w*|repro\w*|steps to|benchmarks?|coverage|commits|following updates|dependencies|libraries|limitations?|documentation|docs|ci|stack|decisions?|preview|examples?|output|logs?|error|notes?|refactor\w*|cleanup|housekeeping|chores?|requirements|not (?:changed|included|in this)|(?:type|kind) of change)\b/i
const BEFORE =
  /^\W*(?:before(?: this)?|(?:the )?(?:problem|issue|bug)|(?:what is the )?current behaviou?r|background|motivation(?: and context)?|context|why)\W*$/i
const STEPS =
  /\b(?:breaking(?: changes?)?|migrat\w+|upgrad\w+|how to (?:upgrade|migrate|update)|required (?:action|changes)|action required)\b/i

/** A paragraph or list item of a description that is about the change, not about how it was made. */
export interface Passage {
  text: string
  isItem: boolean
  /** Stands under a heading that tells how things were, or how to upgrade. */
  under: 'change' | 'before' | 'steps'
}

/** The subject of a commit. */
const COMMIT =
  /^(?:[a-z]+(?:\([^)]*\))?!?: |wip\b|(?:fix|add|update|remove|address|apply|clean|rename|move|format|lint|revert|merge|bump|refactor|tweak)\w* (?:\S+ )?(?:tests?|lint\w*|typos?|types?|comments?|feedback|review|suggestions?|formatting|snapshots?|imports?|changelog|changeset|docs?|main|master|branch|nits?|conflicts?|spec|todo|build|ci)\b|lint|typos?$|self review|changelog|changeset|merge (?:branch|remote)|review feedback|initial commit|cleanup|refactor\b|test\b|prettier|rubocop)/i

/**
 * Hosts fill the message of a squashed merge with its commits, as a list with `*` and an empty line between them. Most of these tell of
 * steps that came and went; what stands below the commit that says what the title says is the description, unless another takes back
 * some of it.
 */
export function withoutSquashedCommits(description: string, title: string): string {
  if (!/^\s*\* \S/.test(description)) return description
  const commits = description
    .trimStart()
    .split(/^\* (?=\S)/m)
    .slice(1)
  const isList = commits.slice(0, -1).some(commit => !/\n\s*\n/.test(commit))
  if (isList && !commits.some(commit => COMMIT.test(commit))) return description
  const whole = commits.find(
    commit => sharedStems(commit.split('\n', 1)[0] ?? '', title) >= stemsOf(title).size / 2,
  )
  if (whole === undefined) return ''
  const others = commits.filter(commit => commit !== whole).join('\n\n')
  const kept = whole.replace(/^.*(?:\n.*\S.*)*/, '').split(/(?=\n\s*\n)|(?=\n\s*[-*] )/)
  return kept.filter(passage => !isTakenBack(passage, others, title)).join('')
}

const REVERTS =
  /\b(?:revert(?:s|ed)?|undo(?:es)?|(?:go|goes|went) back to|back(?:s|ed)? out|restores? [^.]{0,60}\b(?:original|neutral|previous|old|former|default|plain))\b/i
const REMOVES = /^\s*(?:[a-z]+(?:\([^)]*\))?!?: )?(?:remove|drop|take out|split out)\b/i

/** Does another commit revert or remove something that the passage names, besides what the title names? */
const isTakenBack = (passage: string, others: string, title: string): boolean =>
  others.split(/\n(?=[ \t]*[-*] |[ \t]*\n)|(?<=\.)\s/).some(line => {
    const named = [...stemsOf(line)].filter(stem => !SMALL.test(stem) && !stemsOf(title).has(stem)).join(' ')
    return sharedStems(passage, named) > (REVERTS.test(line) ? 0 : REMOVES.test(line) ? 1 : 99)
  })

const SMALL =
  /^(?:the|and|for|not|but|now|that|this|with|from|into|their|when|fix|add|change|remove|revert|restor|drop)$/

/** What a description tells of the change: without templates, code, tables, images and hidden text. */
export function passagesOf(description: string): Passage[] {
  const blocks = [...blocksOf(withoutAssistants(description.slice(0, READ)))]
  const passages: Passage[] = []
  let under: Passage['under'] | null = 'change'
  for (const { kind, text } of blocks) {
    if (kind === 'heading') under = underHeading(plainLine(text), under)
    else if (under !== null && !isFurniture(text) && !(kind === 'item' && COMMIT.test(text)))
      passages.push({ text, isItem: kind === 'item', under })
  }
  return passages
}

/** A heading that names a part of its own belongs to what stands above it. */
function underHeading(heading: string, above: Passage['under'] | null): Passage['under'] | null {
  if (STEPS.test(heading) && !/\b(?:no|non)[- ]breaking/i.test(heading)) return 'steps'
  if (BEFORE.test(heading)) return 'before'
  if (WORK.test(heading)) return null
  return above === 'before' || /\b(?:changes?|summary|solution)\W*$/i.test(heading) ? 'change' : above
}

/** Check boxes, trailers, references and what a template asks. */
const isFurniture = (text: string): boolean =>
  /^\[[ xX]?\]|^\[[^[\]]*\]\([^()]*\)$|^(?:\*\*|__)[a-z'’-]+(?: [a-z'’-]+){0,2}(?:\*\*|__):?$|^\W*(?:generated (?:with|by)|assisted-by|co-authored-by)\b|^(?:[\w-]{1,40}-by|cc|refs?|references?|see|closes?d?|fix(?:es|ed)?|resolves?d?|related|part of|depends on|follow-?up|ticket|jira|issue|screenshots?|before|after|demo|video|test(?:ed|ing)?|note for|notes? to reviewers?)\b:?\s*(?:to )?(?:[#@[<]|http|\w+-\d|[\w./-]{0,80}#\d|$)|^[\w-]{1,40}-by:|^\W*$/i.test(
    text,
  )

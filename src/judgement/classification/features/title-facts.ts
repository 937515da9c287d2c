import type { TitleParts } from '#judgement/classification/record/title.ts'
import { isHousekeeping } from '#judgement/classification/record/title-signals.ts'
import { areaOfScope, meaningOfWord, sortOfType } from '#judgement/classification/record/vocabulary.ts'
import { memoize } from '#platform/cache.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'
import { VULNERABILITY } from './security.ts'

const titleFact = (name: string, detail: string, side?: Visibility): Fact => ({
  name,
  source: 'title',
  detail,
  side,
})

import GROUPS from './word-groups.json' with { type: 'json' }

/** Parts of a code base that no customer meets under these names. */
const CODE =
  'class(?:es)?|functions?|methods?|modules?|helpers?|util(?:s|ities|ity)?|interfaces?|structs?|constants?|variables?|enums?|traits?|generics|callbacks?|promises|async|services?|handlers?|controllers?|repository|models?|components?|hooks?|reducers?|middlewares?|singletons?|adapters?|parsers?|serializers?|factor(?:y|ies)|queries|sql|schemas?|imports?|monorepo|codebase|scripts?|globals?|internals?|abstractions?|logic|(?:two|three|several|separate|smaller|own|shared) (?:files?|packages?)'
const REARRANGE =
  'moves?|renam(?:e|es|ing)|splits?|simplif(?:y|ies)|replaces?|converts?|rewrites?|reworks?|extracts?|inlines?|wraps?|unif(?:y|ies)|uses?|migrates?|switch|reuses?|introduces?|deletes?|adds?|creates?|drops?|removes?|tid(?:y|ies)'

/** Words of tests, which are of something that the product tests where no test is among the changed files. */
const TESTS =
  /\btests?\b(?! (?:mode|environments?|payments?|e?mails?|keys?|cards?|drives?|orders?))|\btest(?:ing)? (?:coverage|fixtures?)|\bcoverage\b|\bfixtures?\b|\bsnapshots\b/i

/** Work that customers never meet, in words that leave no doubt about it: what a title needs to be withheld by itself. */
const INNER = new RegExp(
  [
    // Tests
    String.raw`\btest(?:ing)? (?:suite|helpers?)|\bflak(?:y|es|iness)\b|\bmock(?:s|ed|ing)?\b|\bstubs\b|\be2e\b|vitest|\bjest\b|pytest|playwright|cypress|storybook`,
    // Tidying
    String.raw`\b(?:es)?lint(?:s|er|ers|ing)?\b|prettier|\btypos?\b|whitespace|\breformat|\bunused\b|\bdead code\b|\bnits?\b|codeowners|clippy|rustfmt|gofmt|mypy|\bruff\b|rubocop|\bbiome\b|console\.log|code style|\b(?:generated|duplicated?|redundant|obsolete) code\b|\bduplication in\b|\bdebug output\b`,
    // Rearranging
    String.raw`\brefactor|\bclean(?:s|ed|ing)?[ -]?ups?\b|\btech(?:nical)? debt\b|\bmodulari[sz]e|\bdecoupl|\bdedup|\bboilerplate\b|\brestructur|\breorgani[sz]|\bconsolidat|\bhousekeeping\b|\bchores?\b|\bscaffold|\bgroundwork\b|\bwip\b`,
    `^(?:${REARRANGE})\\b.*\\b(?:${CODE})\\b`,
    String.raw`^(?:replace|swap)s? [\w./@-]+ (?:with|by|for) [\w./@-]+$|^(?:switch|migrate|move|convert)s?\b(?: from [\w./@-]+)? to [\w./@-]+$|\bmaster to main\b`,
    // Documentation
    String.raw`\breadme\b|\bcontributing\b|\bdocs\b|\bdocumentation\b|\bdocstrings?\b|\b(?:java|js)doc\b|^documents? (?:the |how |why |what )|\bchangelog\b|\blicen[cs]e (?:headers?|files?)\b|\bcopyright\b|\bcomments? (?:to|in) (?:the )?(?:code|parser|class|function|module)`,
    // Builds and automation
    String.raw`\bci(?:/cd)?\b|\bgithub actions?\b|circleci|jenkins|buildkite|travis|dependabot|\brenovate\b|\bactions/|\bpre-commit\b|\b(?:issue|pull request|pr) templates?\b|devcontainer|\bdockerfile|\bbase image|\bmakefile\b|webpack|\bbabel\b|\bpnpm\b|\byarn\b|\bhusky\b|\b(?:failing|broken|nightly|release) builds?\b|\b(?:to|from|in) the build\b|\bbuild (?:scripts?|files?|config)|\b(?:gradle|maven|bazel|cmake)\b|codecov|goreleaser|\bworkflow files?\b`,
    // Dependencies
    String.raw`^bump(?:s|ed|ing)?\b|\bdependenc(?:y|ies)\b|\bdeps?\b|\block ?files?\b|package-lock|\bnode[ _]modules\b|\bvendor(?:ed|ing)\b|^(?:upgrad|updat)(?:es?|ing) (?:to )?[\w@./-]+(?: (?:from|to) (?:version |v)?\d| v?\d)|^(?:upgrade|update)s? [\w@./-]+ to (?:version |v)?\d|^pins?\b.*\b(?:versions?|images?)\b`,
    // Development
    String.raw`\bseed data\b|\blocal (?:development|runs|setup)\b|\bdev(?:elopment)? (?:environment|setup|server)\b|\bdebug logg?(?:s|ing)?\b|\binstrumentation\b|\btype (?:annotations?|hints?|definitions?)\b|\btypings\b|\btypescript\b|\bstrict mode\b|\bnull checks\b|\bfeature flags?$|\bsql queries\b|^merge (?:branch|pull request|remote)\b`,
  ].join('|'),
  'i',
)

/** Titles that describe a fault as somebody met it, without saying that it is fixed. */
const FAULT =
  /\b(?:flickers?|crash(?:es|ing)?|freez(?:es|ing)|hangs?|fails?|breaks?|broken|disappears?|vanish(?:es)?|overlaps?|wrong(?:ly)?|incorrect(?:ly)?|missing|lost|stuck|lags?|twice(?! as\b)|blank|truncated|cut off|garbled|at random|too late|late(?= on\b)|error(?= when| on| if|$)|not (?:working|load(?:ing|ed)|show(?:ing|n)|sav(?:ing|ed)|respond(?:ing)?))\b|\b(?:cannot|can['’]t|unable to|(?:does|do|is|are|did|was|were|will)(?:n['’]t| not)|won['’]t)\b|\b(?:is|are|gets?) (?:hidden|ignored|logged out|lost|overwritten|reset|swapped|doubled|duplicated|misaligned|unreadable)\b|\breturns? (?:no|nothing)\b|\bignored (?=when|if|on|in)|\b(?:resets|jumps|scrolls|shows the (?:old|wrong)|show the (?:old|wrong))\b/i
/** A title that names a cure or a new thing, or says that something no longer happens. */
const CURED =
  /\b(?:no longer|never|instead|anymore|any more|now)\b|^(?:add|allow|support|show|warn|explain|tell|improve|better|clearer|introduce|let|detect|report|handle|notify|display|retry|resend|enable|faster|remove|drop|delete)\b/i

/** Titles that take away something that people had. */
const END =
  /^(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|retir(?:e|es|ed|ing)|sunset(?:s|ting)?|discontinu(?:e|es|ed|ing)|end(?:s|ing)?(?: of)?|shut(?:s|ting)? down|clos(?:e|es|ed|ing) (?:the |down )|stop(?:s|ped|ping)? (?:supporting|sending|offering|selling|providing|shipping|accepting))\b/i

/** What was found, up to the end of its last word, since a pattern may end within one: "to 16" rather than "to 1". */
const wholeWords = ({ 0: found, index, input }: RegExpExecArray): string =>
  found + (/^[\w.]*\w/.exec(input.slice(index + found.length))?.[0] ?? '')

/** What the title says outright to anybody who knows nothing else of the change. */
function plainFacts({ text, revert }: Pick<TitleParts, 'text' | 'revert'>, mayBeTests: boolean): Fact[] {
  const inner = (mayBeTests ? TESTS.exec(text) : null) ?? INNER.exec(text)
  if (inner) return [titleFact('plain:inner', `it is work on the code (“${wholeWords(inner)}”)`, 'internal')]
  if (isHousekeeping(text)) return [titleFact('plain:inner', 'it is about a release or a branch', 'internal')]
  if (revert) return []
  if (END.test(text)) return [titleFact('plain:end', 'something goes away', 'user-facing')]
  return FAULT.test(text) && !CURED.test(text)
    ? [titleFact('plain:fault', 'something went wrong', 'user-facing')]
    : []
}

const OPTION = /(?:^|[\s`'"“(])(--[a-z][\w-]{1,40})/

export function titleFacts(title: TitleParts, mayBeTests = true): Fact[] {
  const { facts, words } = wordFacts(title.text)
  const said = mayBeTests ? facts : facts.map(untested)
  const all = [
    ...prefixFacts(title),
    ...said,
    ...vulnerabilityFacts(title.text, said),
    ...formFacts(title.text, words),
    ...plainFacts(title, mayBeTests),
  ]
  // What the title of a reverted change speaks of is not what its revert brings.
  if (!title.revert) return all
  const reverted = all.map(one => ({ ...one, side: undefined }))
  return [...reverted, titleFact('revert', 'it reverts an earlier change', 'internal')]
}

/** Where no test changed, what a title says of tests is of something that the product tests. */
const untested = (fact: Fact): Fact =>
  /^(?:verb|word):test$/.test(fact.name) ? { ...fact, name: `${fact.name}-untouched` } : fact

function prefixFacts({ type, scope, breaking }: TitleParts): Fact[] {
  const facts: Fact[] = []
  if (type !== null) facts.push(typeFact(type))
  if (scope !== null) facts.push(...scopeFacts(scope))
  if (breaking) facts.push(titleFact('breaking', 'the title marks a breaking change', 'user-facing'))
  return facts
}

const KEPT = 500

const typeFact = memoize((type): Fact => {
  const side = meaningOfWord(type)?.told ? 'user-facing' : 'internal'
  return titleFact(`type:${sortOfType(type)}`, `the title is marked “${type}”`, side)
}, KEPT)

const scopeFacts = memoize((scope): Fact[] => {
  const area = areaOfScope(scope)
  return area === null ? [] : [titleFact(`scope:${area}`, `the title is about “${scope}”`, 'internal')]
}, KEPT)

function vulnerabilityFacts(text: string, said: readonly Fact[]): Fact[] {
  const [words] = VULNERABILITY.exec(text) ?? []
  if (words === undefined || said.some(({ name }) => name.endsWith(':guarded'))) return []
  return [titleFact('word:guarded', `it is about security (“${words}”)`, 'user-facing')]
}

function formFacts(text: string, words: number): Fact[] {
  const facts: Fact[] = []
  const [, option] = OPTION.exec(text) ?? []
  if (option)
    facts.push(titleFact('option', `the title names an option that people type (“${option}”)`, 'user-facing'))
  if (text.includes('`')) facts.push(titleFact('code', 'the title names something in code'))
  if (words <= 3) facts.push(titleFact('short', 'the title says little'))
  if (words >= 11) facts.push(titleFact('long', 'the title goes into detail'))
  return facts
}

/** What a colleague would say of a title that holds a word of the group, and the side that a person takes that to speak for. */
interface WordGroup {
  words: string
  clause?: string
  side?: string
}

/** The name of the group, and the group, of each word that tells something. */
const GROUP_OF: ReadonlyMap<string, readonly [string, WordGroup]> = new Map(
  Object.entries<WordGroup>(GROUPS).flatMap(([name, group]) =>
    group.words.split(' ').map(word => [word, [name, group]] as const),
  ),
)

/** The words by which a title speaks of work on the code. */
export const INTERNAL_WORDS: ReadonlySet<string> = new Set(
  Object.values<WordGroup>(GROUPS).flatMap(({ side, words }) =>
    side === 'internal' ? words.split(' ') : [],
  ),
)

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that often mean something else ("include a header", "close the file", mail templates): they count as evidence, and are never named as the reason. */
const AMBIGUOUS = listed(`
  include open close prettier template templates site spec specs unit nightly runner step part phase hook hooks log logs container
  repo repository comment comments format style styles version versions preview documents clarify clarifies`)

/** Adverbs that may precede the verb. */
const ADVERBS = listed(`
  temporarily properly correctly automatically explicitly gracefully safely conditionally partially slightly simply finally`)

const WORD = /[a-z][a-z\d'’-]*/g

/** What the words of a title tell, of several words of one group the first, and how many words there are. Code spans are left out. */
function wordFacts(title: string): { facts: Fact[]; words: number } {
  const words =
    title
      .replace(/`[^`]*`/g, ' ')
      .toLowerCase()
      .match(WORD) ?? []
  const verb = ADVERBS.has(words[0] ?? '') ? 1 : 0
  const facts = new Map<string, Fact>()
  for (const [at, word] of words.entries()) {
    const [group, about] = GROUP_OF.get(word) ?? []
    if (about === undefined || at < verb) continue
    const name = `${at === verb ? 'verb' : 'word'}:${group}`
    if (facts.has(name)) continue
    const quoted = at === verb ? phraseOf(words.slice(at, at + PHRASE)) : word
    facts.set(name, wordFact(name, about, quoted))
  }
  return { facts: [...facts.values()], words: words.length }
}

/** A verb is quoted with the words behind it, as far as they say what it is about. */
const PHRASE = 3
const phraseOf = (words: readonly string[]): string =>
  words.join(' ').replace(/(?: (?:a|an|and|by|for|from|if|in|into|is|of|on|or|the|to|when|with)){1,2}$/, '')

function wordFact(name: string, { clause, side }: WordGroup, quoted: string): Fact {
  const [word = ''] = quoted.split(' ', 1)
  if (clause === undefined || AMBIGUOUS.has(word)) return titleFact(name, `the title says “${quoted}”`)
  return titleFact(name, `${clause} (“${quoted}”)`, side as Visibility)
}

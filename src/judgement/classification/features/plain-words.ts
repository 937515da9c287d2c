import type { TitleParts } from '#judgement/classification/record/title.ts'
import { isHousekeeping } from '#judgement/classification/record/title-signals.ts'
import { type Fact, titleFact } from './fact.ts'

/** Parts of a code base that no customer meets under these names. */
const CODE =
  'class(?:es)?|functions?|methods?|modules?|helpers?|util(?:s|ities|ity)?|interfaces?|structs?|constants?|variables?|enums?|traits?|generics|callbacks?|promises|async|services?|handlers?|controllers?|repository|models?|components?|hooks?|reducers?|middlewares?|singletons?|adapters?|parsers?|serializers?|factor(?:y|ies)|queries|sql|schemas?|imports?|monorepo|codebase|scripts?|globals?|internals?|abstractions?|logic|(?:two|three|several|separate|smaller|own|shared) (?:files?|packages?)'
const REARRANGE =
  'moves?|renam(?:e|es|ing)|splits?|simplif(?:y|ies)|replaces?|converts?|rewrites?|reworks?|extracts?|inlines?|wraps?|unif(?:y|ies)|uses?|migrates?|switch|reuses?|introduces?|deletes?|adds?|creates?|drops?|removes?|tid(?:y|ies)'

/** Work that customers never meet, in words that leave no doubt about it: what a title needs to be withheld by itself. */
const INNER = new RegExp(
  [
    // Tests
    String.raw`\btests?\b(?! (?:mode|environments?|payments?|e?mails?|keys?|cards?|drives?|orders?))|\btest(?:ing)? (?:suite|coverage|fixtures?|helpers?)|\bflak(?:y|es|iness)\b|\bcoverage\b|\bfixtures?\b|\bmock(?:s|ed|ing)?\b|\bstubs\b|\bsnapshots\b|\be2e\b|vitest|\bjest\b|pytest|playwright|cypress|storybook`,
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

/** A fault told as it was met, without a word of its cure. */
const FAULT =
  /\b(?:flickers?|crash(?:es|ing)?|freez(?:es|ing)|hangs?|fails?|breaks?|broken|disappears?|vanish(?:es)?|overlaps?|wrong(?:ly)?|incorrect(?:ly)?|missing|lost|stuck|lags?|twice(?! as\b)|blank|truncated|cut off|garbled|at random|too late|late(?= on\b)|error(?= when| on| if|$)|not (?:working|load(?:ing|ed)|show(?:ing|n)|sav(?:ing|ed)|respond(?:ing)?))\b|\b(?:cannot|can['’]t|unable to|(?:does|do|is|are|did|was|were|will)(?:n['’]t| not)|won['’]t)\b|\b(?:is|are|gets?) (?:hidden|ignored|logged out|lost|overwritten|reset|swapped|doubled|duplicated|misaligned|unreadable)\b|\breturns? (?:no|nothing)\b|\bignored (?=when|if|on|in)|\b(?:resets|jumps|scrolls|shows the (?:old|wrong)|show the (?:old|wrong))\b/i
/** The order of a cure, a new thing, or a sentence about what no longer is. */
const CURED =
  /\b(?:no longer|never|instead|anymore|any more|now)\b|^(?:add|allow|support|show|warn|explain|tell|improve|better|clearer|introduce|let|detect|report|handle|notify|display|retry|resend|enable|faster|remove|drop|delete)\b/i

/** What people had and will not have any longer. */
const END =
  /^(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|retir(?:e|es|ed|ing)|sunset(?:s|ting)?|discontinu(?:e|es|ed|ing)|end(?:s|ing)?(?: of)?|shut(?:s|ting)? down|clos(?:e|es|ed|ing) (?:the |down )|stop(?:s|ped|ping)? (?:supporting|sending|offering|selling|providing|shipping|accepting))\b/i

/** What the title says outright to anybody who knows nothing else of the change. */
export function plainFacts({ text, revert }: Pick<TitleParts, 'text' | 'revert'>): Fact[] {
  const [word] = INNER.exec(text) ?? []
  if (word !== undefined) return [titleFact('plain:inner', `it is work on the code (“${word}”)`, 'internal')]
  if (isHousekeeping(text)) return [titleFact('plain:inner', 'it is about a release or a branch', 'internal')]
  if (revert) return []
  if (END.test(text)) return [titleFact('plain:end', 'something goes away', 'user-facing')]
  return FAULT.test(text) && !CURED.test(text)
    ? [titleFact('plain:fault', 'something went wrong', 'user-facing')]
    : []
}

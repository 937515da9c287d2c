import { withCodeBlanked } from './code-spans.ts'
import { mendedDenial } from './denials.ts'
import { isBareFault, isNamedFault, isShortFault, issueOf, tellsFault } from './faults.ts'
import { uncapitalised } from './sentence-case.ts'
import { isSure } from './words/forms.ts'
import { verbOf } from './words/verbs.ts'

/** A title with one of these is a sentence of its own, which an added verb would break. */
const FINITE =
  /(?:\b(?:is|are|was|were|be|been|am|should|must|can|cannot|could|will|would|may|might|does|do|did|has|have|had|not|no|never|now|doesn|isn|aren|won)\b|n['’]t\b|:\s)/i
/** First words that go on from no verb. */
const SETTLED =
  /^(?:a11y|ability|able|always|also|automatically|better|correctly|cannot|can['’]t|couldn['’]t|don|don['’]t|dont|do|does|doesn['’]t|doesnt|ensure|how|once|optionally|shouldn['’]t|until|what|where|why|won['’]t|faster|fewer|first|gracefully|initial|less|more|stricter|safer|smarter|simpler|clearer|smoother|tighter|never|no|not|nothing|now|only|properly|slightly|temporarily|this|these|when|you|your|we|our|i|it|it's|to|by|in|on|for|at|if|as|with|and|or|but|after|before|re-\w+|un\w+ing)$/i
/** Nouns made of verbs: "Removal of …" says itself what was done. */
const DEED =
  /\b(?:\w+(?:ization|isation)|removal|deprecation|cleanup|clean-up|clean up|refactor(?:ing)?|migration|rename|upgrade|updates?|bump|improvements?|enhancements?|changes|tweaks?|polish|fix(?:es)?|bugfix(?:es)?|follow-?up|rework|redesign|revamp|optimizations?|adjustments?|replacement)\b/i
/** What itself says that something was mended. */
const MENDING =
  /\b(?:fix(?:es)?|bugfix(?:es)?|hotfix|improvements?|tweaks?|polish|clean-?up|refactor(?:ing)?|follow-?up|support|overhaul|adjustments?|changes)\b/i

/** An unknown word is a verb where an article follows: "lazy load the list". */
const TAKES_OBJECT =
  /^\S+ (?:(?!(?:in|of|on|at|for|with|to|from|by|when|if|where|that|while|because|after|before|until|as)\b)\S+ )?(?:the|a|an|its|their|your|all|any|every|each)\b/i

/** Verbs of two parts: "lazy-load pictures", "hex-encode names". */
const COMPOUND =
  /^(?:lazy load|\w+-(?:encode|decode|escape|load|fetch|generate|install|enable|disable|allocate|compute|gate|populate|validate|serialize|initialize|create|write|apply|normalize|import|export|close)|auto-(?:label|select|detect|resolve|assign|tag|link|connect|add|dismiss|approve|close|delete|remove|create|expand|collapse|hide|fill|convert|retry|archive|subscribe|join))(?= (?!(?:for|of|in|on|at|with|from|to|by|when|if|and|or|as|is|support|option|button|mode|feature|logic|behaviou?r|functionality|setting|flag|state|dialog|menu|page|delay|interval|dropdown|list|field|input|suggestions?|function|button|mechanism|check|loop|timer|service|process|policy|system|tool|script|job|rules?)\b)\S)/i

/** "Prices - barcode reader" is a topic with its noun. */
const NAMED_TOPIC = /^(?!new )\S+(?: \S+)? [-–—] \S/i
/** "Price list - show cents" is a topic with its sentence. */
const TOPIC = / [-–—] ([A-Za-z-]+) /

/** Words that are verbs in the middle of a title, whatever they are elsewhere: "receipts show …", "Safari ignores …". */
const CLEAR_VERB =
  /^(?:\S+ ){0,2}(?:\S+ (?:adapts|shows|returns|works|opens|closes|appears|keeps|gets|uses|respects|follows|accepts|allows|ignores|loads|saves|sends|renders|remains|stays|becomes|looks|goes|takes|makes|needs|wants|responds|includes|contains|lets|throws|fails|crashes|expires|happens|causes|breaks|disappears|overlaps|jumps|tells|says|asks|gives|sees|finds|supports|requires|depends|matches|persists|survives|wins|seems)|\S+s (?:show|return|work|open|close|appear|keep|get|use|respect|follow|accept|allow|ignore|load|save|send|render|remain|stay|become|look|go|take|make|need|want|respond|include|contain|throw|fail|crash|expire|happen|break|disappear|overlap|jump|see|find|support|require|match|persist))(?= |$)|\b(?:correctly|properly|successfully|automatically) [a-z]+s\b/i
/** Nouns that are verbs where something is put somewhere: "stack buttons on top of each other". */
const PLACES =
  /^(?:position|spread|stack|thread)(?! (?:for|in|is|of|on|to|operators?|overflow|pool\w*|safety|trace\w*)\b) .* (?:across|based on|on (?:top|two)|over|through|vertically)\b/i

/** What follows may have a verb of its own: "crash when the cart is empty" is a noun with a clause. */
const SUBORDINATE =
  / (?:when|whenever|if|while|because|where|that|which|after|before|until|unless|once|since|(?<!such )as)\b.*/i
/** "error on duplicate names" is an order; "error on startup" is a fault, unless it is said of something new. */
const RAISES =
  /^error (?:if |(?:on|when|for) (?:an? |the )?(?:(?:ambiguous|conflicting|deprecated|duplicate[ds]?|illegal|invalid|malformed|mixed|multiple|unknown|unsupported)\b|non-))/i
const RAISES_NEWLY = /^error (?:if|on|when|for) /i

/** A noun phrase with the verb that its prefix stood for: "feat: dark mode" → "Add dark mode". */
export function withVerb(text: string, prefixVerb: string | null): string {
  if (RAISES.test(text) || (prefixVerb === 'Add' && RAISES_NEWLY.test(text))) return text
  if (prefixVerb === 'Fix' && /^unsupported /i.test(text)) return `Fix ${uncapitalised(text)}`
  if ((prefixVerb === 'Fix' || prefixVerb === 'Add') && isNamedFault(text))
    return `Fix ${uncapitalised(text)}`
  if ((prefixVerb ?? 'Fix') === 'Fix' && isBareFault(text) && !isOrder(text))
    return `Fix ${uncapitalised(text)}`
  const denied = prefixVerb === 'Fix' && (!isOrder(text) || isShortFault(text)) ? mendedDenial(text) : null
  if (denied !== null) return denied
  if (prefixVerb === 'Fix' && tellsFault(text)) return mended(text)
  if (prefixVerb === 'Add' && NAMED_TOPIC.test(text)) return text
  if (prefixVerb === null || !isNounPhrase(text) || hasDeed(text, prefixVerb)) return text
  if (prefixVerb !== 'Fix' && verbOf(/^\w+/.exec(text)?.[0] ?? '')?.form === 'third') return text
  return `${prefixVerb} ${uncapitalised(text)}`
}

/** "cannot read properties of …": the words of the error itself. */
const QUOTED_ERROR = /^can(?: ?not|['’]t) (?:.* errors?$|read propert)/i
/** Without a subject this is the fault, unless what cannot happen is one itself. */
const UNABLE =
  /^(?:unable to|can ?not|can['’]?t|could ?not|couldn['’]t)(?= (?!fail|crash|break|hang|lose|leak|throw|panic|be\b)[a-z])/i

/** "Menus not closing", with whatever stands before it in quotes. */
const NOT_DOING = /^((?:"[^"]+" )?(?:[^\s,;:]+ ){1,6}?)not \w+(?:ing|ed)\b/

function mended(text: string): string {
  const [, idle] = NOT_DOING.exec(text) ?? []
  const isIdle = idle !== undefined && !FINITE.test(idle) && !isOrder(text)
  if (QUOTED_ERROR.test(text) || isIdle) return `Fix ${uncapitalised(text)}`
  if (UNABLE.test(text)) return text.replace(UNABLE, 'Fix being unable to')
  if (isNounPhrase(text)) return hasDeed(text, 'Fix') ? text : `Fix ${uncapitalised(text)}`
  const told = isOrder(text) && !isShortFault(text) ? null : issueOf(text)
  return told ?? text
}

/** Begins with a verb, or with what stands before one. */
function isOrder(text: string): boolean {
  const [first = ''] = /^[\w'’-]+/.exec(text) ?? []
  const verb = verbOf(first)
  if (SETTLED.test(first)) return true
  return (
    verb !== undefined &&
    verb.form !== 'gerund' &&
    (verb.form === 'base' ? !nounAfterAll(first, text) : isSure(first, verb))
  )
}

/** "Fix migration crash" is right, "Fix cleanup" and "Add removal of …" are not. */
const hasDeed = (text: string, verb: string): boolean =>
  verb === 'Fix' ? MENDING.test(text.replace(/, (?!fix).*/, '')) : DEED.test(text)

/** Names that end like verbs. */
const IFY = /^(?:fastify|netlify|shopify|spotify)$/i

/** What is so now is told by a sentence, wherever its verb stands. */
const CURED = /\b(?:(?:is|are) now|now works?|no longer)\b/i

function isNounPhrase(text: string): boolean {
  const [first = ''] = /^[\w'’-]+/.exec(text) ?? []
  const main = withCodeBlanked(text).replace(SUBORDINATE, '')
  if (TOPIC.test(main) && verbOf(TOPIC.exec(main)?.[1] ?? '') !== undefined) return false
  if (COMPOUND.test(text) || PLACES.test(text) || CURED.test(text)) return false
  if (SETTLED.test(first) || FINITE.test(main) || CLEAR_VERB.test(main) || /[^\x00-\x7F]/.test(text))
    return false
  const verb = verbOf(first)
  if (verb === undefined)
    return (IFY.test(first) || !/(?:ed|ize|ise|ify|ly)$/.test(first)) && !TAKES_OBJECT.test(text)
  return verb.form === 'base' ? nounAfterAll(first, text) : !isSure(first, verb)
}

/** "Support for X" and "Error in X" are nouns, though "support X" is not. */
export const nounAfterAll = (first: string, text: string): boolean =>
  (/^(?:support|access|display|filter|search|sort|order|cache|view|report|request|test|log|limit|list|link|design|default|review|release|import|export|upload|download|change|update)$/i.test(
    first,
  ) &&
    /^\S+ (?:for|of|in|on|with|(?<!^(?:change|default|update) )to)\b/i.test(text)) ||
  /^(?:duplicate|double|empty|open(?! (?:files|images|links|pages|urls)\b|.* (?:concurrently|in parallel|lazily)\b)|secure|live) \w+s\b/i.test(
    text,
  )

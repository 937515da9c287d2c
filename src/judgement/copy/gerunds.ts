import { gerundOf, verbOf } from './words/verbs.ts'

/** "Prevent the parser to panic": a few words without a preposition, and what they are kept from. */
const PREVENTED =
  /^[Pp]revent ((?:(?!(?:for|in|on|of|with|from|by|at|when|if|during|due|to|access|changes|attempts)\b|[a-z]+ing )[^\s,;:"“]+ ){1,5}?)to (be (?=[a-z]+ed\b)|([a-z]+)(?=\s|$))/
/** For these ends things are prevented. */
const END =
  /^(?:account|add|allow|avoid|conform|ensure|fix|get|help|improve|keep|make|match|mitigate|optimize|prevent|protect|reduce|save|set|simplify|speed|support|use)$/
const IRREGULAR: Record<string, string> = {
  appear: 'appearing',
  crash: 'crashing',
  overflow: 'overflowing',
  panic: 'panicking',
}
/** "Fix create a board": a verb, as what follows tells. */
const FIXED_DEED =
  /^[Ff]ix (?:(create|add|open|start|insert|save)(?= new )|([a-z]+)(?= (?:an?|the|all|any|its|their|your) \S))/

/** "Prevent X to crash" → "Prevent X from crashing", "Fix create new boards" → "Fix creating new boards". */
export function withGerund(text: string): string {
  if (/^prevent /i.test(text)) return text.replace(PREVENTED, prevented)
  return text.replace(FIXED_DEED, (whole, made?: string, done = '') => {
    const verb = made ?? done
    return verbOf(verb)?.form === 'base' ? `Fix ${gerundOf(verb)}` : whole
  })
}

function prevented(whole: string, what: string, be: string, verb = ''): string {
  if (be === 'be ') return `Prevent ${what}from being `
  if (END.test(verb)) return whole
  const doing = IRREGULAR[verb] ?? (verbOf(verb)?.form === 'base' ? gerundOf(verb) : null)
  return doing === null ? whole : `Prevent ${what}from ${doing}`
}

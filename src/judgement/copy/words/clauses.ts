/** Verbs that only a whole sentence has. */
const FINITE =
  /\b(?:is|are|was|were|has|have|had|can|cannot|could|will|would|should|must|may|might|does|do|did|now)\b|n['’]t\b/i
/** What belongs to another clause than the first. */
const SUBORDINATE =
  / (?:when|whenever|if|while|because|where|that|which|who|after|before|until|unless|once|since|(?<!such )as|so)\b.*/i

/** "…, which guests like, …" */
const ASIDE = /, (?:which|who|whose|where) [^,]*(?=, )/gi

export const hasFiniteVerb = (text: string): boolean => FINITE.test(text)

/** A whole sentence, and not a noun that a clause follows ("crash when the cart is empty"). */
export const isWholeSentence = (text: string): boolean =>
  FINITE.test(text.replace(ASIDE, '').replace(SUBORDINATE, ''))

import { TICKET } from './references.ts'

/** Words that alone, or together, tell a customer nothing. */
const HOLLOW = new Set(
  `a add address addressed adjust adjustments again all and another apply bit bug bugfix bugfixes bugs bump change changed changes chore
  clean cleanup code commit commits couple debug dependencies deps do done feedback few final fix fixed fixes fixing fixup followup for
  from further general hotfix housekeeping improve improved improvement improvements issue issues it last lint linting little lots make master merge
  minor misc miscellaneous more my new nit nits nothing of on other patch pending polish pr problem problems progress quick refactor
  refactoring requested review reviews round several small some stuff temp that the these thing things this tidy tiny tmp to todo tweak
  tweaks two typo typos up update updated updates updating various wip work working`.split(/\s+/),
)
/** Words that say where, or that it is better, but not what is different. */
const PLACES = new Set(
  `ai api app better bot css dashboard design edges editor error experience handling in interface layout message messages nicer page
  performance rough screen settings sidebar style styles styling support ui usage ux`.split(/\s+/),
)
/** Names of branches, where a title was offered by the code host. */
const BRANCHES = [
  // "Feature/dark mode"
  /^(?:feature|feat|fix|bugfix|hotfix|chore|docs|refactor|release|improvement|enhancement|task|story|bug|dev)\/[\w./ -]+$/i,
  // "ada/dark-mode"
  /^[a-z][\w.]*\/(?=[^-_]*[-_])[\w./-]+$/i,
  // "add-dark-mode"
  /^[a-z]+(?:[-_][a-z0-9]+){2,}$/i,
  // "patch-1"
  /^patch[- ]\d+$/i,
]
const TICKET_IN_BRANCH = new RegExp(`${TICKET}[-_/]`)

/** Does the cleaned title leave a customer as wise as before? */
export function saysNothing(title: string): boolean {
  if (/\d\.\d/.test(title)) return false
  const words = wordsOf(title)
  return words.length === 0 || (words.length <= 7 && words.every(isHollow))
}

/** Does it name a part of the product and not what is different there ("UI polish", "Make side panels configurable")? */
export function isThin(title: string): boolean {
  const words = wordsOf(title)
  if (saysNothing(title)) return true
  if (/^make [\w -]{3,40} (?:configurable|customi[sz]able|better|nicer|easier)$/i.test(title)) return true
  return words.length <= 8 && words.some(isHollow) && words.every(word => isHollow(word) || PLACES.has(word))
}

const wordsOf = (title: string): string[] => title.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? []
const isHollow = (word: string): boolean => HOLLOW.has(word) || /^v?\d+$/.test(word)

/** The words of a branch's name ("fix/dark-mode" → "fix: dark mode"); null where the title is no branch. */
export function branchWords(title: string): string | null {
  if (!/[-_/]|^patch /i.test(title)) return null
  const name = title.replace(TICKET_IN_BRANCH, '').replace(/ ?\(#\d+\)$/, '')
  if (!BRANCHES.some(form => form.test(name)) || /\.\w+$/.test(name)) return null
  const words = (name.split('/').at(-1) ?? '').replace(/[-_\s]+/g, ' ').trim()
  const [, fix, feat] = /^(?:(?:bug|hot)?(fix)|(feat)(?:ure)?)\//i.exec(name) ?? []
  const type = fix ?? feat
  const plain = words.replace(/^#?\d{2,} (?=[a-z]\S* \S)/i, '')
  return type === undefined ? plain : `${type}: ${plain}`
}

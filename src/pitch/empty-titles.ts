/** Words that alone, or together, tell a customer nothing. */
const HOLLOW = new Set(
  `a adapt add added addressed address adjust adjustments all and another as bug bugfix bugfixes bugs bump change changed changes
  chore cleanup clean code comment comments commit commits debug dependencies deps do done dont draft edit edits
  error errors feature feedback few final finish first fix fixed fixes fixing fixup follow followup for from further general
  hotfix improve improved improvement improvements initial issue issues it last latest lint little main make master merge minor misc
  miscellaneous more my new nit nits nothing now of on one other patch polish pr problem problems progress pull quick refactor
  refactoring requested review reviews round second several small some stuff suggestions temp temporary test testing
  tests that the these thing things this tiny tmp to todo tweak tweaks typo typos up update updated updates updating
  various version wip with work working`.split(/\s+/),
)
/** `feature/dark-mode`, as GitHub offers it for a title: a branch, not a sentence. */
const BRANCH = /^[A-Za-z][\w.]*\/[\w./ -]+$|^[A-Za-z]+(?:[-_][A-Za-z0-9]+){2,}$|^patch[- ]\d+$/i

/** Does the cleaned title leave a customer as wise as before? */
export function saysNothing(title: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? []
  return (
    words.length === 0 || (words.length <= 7 && words.every(word => HOLLOW.has(word) || /^v?\d+$/.test(word)))
  )
}

/** The words of a branch's name ("feature/dark-mode" → "dark mode"); null where the title is no branch. */
export function branchWords(title: string): string | null {
  if (!BRANCH.test(title) || /\.\w+$/.test(title)) return null
  const [, ...rest] = title.includes('/') ? title.split('/') : ['', title]
  return rest
    .join(' ')
    .replace(/[-_\s]+/g, ' ')
    .trim()
}

/** What can honestly be said of it: never more than the title's own word. */
export function plainSentence(title: string): string {
  if (/\btypos?\b/i.test(title)) return 'Typo fixes'
  if (/\b(?:bug ?)?(?:fix\w*|bugs?|hotfix)\b/i.test(title)) return 'Bug fixes'
  return /\bimprov/i.test(title) ? 'Various improvements' : 'Various changes'
}

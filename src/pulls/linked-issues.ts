import { withoutComments } from '#platform/markup/comments.ts'

const REFERENCE = String.raw`(?:[\w.-]+(?:\/[\w.-]+)+)?#\d+|https?:\/\/[^\s/]{1,253}\/\S{1,200}?\/issues\/\d+`
/** The words with which GitHub, GitLab and Forgejo close an issue, and the list that may follow: `Closes #1, #2 and #3`. */
const CLOSING = new RegExp(
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+(?:issues?:?\s+)?` +
    String.raw`((?:${REFERENCE})(?:(?:\s*,\s*|\s+)(?:and\s+)?(?:${REFERENCE}))*)`,
  'gi',
)
const REFERENCES = new RegExp(String.raw`(?<![\w/.-])(?:${REFERENCE})`, 'g')
/** A reference that names its repository is an issue wherever it stands. */
const NAMED = /(?<![\w/.-])[\w.-]+(?:\/[\w.-]+)+#\d+|https?:\/\/[^\s/]{1,253}\/[^\s?#]{1,200}?\/issues\/\d+/g

/**
 * The issues that a text closes or names, in their order: `#12` for the repository's own, `owner/name#12` for others'. A bare
 * `#12` counts only behind a closing word, since it may as well be a pull request.
 */
export function linkedIssues(written: string, repo: string): string[] {
  if (!/#\d|\/issues\//.test(written)) return []
  const text = withoutComments(written)
  const closed = [...text.matchAll(CLOSING)].flatMap(([, list = '']) => list.match(REFERENCES) ?? [])
  const named = /[\w.-]#\d|\/issues\//.test(text) ? (text.match(NAMED) ?? []) : []
  const found = [...closed, ...named].map(reference => shortened(reference, repo))
  return [...new Set(found)].slice(0, ISSUES_KEPT)
}

/** Of one pull request. */
export const ISSUES_KEPT = 50

function shortened(reference: string, repo: string): string {
  const page = /^https?:\/\/[^/]+\/(.+?)(?:\/-)?\/issues\/(\d+)$/.exec(reference)
  const named = page ? `${page[1]}#${page[2]}` : reference
  return named.toLowerCase().startsWith(`${repo.toLowerCase()}#`) ? named.slice(repo.length) : named
}

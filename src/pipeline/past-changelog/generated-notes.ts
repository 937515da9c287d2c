/** A reference to a pull request: its address, its number, or a link. */
const PULL = String.raw`(?:https?:\/\/[^\s()[\]]{1,300}\/\d{1,9}|[#!]\d{1,9}|\[[^[\]]{0,100}\]\([^()\s]{1,300}\))`
const AUTHOR = String.raw`@[\w-]{1,60}(?:\[bot\])?`
/** What GitHub and release-drafter write behind each title: "by @ada in https://github.com/…/pull/12", "@ada (#12)". */
const CREDITS = new RegExp(` (?:by ${AUTHOR}(?: in ${PULL})?|in ${PULL}|${AUTHOR} \\(${PULL}\\))$`)
const ITEM = /^\s*[*+-] /
const COMPARISON = /^\W*full changelog\b/i
const NEW_CONTRIBUTORS = /^#{1,6} new contributors$|^[*+-] @\S+ made their first contribution\b/i
const CHANGES = /^#{1,6} what['’]s changed$/i
/** Longer lines are not titles. */
const MAX_LINE_LENGTH = 2_000

/**
 * Removes what generated release notes say to the team alone: who merged each change and where, who contributed first, the link to the
 * comparison, and the heading "What's Changed" at the top.
 */
export function withoutCredits(notes: string): string {
  const lines = notes
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => !COMPARISON.test(line) && !NEW_CONTRIBUTORS.test(line))
    .map(line => (ITEM.test(line) && line.length <= MAX_LINE_LENGTH ? line.replace(CREDITS, '') : line))
  const first = lines.findIndex(line => line !== '')
  return lines
    .slice(CHANGES.test(lines[first] ?? '') ? first + 1 : 0)
    .join('\n')
    .trim()
}

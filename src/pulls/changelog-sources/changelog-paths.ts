import { isFragmentPath } from '#pulls/fragment-paths.ts'

const NAMES =
  /^(?:change-?log|changes|history|news|release[-_]?notes?|releases|what-?s-?new)(?:[-_.][\w.-]*)?$/i
const FOLDERS =
  /(?:^|\/)(?:change-?logs?|release[-_]?notes|releases|whats-?new|news)\/(?:[\w-]+\/)?[^/\d]*\d[^/]*$/i
const ENDINGS = /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|textile)$/i
/** An ending that is code or data and not a version. */
const PROGRAMS =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|swift|php|pl|sh|ya?ml|json|toml|html?|css|scss|svg|png|vue|erb|ejs|hbs|tmpl|template|tpl|lock|cfg|ini|xml|snap|in)$/i
/** Folders whose changelogs are not the team's own word about this product. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|vendored|third[-_]?party|external|fixtures?|__fixtures__|testdata|tests?|__tests__|examples?|samples?|templates?|playgrounds?|\.github|generators)\//i

/** Cheap, and false for nearly every path. */
const NEAR = /change|history|news|release|what/i

/** Is this where a team tells its users release by release what is new? Fragments for a coming release are not. */
export function isChangelogPath(path: string): boolean {
  if (!NEAR.test(path) || FOREIGN.test(path) || isFragmentPath(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (NAMES.test(name.replace(ENDINGS, ''))) return !PROGRAMS.test(name)
  return ENDINGS.test(name) && FOLDERS.test(path)
}

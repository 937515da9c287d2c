import type { ChangedFile } from '#pulls/pull-request.ts'
import { isStoreListing, mayBeNote } from './note-shape.ts'

const CHANGELOG_NAMES =
  /^(?:change-?log|changes|history|news|release[-_]?notes?|releases|what-?s-?new)(?:[-_.][\w.-]*)?$/i
const CHANGELOG_FOLDERS =
  /(?:^|\/)(?:change-?logs?|release[-_]?notes|releases|whats-?new|news)\/(?:[\w-]+\/)?[^/\d]*\d[^/]*$/i
const TEXT_EXTENSIONS = /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|textile)$/i
/** Extensions of code and data, as opposed to a version in the file name. */
const CODE_EXTENSIONS =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|swift|php|pl|sh|ya?ml|json|toml|html?|css|scss|svg|png|vue|erb|ejs|hbs|tmpl|template|tpl|lock|cfg|ini|xml|snap|in)$/i
/** Folders whose changelogs are not about the team's own product. */
const THIRD_PARTY_FOLDERS =
  /(?:^|\/)(?:node_modules|vendor|vendored|third[-_]?party|external|fixtures?|__fixtures__|testdata|tests?|__tests__|examples?|samples?|templates?|playgrounds?|\.github|generators)\//i

/** Matches folders of notes for a coming release. */
const PENDING = /\/(?:pending|unreleased|upcoming)\//i

/** A quick check that rejects nearly every path. */
const MAYBE_CHANGELOG = /change|history|news|release|what/i

/**
 * Whether the path is a file in which a team lists what is new in each release. Fragments for a coming release do not count, and neither
 * do the listings of app stores, which tell a few highlights in every language and rarely name a merge.
 */
export function isChangelogPath(path: string): boolean {
  if (!MAYBE_CHANGELOG.test(path) || THIRD_PARTY_FOLDERS.test(path) || isFragmentPath(path)) return false
  if (isStoreListing(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (CHANGELOG_NAMES.test(name.replace(TEXT_EXTENSIONS, ''))) return !CODE_EXTENSIONS.test(name)
  return TEXT_EXTENSIONS.test(name) && CHANGELOG_FOLDERS.test(path) && !PENDING.test(path)
}

/** Where changelog tools keep one file per change. */
const FRAGMENT_PATHS: readonly RegExp[] = [
  // changesets
  /^(?:.+\/)?\.changeset\/(?:[^/]+\/)?(?!README\.md$)[^/]+\.md$/i,
  // covector, which keeps its versions elsewhere; changie keeps files of versions there
  /^(?:.+\/)?\.changes\/(?!(?:v?\d+|header|footer)\.md$)[^/.]+\.md$/i,
  // React Router: patch.some-slug.md
  /^(?:.+\/)?\.changes\/(?:major|minor|patch|unstable|none)\.[^/.]+\.md$/i,
  // towncrier: 123.feature, 123.bugfix.rst, +orphan.misc.md; in folders of common names only with a number or a plus
  /^(?:.+\/)?(?:changelog\.d|newsfragments)\/(?:[^/]+\/)?[+\w-]+\.\w+(?:\.\d+)?(?:\.(?:rst|md|txt))?$/i,
  /^(?:.+\/)?(?:news|changes|changelog)\/[\d+][\w-]*\.(?!(?:md|rst|txt)$)[a-z_]+(?:\.\d+)?(?:\.(?:rst|md|txt))?$/i,
  // reno, elastic, gitlab and changie: YAML
  /^(?=.*\.(?:ya?ml|json|md|txt|rst)$)(?:.+\/)?(?:releasenotes\/notes|changelogs?\/(?:fragments|unreleased|next-release)|\.changes\/(?:unreleased|next-release))\/./i,
  /^(?:.+\/)?changelogs?\/unreleased\/(?:[^/.]+\/)?[^/.]+$/i,
  // go-changelog: 123.txt
  /^(?:.+\/)?\.changelog\/[^/]+\.(?:txt|md|ya?ml|toml)$/i,
  // jetpack changelogger: a name without an ending
  /^(?:.+\/)?changelog\/[^/.]+$/,
]

/** Files in the folders of fragments that do not describe a change. */
const NOT_A_FRAGMENT =
  /(?:^|\/)(?:(?:README|CHANGELOG|CONTRIBUTING|TEMPLATE|config)(?:[._][^/]*)?|\.git\w+)$|[_.]template\b/i

/** Whether the path is a changeset or a news fragment. */
export const isFragmentPath = (path: string): boolean =>
  MAYBE_FRAGMENT.test(path) && !NOT_A_FRAGMENT.test(path) && FRAGMENT_PATHS.some(place => place.test(path))

/** A quick check that rejects nearly every path. */
const MAYBE_FRAGMENT = /change|news|releasenotes/i

/**
 * Whether the file may contain the team's own description of the change: an added changeset or fragment, or an edited changelog.
 */
export const mayDescribeChange = ({ path, status }: Pick<ChangedFile, 'path' | 'status'>): boolean =>
  status === 'added'
    ? isFragmentPath(path) || isChangelogPath(path)
    : status === 'modified' && isChangelogPath(path)

/** Like `mayDescribeChange`, but also true for added files in other folders whose text may be a note. */
export const mayHoldNote = (file: Pick<ChangedFile, 'path' | 'status' | 'additions'>): boolean =>
  mayDescribeChange(file) || (file.status === 'added' && !NOT_A_FRAGMENT.test(file.path) && mayBeNote(file))

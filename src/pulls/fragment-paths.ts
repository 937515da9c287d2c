/** Where tools for changelogs keep one file for each change. */
const PLACES: readonly RegExp[] = [
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

/** Files in those folders that are about the folder. */
const ABOUT =
  /(?:^|\/)(?:(?:README|CHANGELOG|CONTRIBUTING|TEMPLATE|config)(?:[._][^/]*)?|\.git\w+)$|[_.]template\b/i

/** Is this the path of a changeset or a news fragment? */
export const isFragmentPath = (path: string): boolean =>
  NEAR.test(path) && !ABOUT.test(path) && PLACES.some(place => place.test(path))

/** Cheap, and false for nearly every path. */
const NEAR = /change|news|releasenotes/i

/** A file in which a team configures its release notes. */
export interface ReleaseConfigFile {
  path: string
  text: string
}

/** The paths where release tools look for their configuration, from the repository's root. */
export const RELEASE_CONFIG_PATHS = [
  // docs.github.com/repositories/releasing-projects-on-github/automatically-generated-release-notes
  '.github/release.yml',
  '.github/release.yaml',
  // github.com/release-drafter/release-drafter
  '.github/release-drafter.yml',
  '.github/release-drafter.yaml',
  // git-cliff.org/docs/configuration
  'cliff.toml',
  '.cliff.toml',
  '.config/cliff.toml',
  // github.com/changesets/changesets
  '.changeset/config.json',
  // github.com/googleapis/release-please
  'release-please-config.json',
  '.release-please-config.json',
  '.github/release-please-config.json',
  // The README describes the repository. It is not configuration, but is read along with these files.
  'README.md',
  'README.rst',
  'README',
  'readme.md',
] as const

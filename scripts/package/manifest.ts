/** What `package.json` says about Tidings to those who look for it. */
interface Manifest {
  name: string
  version: string
  description: string
  keywords: string[]
  license: string
  type: string
  bin: Record<string, string>
  /** The public address of the repository, which is named here and nowhere else. Absent as long as there is no public repository. */
  repository?: string
}

/**
 * The package's own `package.json`: without scripts, with the one engine that is asked for, and with the addresses that follow from the repository's.
 * Without a repository it is private, so npm refuses to publish it.
 */
export function packageManifest(
  { name, version, description, keywords, license, type, bin, repository }: Manifest,
  node: string,
  dependencies: Record<string, string>,
) {
  const addresses = repository
    ? { repository, homepage: `${repository}#readme`, bugs: `${repository}/issues` }
    : { private: true }
  return {
    ...{ name, version, description, keywords, license, ...addresses },
    ...{ type, bin, engines: { node }, dependencies },
  }
}

/** The message that is printed once the package has been written to `path`. */
export function saidOf(path: string, packed: object): string {
  const unpublished =
    'private' in packed
      ? 'It cannot be published: package.json names no repository. See docs/releasing.md.\n'
      : ''
  return `${path} was written. Install it with: npm install --global ${path}\n${unpublished}`
}

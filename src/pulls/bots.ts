const NAMES = new RegExp(
  [
    String.raw`\[bot\]`,
    String.raw`^(?:dependabot|renovate|github-actions?|greenkeeper|snyk|pre-commit-ci|weblate|crowdin|allcontributors|mergify)\b`,
    String.raw`^(?:depfu|imgbot|pyup|scala-steward|semantic-release|release-please|transifex|lokalise|web-flow|k8s-ci-robot)\b`,
    String.raw`(?:^|[\s_-])(?:ro)?bot$`,
    '^(?:hosted )?weblate$',
  ].join('|'),
  'i',
)
const ADDRESSES =
  /\[bot\]@|^(?:bot|support|noreply)@(?:renovateapp|greenkeeper|dependabot|snyk|weblate|crowdin|depfu)\.|^hosted@weblate\./i

/** Does the name, or the e-mail address beside it, belong to a program and not a person? */
export const isBot = (name: string, email = ''): boolean => NAMES.test(name.trim()) || ADDRESSES.test(email)

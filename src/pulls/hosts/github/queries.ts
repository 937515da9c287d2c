/** Of one pull request in one question; what goes beyond is asked for by itself. */
export const FILES_ASKED = 100
export const COMMITS_ASKED = 100

const MERGED = `
  fragment Merged on PullRequest {
    number
    title
    body
    url
    mergedAt
    updatedAt
    baseRefName
    additions
    deletions
    changedFiles
    author { __typename login }
    mergeCommit { oid }
    labels(first: 100) { nodes { name } }
    files(first: ${FILES_ASKED}) { nodes { path additions deletions changeType } }
    commits(first: ${COMMITS_ASKED}) { totalCount nodes { commit { message } } }
    closingIssuesReferences(first: 50) { nodes { number repository { nameWithOwner } } }
  }
`

export const MERGED_PAGE = `
  query MergedPage($owner: String!, $name: String!, $count: Int!, $after: String) {
    repository(owner: $owner, name: $name) {
      pullRequests(
        states: MERGED
        first: $count
        after: $after
        orderBy: { field: UPDATED_AT, direction: DESC }
      ) {
        pageInfo { hasNextPage endCursor }
        nodes { ...Merged }
      }
    }
  }
  ${MERGED}
`

export const ONE_PULL = `
  query OnePull($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) { ...Merged }
    }
  }
  ${MERGED}
`

export const RELEASES = `
  query Releases($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      releases(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { tagName publishedAt isDraft tagCommit { oid } }
      }
    }
  }
`

export const NOTES = `
  query Notes($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      releases(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { tagName name description url publishedAt isDraft isPrerelease }
      }
    }
  }
`

export const TAGS = `
  query Tags($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      refs(
        refPrefix: "refs/tags/"
        first: 100
        after: $after
        orderBy: { field: TAG_COMMIT_DATE, direction: DESC }
      ) {
        pageInfo { hasNextPage endCursor }
        nodes {
          name
          target {
            ... on Commit { oid committedDate }
            ... on Tag { target { ... on Commit { oid committedDate } } }
          }
        }
      }
    }
  }
`

/** The contents of so many files at once, each named by `commit:path` in a variable of its own. */
export function contentsQuery(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const variables = indexes.map(index => `$e${index}: String!`).join(', ')
  const fields = indexes.map(index => `f${index}: object(expression: $e${index}) { ... on Blob { text } }`)
  return `
    query Contents($owner: String!, $name: String!, ${variables}) {
      repository(owner: $owner, name: $name) { ${fields.join(' ')} }
    }
  `
}

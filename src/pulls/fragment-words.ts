import { isChangelogPath } from './changelog-sources/changelog-paths.ts'
import { isFragmentPath } from './fragment-paths.ts'
import type { ChangedFile } from './pull-request.ts'

/** May the team's own words about this change stand in the file: an added changeset or fragment, or a changelog that it edits? */
export const bringsWords = ({ path, status }: Pick<ChangedFile, 'path' | 'status'>): boolean =>
  status === 'added'
    ? isFragmentPath(path) || isChangelogPath(path)
    : status === 'modified' && isChangelogPath(path)

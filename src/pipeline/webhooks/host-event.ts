import type { MergedPull } from '#pulls/pull-request.ts'

/** A repository as a payload names it: whether it is the connection's is for the reader to check, by the id. */
export interface EventRepository {
  name: string
  /** The host's own number for it, which stays. */
  id: string
}

/** Where a repository's event comes from. */
interface OfRepository {
  repo: EventRepository
  /** Through which installation of our app it came; null for a repository's own webhook. */
  installationId: string | null
}

/** What the code hosts tell us, in one form. Records have no files, commits and fragments: payloads do not name them. */
export type HostEvent =
  | { type: 'ping' }
  | ({ type: 'merged'; pull: MergedPull } & OfRepository)
  /** The title, body or labels of one that is merged; the record is as it stands after the change. */
  | ({ type: 'edited'; pull: MergedPull } & OfRepository)
  /** `before` is the name that it had; `repo` the one that it has. */
  | ({ type: 'repository'; change: 'renamed' | 'transferred' | 'deleted'; before?: string } & OfRepository)
  | {
      type: 'installation'
      installationId: string
      change: 'created' | 'deleted' | 'suspend' | 'unsuspend'
      account: string
      repositories: EventRepository[]
    }
  | {
      type: 'installation-repositories'
      installationId: string
      added: EventRepository[]
      removed: EventRepository[]
    }

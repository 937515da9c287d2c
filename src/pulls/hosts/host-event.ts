import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { optional } from './shared-schemas.ts'

/** The prefix of the names of events about open pull requests. Only connections with reviews store these. */
export const OPEN_PULL = 'open '

/** A change of an open pull request. */
export interface PullChange {
  number: number
  /** Whether the pull request was opened or reopened, or became ready, so that its author may be asked. */
  isOpening: boolean
}

/** A repository as a payload names it. */
export interface EventRepository {
  name: string
  /** The host's id, which a rename does not change. */
  id: string
  /** Left out if the payload does not name it. */
  defaultBranch?: string
  /** The repository's description. */
  about?: string
  /**
   * Whether the payload calls it private. It is never false, because a payload may be old: only the host's API says that a repository is public.
   */
  isPrivate?: true
}

interface EventPlace {
  repo: EventRepository
  /** The installation of our app that sent the event; null for a repository's own webhook. */
  installationId: string | null
  /** When it happened, by the host's clock; left out if the payload does not say. The payload may arrive much later. */
  at?: Instant
}

/** An event of a code host. Pull requests have no files, commits and changelog fragments here, because payloads do not contain them. */
export type HostEvent =
  | { type: 'ping' }
  | ({ type: 'merged'; pull: MergedPull } & EventPlace)
  /** The title, body or labels of a merged pull request changed; `pull` is its state after the change. */
  | ({ type: 'edited'; pull: MergedPull } & EventPlace)
  /** A pull request was opened, or changed while it is open. */
  | ({ type: 'proposed' } & PullChange & EventPlace)
  /** `repo` has the new name, `before` is the old one. */
  | ({
      type: 'repository'
      change: 'renamed' | 'transferred' | 'privatized' | 'deleted'
      before?: string
    } & EventPlace)
  | {
      type: 'installation'
      installationId: string
      change: 'created' | 'deleted' | 'suspend' | 'unsuspend' | 'new_permissions_accepted'
      account: string
      repositories: EventRepository[]
    }
  | {
      type: 'installation-repositories'
      installationId: string
      added: EventRepository[]
      removed: EventRepository[]
    }

const MAX_NAME_LENGTH = 500

/** A repository in payloads of GitHub, Forgejo and Gitea. */
export const repositoryShape = z.object({
  id: z.int(),
  full_name: z.string().regex(/^[^\s/]+\/[^\s/]+$/),
  default_branch: optional(z.string()),
  description: optional(z.string()),
  private: optional(z.boolean()),
})

export const parseRepository = (repository: z.infer<typeof repositoryShape>): EventRepository => ({
  name: clip(safeLine(repository.full_name), MAX_NAME_LENGTH),
  id: String(repository.id),
  ...(repository.default_branch && { defaultBranch: repository.default_branch }),
  ...(repository.description && { about: repository.description }),
  ...(repository.private && { isPrivate: true }),
})

/** `at` of an event. */
export const happenedAt = (time: Instant | null) => ({
  ...(time !== null && Number.isFinite(time) && { at: time }),
})

/** The host of a pull request's page; empty if its address is invalid. */
export const hostOf = ({ html_url }: { html_url: string }): string => URL.parse(html_url)?.host ?? ''

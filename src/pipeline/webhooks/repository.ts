import { z } from 'zod'
import { clip, safeLine } from '#platform/text.ts'
import type { EventRepository } from './host-event.ts'

const NAME_KEPT = 500

/** A repository as GitHub, Forgejo and Gitea write it in their payloads. */
export const repositoryShape = z.object({ id: z.int(), full_name: z.string().regex(/^[^\s/]+\/[^\s/]+$/) })

export const parseRepository = ({ id, full_name }: z.infer<typeof repositoryShape>): EventRepository => ({
  name: clip(safeLine(full_name), NAME_KEPT),
  id: String(id),
})

/** The host that the pull request's page is on; empty where its address is none. */
export const hostOf = ({ html_url }: { html_url: string }): string => URL.parse(html_url)?.host ?? ''

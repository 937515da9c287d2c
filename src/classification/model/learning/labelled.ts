import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import { parsePullLine } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const labels = z.object({
  visibility: z.enum(['user-facing', 'internal']).nullish(),
  kind: z.string().nullish(),
  kind_set: z.array(z.string()).nullish(),
  magnitude: z.enum(['patch', 'minor', 'major']).nullish(),
})

const labelledLine = z.object({ title_bare: z.string().nullish(), labels })

/** What a team recorded of its own decision; null where it recorded nothing. */
export type Labels = z.infer<typeof labels>

/** A merged pull request with its team's decision. */
export interface Labelled {
  pull: MergedPull
  /** The title without the type in front of it. */
  bareTitle: string
  labels: Labels
}

/** Reads one labelled line. `invalid_parameter` where a field is missing or wrong. */
export function parseLabelledLine(raw: string): Labelled {
  const pull = parsePullLine(raw)
  const parsed = labelledLine.safeParse(JSON.parse(raw))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('invalid_parameter', `${issue?.path.join('.') || 'the line'}: ${issue?.message}`)
  }
  const { title_bare, labels } = parsed.data
  // Fragments hold the very decision that is to be learnt.
  return { pull: { ...pull, fragments: [] }, bareTitle: title_bare ?? pull.title, labels }
}

import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import { entryText } from '#pulls/announced/own-entries.ts'
import { parsePullLine } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const labels = z.object({
  visibility: z.enum(['user-facing', 'internal']).nullish(),
  kind: z.string().nullish(),
  kind_set: z.array(z.string()).nullish(),
  magnitude: z.enum(['patch', 'minor', 'major']).nullish(),
})

/** A record of the change: fragments, entries of a changelog, or a type in the title that is left out of it otherwise. */
const explicit = z.object({
  files: z.array(z.object({ path: z.string(), text: z.string() })).nullish(),
  entries: z.array(z.object({ section: z.string().nullish(), text: z.string() })).nullish(),
  title: z.string().nullish(),
})

const labelledLine = z.object({ title_bare: z.string().nullish(), labels, explicit: explicit.nullish() })

/** What a team recorded of its own decision; null where it recorded nothing. */
export type Labels = z.infer<typeof labels>

/** A merged pull request with its team's decision. */
export interface Labelled {
  pull: MergedPull
  /** The title without the type in front of it. */
  bareTitle: string
  labels: Labels
  /** What the team wrote for its record of the change, which tells its decision. */
  record: Pick<MergedPull, 'title' | 'fragments'>
}

/** Reads one labelled line. `invalid_parameter` where a field is missing or wrong. */
export function parseLabelledLine(raw: string): Labelled {
  const pull = parsePullLine(raw)
  const parsed = labelledLine.safeParse(JSON.parse(raw))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('invalid_parameter', `${issue?.path.join('.') || 'the line'}: ${issue?.message}`)
  }
  const { title_bare, labels, explicit } = parsed.data
  const fragments = [
    ...(explicit?.files ?? []),
    ...(explicit?.entries ?? []).map(({ section, text }) => ({
      path: 'CHANGELOG.md',
      text: entryText(section ? [section] : [], text),
    })),
  ]
  const record = { title: explicit?.title ?? pull.title, fragments }
  // Fragments hold the very decision that is to be learnt.
  return { pull: { ...pull, fragments: [] }, bareTitle: title_bare ?? pull.title, labels, record }
}

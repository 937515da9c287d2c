import { z } from 'zod'
import type { Target } from '#judgement/classification/model/model.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import { AppError } from '#platform/errors.ts'
import { entryText } from '#pulls/changelog-sources/announcements.ts'
import { parsePullLine } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const labels = z.object({
  visibility: z.enum(['user-facing', 'internal']).nullish(),
  kind: z.string().nullish(),
  kind_set: z.array(z.string()).nullish(),
  magnitude: z.enum(['patch', 'minor', 'major']).nullish(),
})

/** The team's record of the change: fragments, changelog entries, or the title with a type that `title` itself lacks. */
const explicit = z.object({
  files: z.array(z.object({ path: z.string(), text: z.string() })).nullish(),
  entries: z.array(z.object({ section: z.string().nullish(), text: z.string() })).nullish(),
  title: z.string().nullish(),
})

const labelledLine = z.object({ title_bare: z.string().nullish(), labels, explicit: explicit.nullish() })

/** What a team recorded of its own decision; null where it recorded nothing. */
export type Labels = z.infer<typeof labels>

export interface Labelled {
  pull: MergedPull
  /** The title without the type in front of it. */
  bareTitle: string
  labels: Labels
  /** The team's own words in its record of the change, which reveal its decision. */
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
  // The fragments are removed, because they contain the decision that is to be learnt.
  return { pull: { ...pull, fragments: [] }, bareTitle: title_bare ?? pull.title, labels, record }
}

/** The kinds of change for which "a fix or something new?" is a sensible question. */
const MENDED_OR_NEW: ReadonlySet<string> = new Set(['feature', 'improvement', 'fix', 'performance'])
const BETTERED: ReadonlySet<string> = new Set(['improvement', 'performance'])

/** The answer of the team's record for each target: 1 or 0, null where the record says nothing. */
type Targets = Record<Target, 0 | 1 | null>

const NOTHING: Targets = { visible: null, fix: null, feature: null, notable: null }

/** The answers of the team's record. Merges by bots answer nothing, because they are judged by their author. */
export function targetsOf(labelled: Labelled, bumpsTell: boolean): Targets {
  const { pull, labels } = labelled
  if (pull.authorIsBot || !labels.visibility) return NOTHING
  if (labels.visibility === 'internal') return { ...NOTHING, visible: 0 }
  return {
    visible: 1,
    fix: fixTarget(labelled),
    feature: labels.kind === 'feature' ? 1 : BETTERED.has(labels.kind ?? '') ? 0 : null,
    notable: bumpsTell && labels.magnitude ? (labels.magnitude === 'patch' ? 0 : 1) : null,
  }
}

/** The answer for `fix`. Where a team records no kinds, the types in its titles are used instead: `fix:` against `feat:` and `perf:`. */
function fixTarget({ pull, labels }: Labelled): Targets['fix'] {
  const kinds = labels.kind_set
  if (!kinds) {
    const { type } = readTitle(pull.title)
    return type === 'fix' ? 1 : type === 'feat' || type === 'perf' ? 0 : null
  }
  if (!kinds.every(kind => MENDED_OR_NEW.has(kind))) return null
  return kinds.includes('fix') ? (kinds.length === 1 ? 1 : null) : 0
}

/** Repositories whose version bumps do not follow the size of changes, as they are major more often than minor. */
export function oddBumps(rows: readonly Labelled[]): ReadonlySet<string> {
  const balance = new Map<string, number>()
  for (const { pull, labels } of rows) {
    const step = labels.magnitude === 'major' ? 1 : labels.magnitude === 'minor' ? -1 : 0
    balance.set(pull.repo, (balance.get(pull.repo) ?? 0) + step)
  }
  return new Set([...balance].flatMap(([repo, excess]) => (excess > 0 ? [repo] : [])))
}

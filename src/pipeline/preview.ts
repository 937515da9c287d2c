import type { Classification } from '#classification/classification.ts'
import type { Instant } from '#kit/clock.ts'
import type { Pitch } from '#pitch/pitch.ts'
import { type MergedPull, referenceOf } from '#pulls/pull-request.ts'
import { revertTarget, trackReverts } from '#pulls/reverts.ts'
import type { Editor } from './editor.ts'

/** A merge as a preview shows it. */
export interface PreviewItem {
  /** `acme/app#12`. */
  reference: string
  number: number | null
  commit: string | null
  url: string | null
  mergedAt: Instant
  pitch: Pitch
  classification: Classification
}

/** The changelog that a history would give, and how many merges came to what. */
export interface Preview {
  merges: number
  internal: number
  reverted: number
  /** What customers would notice (with `internal` on the rest too), newest first. */
  items: PreviewItem[]
}

/** Judges merges, which come newest first, and keeps nothing. What was reverted is left out, and so is its revert. */
export async function previewOf(
  editor: Editor,
  merges: AsyncIterable<MergedPull>,
  options: { internal: boolean },
): Promise<Preview> {
  const preview: Preview = { merges: 0, internal: 0, reverted: 0, items: [] }
  const tracker = trackReverts<Candidate>()
  const cancelled = new Set<Candidate>()
  const candidates: Candidate[] = []
  for await (const pull of merges) {
    preview.merges++
    const candidate = candidateOf(editor, pull, options)
    const by = tracker.cancels(candidate)
    if (by) {
      preview.reverted++
      cancelled.add(by).add(candidate)
    }
    if (candidate.internal) preview.internal++
    if (candidate.item) candidates.push(candidate)
  }
  preview.items = candidates.flatMap(one => (one.item && !cancelled.has(one) ? [one.item] : []))
  return preview
}

/** Only what is needed later is held: a history may be long. */
interface Candidate {
  number: number | null
  mergeCommit: string | null
  reverts: ReturnType<typeof revertTarget>
  internal: boolean
  item: PreviewItem | null
}

function candidateOf(editor: Editor, pull: MergedPull, options: { internal: boolean }): Candidate {
  const classification = editor.classify(pull)
  const internal = classification.visibility === 'internal'
  return {
    number: pull.number,
    mergeCommit: pull.mergeCommit,
    reverts: revertTarget(pull),
    internal,
    item: internal && !options.internal ? null : itemOf(pull, classification, editor.write(pull)),
  }
}

const itemOf = (pull: MergedPull, classification: Classification, pitch: Pitch): PreviewItem => ({
  reference: referenceOf(pull),
  number: pull.number,
  commit: pull.mergeCommit,
  url: pull.url,
  mergedAt: pull.mergedAt,
  pitch,
  classification,
})

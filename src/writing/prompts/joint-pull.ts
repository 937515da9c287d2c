import { clip } from '#platform/text.ts'
import { NO_SURROUNDINGS, type SourceMaterial } from '#writing/excerpt.ts'

/** How much of their descriptions a model is shown: as much as of a single one. */
const DESCRIPTIONS = 4_500
/** As much of their diffs. */
const DIFFS = 6_000

/** Combines several pull requests into one to be written about: the first one leads, the others follow in its description. */
export function jointPull(lead: SourceMaterial, others: readonly SourceMaterial[]): SourceMaterial {
  if (others.length === 0) return lead
  const share = Math.floor(DESCRIPTIONS / (others.length + 1))
  const told = others.map(({ title, body }) => `Also: ${title}\n\n${clip(body, share)}`)
  const all = [lead, ...others]
  const sum = (of: (pull: SourceMaterial) => number) => all.reduce((total, pull) => total + of(pull), 0)
  return {
    ...lead,
    body: [clip(lead.body, share), ...told].join('\n\n'),
    labels: [...new Set(all.flatMap(({ labels }) => labels))],
    commits: all.flatMap(({ commits }) => commits),
    files: all.flatMap(({ files }) => files),
    fragments: all.flatMap(({ fragments }) => fragments),
    filesChanged: sum(({ filesChanged }) => filesChanged),
    additions: sum(({ additions }) => additions),
    deletions: sum(({ deletions }) => deletions),
    surroundings: {
      ...(lead.surroundings ?? NO_SURROUNDINGS),
      issues: all.flatMap(({ surroundings }) => surroundings?.issues ?? []),
      diff: all
        .map(({ surroundings }) => clip(surroundings?.diff ?? '', Math.floor(DIFFS / all.length)))
        .join('\n'),
    },
  }
}

// node tools/compare.ts [--sample N] [--send-diff] [--repo owner/name] [--out FILE] [--json] <git-dir>
// Writes a page with a repository's changes in the team's own words, in those of the machine alone and in those of the configured language
// model, unlabelled, to be chosen between. Takes --sample changes (20) that the team wrote a note about; the model does not see it. Run it
// again to go on where it was stopped.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createProductClassifier } from '#app/judging.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import { openGitSource, readGitDiff } from '#pulls/hosts/git/git.ts'
import { diffExcerpt } from '#writing/diff-excerpt.ts'
import { NO_SURROUNDINGS } from '#writing/excerpt.ts'
import { type Comparison, comparable, compare } from './comparison/comparison.ts'
import { withOwnLines } from './comparison/own-lines.ts'
import { comparePage } from './comparison/page.ts'
import { type MeasuredModel, openMeasuredModel } from './evaluation/model.ts'

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string', default: '20' },
    'send-diff': { type: 'boolean', default: false },
    repo: { type: 'string' },
    out: { type: 'string', default: 'compare.html' },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
await using measured = await openMeasuredModel()
const [directory = '.'] = positionals
const source = await openGitSource(directory, { ...(values.repo !== undefined && { repo: values.repo }) })
const classifier = await createProductClassifier()
const merges = (await Array.fromAsync(source.merges())).toReversed()
const noted = await mapConcurrently(merges, 4, pull =>
  withOwnLines(pull, commit => readGitDiff(directory, commit)),
)
const chosen = comparable(classifier, noted, Number(values.sample))
if (chosen.length === 0) throw new Error('No merge has a note of its team to compare with.')
const asking = values['send-diff'] ? withDiff(measured.asking) : measured.asking
const compared = await compare(classifier, asking, chosen)
writeFileSync(values.out, await comparePage(source.facts.name, compared))
const spent = await measured.spent()
if (values.json) console.log(JSON.stringify({ file: values.out, spent, changes: compared.map(asJson) }))
else {
  const faults = compared.filter(({ model }) => model === null)
  console.log(`${values.out}: ${compared.length - faults.length} changes in three hands.`)
  for (const { reference, fault } of faults) console.log(`${reference}: the language model ${fault}`)
  console.log(`${spent}.`)
}

/** Shows the model a part of the diff too, without the files in which the team says what customers read. */
function withDiff(asking: MeasuredModel['asking']): MeasuredModel['asking'] {
  const isProse = (path: string): boolean => /\.(?:md|mdx|rst|txt|ya?ml)$/i.test(path)
  return {
    ...asking,
    async surround(pull) {
      const files = pull.mergeCommit === null ? [] : await readGitDiff(directory, pull.mergeCommit)
      const code = files.filter(({ path }) => pull.files.some(file => file.path === path) && !isProse(path))
      return { ...pull, surroundings: { ...NO_SURROUNDINGS, diff: diffExcerpt(code) } }
    },
  }
}

function asJson({ pull, classification, ...rest }: Comparison) {
  return {
    ...rest,
    title: pull.title,
    description: pull.body,
    kind: classification.kind,
    magnitude: classification.magnitude,
  }
}

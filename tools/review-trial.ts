// Reviews the newest merges of git repositories as if each was still open, and prints what would be asked, for a person to judge:
// node tools/review-trial.ts [--last N] [--at-most N] <git-dir>…

import { parseArgs } from 'node:util'
import { createProductClassifier } from '#app/judging.ts'
import { configured } from '#judgement/classification/classifier.ts'
import { MOST_ASKED, type Review, reviewAll } from '#pipeline/reviewing/review.ts'
import { safeLine } from '#platform/text.ts'
import { openGitSource, readGitReleaseConfig } from '#pulls/hosts/git/git.ts'

/** How many merges are read before those under review, as a pipeline does. */
const BEFORE = 300

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    last: { type: 'string', default: '200' },
    'at-most': { type: 'string', default: String(MOST_ASKED) },
  },
})
const last = Number(values.last)
const classifier = await createProductClassifier()
for (const folder of positionals) {
  const source = await openGitSource(folder, { last: last + BEFORE })
  const merges = await Array.fromAsync(source.merges())
  const known = configured(source.facts, await readGitReleaseConfig(folder))
  const reviews = reviewAll(classifier, merges, known, Number(values['at-most'])).slice(-last)
  const asked = reviews.filter(({ isAsked }) => isAsked)
  console.log(`\n${source.facts.name}: ${asked.length} of ${reviews.length} asked`)
  for (const review of asked) console.log(lineOf(review))
}

function lineOf({ judged: { pull, classification, pitch }, questions }: Review): string {
  const names = questions.map(({ name }) => name).join(' and ')
  const size = `${pull.filesChanged} files, ${pull.additions + pull.deletions} lines`
  const place = pull.number === null ? pull.mergeCommit?.slice(0, 7) : `#${pull.number}`
  const told = `${classification.kind}, ${classification.magnitude}, ${classification.confidence}`
  const body = safeLine(pull.body).slice(0, 200)
  return `${names}: ${place} ${pull.title} (${size}; ${told}) → ${pitch?.headline ?? 'internal'}${body && `\n    ${body}`}`
}

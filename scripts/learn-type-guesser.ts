// `node scripts/learn-type-guesser.ts <git-dir>…`: learns from the histories of public repositories what authors call which changes, and writes
// src/classification/model/type-guesser.bin. The model is then to be fitted anew: `npx tidings train`. It reads words and paths, no line counts.
import { writeFile } from 'node:fs/promises'
import { fitTypeGuesser, type Sample, sampleOf } from '#classification/model/learning/type-guesser.ts'
import { packTypeGuesser, TYPE_GUESSER } from '#classification/model/type-guesser.ts'
import { inTurns } from '#kit/steps.ts'
import { openGitSource } from '#providers.ts'

/** The newest of each repository that are looked at, and that are learnt from. */
const LOOKED_AT = 9_000
const LEARNT = 4_000

const samples: Sample[] = []
for (const [at, directory] of process.argv.slice(2).entries()) {
  const own = await samplesOf(directory, `local/${at}`)
  samples.push(...own)
  console.log(`${directory}: ${own.length}`)
}
const guesser = await inTurns(fitTypeGuesser(samples))
await writeFile(TYPE_GUESSER, packTypeGuesser(guesser))
console.log(`Learnt from ${samples.length} changes: ${guesser.tokens.length} words, ${TYPE_GUESSER}`)

/** What a repository calls itself is not looked at: two copies might bear one name. */
async function samplesOf(directory: string, repo: string): Promise<Sample[]> {
  const source = await openGitSource(directory, { last: LOOKED_AT, commits: true, lines: false, repo })
  const own: Sample[] = []
  for await (const pull of source.merges()) {
    const sample = sampleOf(pull)
    if (sample && own.push(sample) === LEARNT) break
  }
  return own
}

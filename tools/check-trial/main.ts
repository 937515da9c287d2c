import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { trialReleases } from './releases.ts'
import { report } from './report.ts'
import { isKeptApart, REPOSITORIES } from './repositories.ts'
import { type Alarm, trialOf } from './trial.ts'

// node tools/check-trial/main.ts FOLDER [--kept-apart] [--out FILE]
// Checks published notes of repositories against their git history, as they are and with faults put into them. FOLDER holds a clone of each
// repository, by its name. Half of the repositories are kept apart: those are read only with --kept-apart.

const { values, positionals } = parseArgs({
  options: { 'kept-apart': { type: 'boolean' }, out: { type: 'string' } },
  allowPositionals: true,
})
const RELEASES = 8
const folder = positionals[0] ?? '.'
const chosen = REPOSITORIES.filter(({ name }) => isKeptApart(name) === (values['kept-apart'] ?? false))
const all = []
for (const repository of chosen)
  all.push(await trialReleases(repository, join(folder, repository.name), RELEASES))
const readings: Reading[] = JSON.parse(readFileSync(new URL('readings.json', import.meta.url), 'utf8'))
const results = []
for (const releases of all) {
  const others = all.filter(one => one !== releases).flat()
  results.push({ name: releases[0]?.repository.name ?? '', ...(await trialOf(releases, others)) })
}
process.stdout.write(
  report(results, alarm => readings.find(reading => isAbout(reading, alarm))?.verdict ?? null),
)
if (values.out !== undefined)
  writeFileSync(
    values.out,
    JSON.stringify(results, (key, value) => (key === 'release' ? value.version : value), 1),
  )

/** What a reader decided about an alarm in notes as published. */
interface Reading extends Pick<Alarm, 'repository' | 'version' | 'kind'> {
  /** What the alarm is about: the beginning of its line, or the merge where the finding has no line. */
  about: string
  verdict: 'true' | 'false'
  why: string
}

function isAbout(reading: Reading, alarm: Alarm): boolean {
  const about = alarm.text ?? alarm.merge?.reference ?? ''
  return (
    reading.repository === alarm.repository &&
    reading.version === alarm.version &&
    reading.kind === alarm.kind &&
    about.startsWith(reading.about)
  )
}

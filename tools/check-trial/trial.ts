import { proofread } from '#pipeline/proofreading/check.ts'
import { FINDING_KINDS, type Finding, type FindingKind } from '#pipeline/proofreading/finding.ts'
import { parseNotes } from '#pipeline/proofreading/notes.ts'
import { pick, randomOf } from '../random.ts'
import { type Fault, MAKERS } from './faults.ts'
import type { TrialRelease } from './releases.ts'

/** The number of faults of each kind in each repository. Where a kind falls short, kinds that can always be made fill the gap. */
const QUOTA: Record<FindingKind, number> = {
  dropped: 12,
  invented: 9,
  'not-in-range': 8,
  'not-live': 7,
  reverted: 3,
}
const FAULTS = 50
const ALWAYS: readonly FindingKind[] = ['invented', 'not-in-range', 'not-live']
const SEED = 20_261_125
const TRIES = 12

/** A fault that was put in, and whether the check found it. */
export interface Seeded {
  fault: Fault
  /** Whether a finding of any kind points at the fault; `isNamed` is whether one has the fault's own kind. */
  isFound: boolean
  isNamed: boolean
  /** The kinds of the findings that point at the fault. */
  seen: string[]
}

/** A finding in notes as their team published them. */
export interface Alarm extends Finding {
  repository: string
  version: string
}

/** Checks the notes as they were published, and then with one fault at a time. */
export async function trialOf(
  releases: readonly TrialRelease[],
  others: readonly TrialRelease[],
): Promise<{ lines: number; alarms: Alarm[]; seeded: Seeded[] }> {
  const alarms: Alarm[] = []
  let lines = 0
  for (const release of releases) {
    const proof = await check(release, release.file)
    lines += proof.lines
    const place = { repository: release.repository.name, version: release.version }
    alarms.push(...proof.findings.map(finding => ({ ...finding, ...place })))
  }
  const seeded: Seeded[] = []
  for (const fault of await faultsFor(releases, others)) seeded.push(await seededWith(fault))
  return { lines, alarms, seeded }
}

async function faultsFor(
  releases: readonly TrialRelease[],
  others: readonly TrialRelease[],
): Promise<Fault[]> {
  const name = releases[0]?.repository.name ?? ''
  const random = randomOf([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), SEED))
  const faults: Fault[] = []
  const seen = new Set<string>()
  const make = async (kind: FindingKind) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const release = pick(random, releases)
      const fault = release ? await MAKERS[kind](release, random, others) : null
      const key = `${kind} ${fault?.release.version} ${fault?.told}`
      if (!fault || seen.has(key)) continue
      seen.add(key)
      faults.push(fault)
      return
    }
  }
  for (const kind of FINDING_KINDS) for (let count = 0; count < QUOTA[kind]; count++) await make(kind)
  for (let at = 0; faults.length < FAULTS && at < FAULTS; at++)
    await make(ALWAYS[at % ALWAYS.length] ?? 'invented')
  return faults
}

const check = (release: TrialRelease, file: string) =>
  proofread(
    parseNotes(file, release.version, `${release.repository.owner}/${release.repository.name}`),
    release.ledger,
    release.repository.include,
  )

async function seededWith(fault: Fault): Promise<Seeded> {
  const { findings } = await check(fault.release, fault.file)
  const missing = fault.missing?.pull.mergeCommit ?? null
  const there = findings.filter(({ kind, line, merge }) =>
    fault.line === null
      ? kind === 'dropped' && merge?.commit === missing
      : kind !== 'dropped' && line === fault.line,
  )
  const isNamed = there.some(({ kind }) => kind === fault.kind)
  return { fault, isFound: there.length > 0, isNamed, seen: there.map(({ kind }) => kind) }
}

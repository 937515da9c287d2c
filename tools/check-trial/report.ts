import { FINDING_KINDS } from '#pipeline/proofreading/finding.ts'
import type { Alarm, Seeded } from './trial.ts'

/** The result of the trial for one repository. */
interface TrialResult {
  name: string
  lines: number
  alarms: Alarm[]
  seeded: Seeded[]
}

type VerdictOf = (alarm: Alarm) => 'true' | 'false' | null

/** The figures of the trial, as text. */
export function report(results: readonly TrialResult[], verdictOf: VerdictOf): string {
  const seeded = results.flatMap(result => result.seeded)
  const alarms = results.flatMap(result => result.alarms)
  const lines = results.reduce((sum, result) => sum + result.lines, 0)
  const byKind = FINDING_KINDS.map(kind =>
    rowOf(
      kind,
      seeded.filter(({ fault }) => fault.kind === kind),
    ),
  )
  const byRepository = results.map(one =>
    [rowOf(one.name, one.seeded), `${one.lines} lines`, alarmsOf(one.alarms, verdictOf)].join(', '),
  )
  const falseOnes = alarms.filter(alarm => verdictOf(alarm) !== 'true').length
  return [
    rowOf('all', seeded),
    ...byKind,
    '',
    ...byRepository,
    '',
    `${lines} lines as published, ${alarmsOf(alarms, verdictOf)}: ${((100 * falseOnes) / lines).toFixed(1)} false ones in 100 lines`,
    '',
  ].join('\n')
}

const rowOf = (name: string, seeded: readonly Seeded[]): string => {
  const found = seeded.filter(({ isFound }) => isFound).length
  const named = seeded.filter(({ isNamed }) => isNamed).length
  const share = seeded.length === 0 ? '–' : `${((100 * found) / seeded.length).toFixed(1)} %`
  return `${name.padEnd(24)} ${seeded.length} faults, ${found} found (${share}), ${named} by their own kind`
}

function alarmsOf(alarms: readonly Alarm[], verdictOf: VerdictOf): string {
  const counts = Map.groupBy(alarms, verdictOf)
  const [right, wrong, open] = (['true', 'false', null] as const).map(
    verdict => counts.get(verdict)?.length ?? 0,
  )
  return `${alarms.length} alarms (${right} true, ${wrong} false, ${open} not read)`
}

import { readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './row.ts'

const FILE = new URL('landed.json', import.meta.url)
/** The share by which a row must be worse to be reported; a smaller change may be noise. */
const FIFTH = 0.2

/** The figure of a row that can be compared between machines: its ratio, or its value where the target is a plain number. */
const figureOf = ({ ratio, value }: Row): number => ratio ?? value

/** Keeps the figures of these rows as those that landed last; the figures of other rows stay. */
export function keep(rows: readonly Row[]): void {
  const figures = rows.map((row): [string, number] => [row.name, Number(figureOf(row).toPrecision(3))])
  writeFileSync(FILE, `${JSON.stringify({ ...landed(), ...Object.fromEntries(figures) }, null, 2)}\n`)
}

/** One sentence for each row that is worse by a fifth or more than when it landed last. */
export function fallen(rows: readonly Row[], before = landed()): string[] {
  return rows.flatMap(row => {
    const [was, is] = [before[row.name], figureOf(row)]
    if (was === undefined) return []
    const isWorse = row.target.startsWith('≤') ? is >= was * (1 + FIFTH) : is <= was * (1 - FIFTH)
    return isWorse ? [`Worse than landed: ${row.name}: ${was} → ${Number(is.toPrecision(3))}`] : []
  })
}

const landed = (): Record<string, number> => JSON.parse(readFileSync(FILE, 'utf8'))

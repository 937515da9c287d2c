import type { Row } from './row.ts'

const COLUMNS = ['', 'value', 'reference', 'ratio', 'target', 'ok']

/** The rows as a table for people. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [COLUMNS, ...rows.map(cellsOf)]
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map(cells => (cells[column] ?? '').length)))
  return lines.map(cells => cells.map((cell, column) => pad(cell, column, widths)).join('  ')).join('\n')
}

const cellsOf = ({ name, value, reference, ratio, target, ok }: Row): string[] => [
  name,
  figure(value),
  figure(reference),
  figure(ratio),
  target,
  ok ? 'yes' : 'no',
]

function pad(cell: string, column: number, widths: number[]): string {
  const width = widths[column] ?? 0
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

/** A figure with three significant digits; these measurements are not more exact. */
function figure(value: number | null): string {
  if (value === null) return ''
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}

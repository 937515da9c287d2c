interface Row {
  features: readonly number[]
  target: number
  weight: number
}

const MOST_STEPS = 25
const RIDGE = 1e-9

/** Logistic regression on a few features by Newton's steps. */
export function logistic(rows: readonly Row[]): number[] {
  const width = rows[0]?.features.length ?? 0
  let weights = Array<number>(width).fill(0)
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = newtonStep(rows, weights)
    weights = weights.map((weight, k) => weight + (change[k] ?? 0))
    if (Math.max(...change.map(Math.abs)) < 1e-10) break
  }
  return weights
}

function newtonStep(rows: readonly Row[], weights: readonly number[]): number[] {
  const slope = weights.map(() => 0)
  const curve = weights.map((_, k) => weights.map((_, j): number => (j === k ? RIDGE : 0)))
  for (const { features, target, weight } of rows) {
    const logOdds = features.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0)
    const chance = 1 / (1 + Math.exp(-logOdds))
    for (const [k, value] of features.entries()) {
      if (value === 0) continue
      slope[k] = (slope[k] ?? 0) + weight * (target - chance) * value
      const line = curve[k] ?? []
      for (const [j, other] of features.entries())
        line[j] = (line[j] ?? 0) + weight * chance * (1 - chance) * value * other
    }
  }
  return solved(curve, slope)
}

/** Gauss and Jordan; the matrix is symmetric and positive, so nothing needs swapping. */
function solved(matrix: number[][], right: number[]): number[] {
  const lines = matrix.map((line, k) => [...line, right[k] ?? 0])
  for (const [k, line] of lines.entries()) {
    for (const [other, target] of lines.entries()) {
      if (other === k) continue
      const times = (target[k] ?? 0) / (line[k] ?? 1)
      for (const [j, value] of line.entries()) target[j] = (target[j] ?? 0) - times * value
    }
  }
  return lines.map((line, k) => (line.at(-1) ?? 0) / (line[k] ?? 1))
}

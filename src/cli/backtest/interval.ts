/** Normal deviate of 95 %. */
const Z = 1.96

/** Where a share most likely lies, given what was counted: Wilson's interval at 95 %. All of 0 to 1 where nothing was counted. */
export function likelyRange(part: number, whole: number): { from: number; to: number } {
  if (whole === 0) return { from: 0, to: 1 }
  const seen = part / whole
  const shrunk = 1 + Z ** 2 / whole
  const middle = (seen + Z ** 2 / (2 * whole)) / shrunk
  const reach = (Z / shrunk) * Math.sqrt((seen * (1 - seen)) / whole + Z ** 2 / (4 * whole ** 2))
  return { from: Math.max(0, middle - reach), to: Math.min(1, middle + reach) }
}

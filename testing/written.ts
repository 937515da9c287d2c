import assert from 'node:assert/strict'

/** The two numbers that are written from the given place on; what stands beside them must stay as it is. */
export function twoWritten(write: (into: Float32Array, at: number) => void): number[] {
  const into = new Float32Array(4)
  write(into, 1)
  assert.deepEqual([into[0], into[3]], [0, 0])
  return [...into.slice(1, 3)]
}

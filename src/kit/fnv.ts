/** 32-bit FNV-1a, over the code units of a text: draft-eastlake-fnv, section 2. Where it begins. */
export const FNV_BASIS = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** The hash with one more code unit; as signed 32 bits. */
export const fnv = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME)

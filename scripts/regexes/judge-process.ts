// Judges patterns that the parent process sends, one after the other. Each process has an analyser of its own.
import { slownessOf } from './judge.ts'
import type { Pattern } from './patterns.ts'

process.on('message', async (pattern: Pattern) => process.send?.(await slownessOf(pattern)))
process.on('disconnect', () => process.exit(0))

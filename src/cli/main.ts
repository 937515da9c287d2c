import { AppError } from '#platform/errors.ts'
import { runCommand } from './run.ts'
import { processContext, stopIn } from './terminal.ts'

// Started by bin/tidings.mjs under an older Node: when that is killed, nobody is left to stop us.
process.channel?.unref()
process.once('disconnect', () => process.exit(1))

/** A worker has 8 seconds to finish and the web 10; a database that does not answer must not keep the process from ending. */
const STOP_WITHIN_MS = 25_000
/** Long enough to close what is open. */
const FAIL_WITHIN_MS = 2_000

const context = processContext(process)
context.signal.addEventListener('abort', () => exitWithin(STOP_WITHIN_MS))
try {
  process.exitCode = await runCommand(process.argv.slice(2), context)
} catch (error) {
  const stopped = stopIn(error)
  const expected = stopped ?? (error instanceof AppError ? error : null)
  context.err(
    `tidings: ${expected?.message ?? `this is a defect: ${error instanceof Error ? error.stack : error}`}\n`,
  )
  process.exitCode = stopped?.exitCode ?? (error instanceof AppError && error.code === 'wrong_usage' ? 2 : 1)
  exitWithin(FAIL_WITHIN_MS)
}

/** Ends the process although something still keeps it running. */
function exitWithin(milliseconds: number): void {
  setTimeout(() => process.exit(process.exitCode ?? 1), milliseconds).unref()
}

import { AppError } from '#platform/errors.ts'
import { runCommand } from './run.ts'
import { processContext, stopIn } from './terminal.ts'

// When bin/tidings.mjs starts this process under another Node and is killed, exit as well.
process.channel?.unref()
process.once('disconnect', () => process.exit(1))

/** How long stopping may take. Requests and jobs have 8 seconds of it; a database that does not answer must not block the exit. */
const STOP_TIMEOUT_MS = 9_500
/** How long closing may take after a failure. */
const FAILURE_TIMEOUT_MS = 2_000

const context = processContext(process)
context.signal.addEventListener('abort', () => exitWithin(STOP_TIMEOUT_MS))
try {
  process.exitCode = await runCommand(process.argv.slice(2), context)
} catch (error) {
  const stopped = stopIn(error)
  const expected = stopped ?? (error instanceof AppError ? error : null)
  context.err(
    `tidings: ${expected?.message ?? `unexpected error: ${error instanceof Error ? error.stack : error}`}\n`,
  )
  process.exitCode = stopped?.exitCode ?? (error instanceof AppError && error.code === 'wrong_usage' ? 2 : 1)
  exitWithin(FAILURE_TIMEOUT_MS)
}

/** Ends the process even if something keeps it running. */
function exitWithin(milliseconds: number): void {
  setTimeout(() => process.exit(process.exitCode ?? 1), milliseconds).unref()
}

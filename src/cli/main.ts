import { AppError } from '#kit/app-error.ts'
import { runCommand } from './run.ts'
import { processContext, stopIn } from './terminal.ts'

// Started by bin/tidings.mjs under an older Node: when that is killed, nobody is left to stop us.
process.channel?.unref()
process.once('disconnect', () => process.exit(1))

const context = processContext(process)
try {
  process.exitCode = await runCommand(process.argv.slice(2), context)
} catch (error) {
  const stopped = stopIn(error)
  const expected = stopped ?? (error instanceof AppError ? error : null)
  context.err(
    `tidings: ${expected?.message ?? `this is a defect: ${error instanceof Error ? error.stack : error}`}\n`,
  )
  process.exitCode = stopped?.exitCode ?? (error instanceof AppError && error.code === 'wrong_usage' ? 2 : 1)
}

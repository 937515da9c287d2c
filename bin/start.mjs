import * as module from 'node:module'
import { join } from 'node:path'
import { SERVER_COMMANDS, SERVER_ENVIRONMENT, SERVER_OPTIONS } from './memory.mjs'
import { startAgainWith, stopWithParent } from './process.mjs'

const folder = import.meta.dirname
const isServer = SERVER_COMMANDS.includes(process.argv[2])
/** Until 26, Node.js calls its database experimental, in each thread and process that opens one. */
const quiet = Number.parseInt(process.versions.node, 10) < 26 ? ['--disable-warning=ExperimentalWarning'] : []

startAgainWith(
  isServer ? [...SERVER_OPTIONS, ...quiet] : quiet,
  isServer ? SERVER_ENVIRONMENT : {},
  join(folder, 'tidings.mjs'),
)
stopWithParent()
// Compiled code is kept, which halves the time to the first answer; where the folder cannot be written to, it is not. Threads learn of the
// folder by the variable alone.
process.env.NODE_COMPILE_CACHE ??= join(folder, '..', '.cache')
module.enableCompileCache()
await import('../dist/main.js')

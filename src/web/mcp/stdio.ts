import { once } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { messageOf } from '#platform/errors.ts'
import { createMcpServer, type McpServerOptions } from './server.ts'

/** How long pending requests may take after the input has ended, in milliseconds. */
const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 10

/** Serves MCP over stdio until the input ends and all requests are answered, or until `signal` aborts. */
export async function runStdioServer(
  web: McpServerOptions,
  { input, output, signal }: { input: Readable; output: Writable; signal: AbortSignal },
): Promise<void> {
  // The library drops pending requests when its input ends, so the end is delayed until all are answered.
  const held = new PassThrough()
  const transport = new StdioServerTransport(held, output)
  const onerror = (error: Error) => web.log.debug('an MCP message was refused', { error: messageOf(error) })
  const handle = serveStdio(() => createMcpServer(web), { transport, onerror })
  const waiting = watched(transport)
  input.pipe(held, { end: false })
  await Promise.race([ended(input), ended(held), stopped(signal)])
  const deadline = performance.now() + PATIENCE_MS
  do await sleep(LOOK_EVERY_MS)
  while (waiting.size > 0 && !signal.aborted && !held.destroyed && performance.now() < deadline)
  await handle.close()
}

const ended = async (stream: Readable) => stream.readableEnded || stream.destroyed || once(stream, 'close')

const stopped = async (signal: AbortSignal) => signal.aborted || once(signal, 'abort')

/** The ids of requests without a response, as a set that is kept up to date. */
function watched(transport: StdioServerTransport): ReadonlySet<RequestId> {
  const waiting = new Set<RequestId>()
  const { onmessage, send } = transport
  transport.onmessage = message => {
    if (isJSONRPCRequest(message)) waiting.add(message.id)
    onmessage?.(message)
  }
  transport.send = async message => {
    await send.call(transport, message)
    if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
  }
  return waiting
}

import { join } from 'node:path'
import { publishedAccount } from '../fixtures.ts'
import { ask, askWhenSettled, load, type Question } from '../load.ts'
import { type Bench, type BenchContext, comparedRow, type Row } from '../row.ts'
import { type Server, startBare, startTidings } from '../servers.ts'
import { compare } from '../statistics.ts'

/** Compares the processor time of a feed answered from memory with that of a bare node:http server that sends the same bytes. */
export const cachedFeed: Bench = {
  name: 'cached-feed',
  async run(context) {
    const { env, accountId } = await publishedAccount(context.scratch)
    const server = await startTidings('web', env)
    try {
      const path = `/changelog/${accountId}`
      const rows: Row[] = []
      for (const [name, status, headers] of await variants(server, path)) {
        rows.push(await compareAnswers(context, server, name, status, { path, headers }))
      }
      return rows
    } finally {
      await server.stop()
    }
  },
}

async function variants(server: Server, path: string) {
  const { headers } = await askWhenSettled(server.port, { path, headers: {} })
  return [
    ['200', 200, {}],
    ['gzip', 200, { 'accept-encoding': 'gzip' }],
    ['304', 304, { 'if-none-match': String(headers.etag) }],
  ] as const
}

async function compareAnswers(
  { smoke, scratch }: BenchContext,
  server: Server,
  name: string,
  status: number,
  question: Question,
): Promise<Row> {
  const answer = await ask(server.port, question)
  if (answer.status !== status)
    throw new Error(`The feed answers ${answer.status} where ${status} was asked.`)
  const bare = await startBare(join(scratch, `${name}.json`), answer)
  const count = smoke ? 400 : 8_000
  try {
    const measured = await compare(
      smoke ? 2 : 15,
      () => cpuPerRequest(server, question, count),
      () => cpuPerRequest(bare, question, count),
    )
    return comparedRow(`cached feed ${name}, µs of processor time`, measured, { most: 1.1 })
  } finally {
    await bare.stop()
  }
}

/** Processor time of one answer, in microseconds. */
export async function cpuPerRequest(server: Server, question: Question, count: number): Promise<number> {
  const before = await server.usage()
  await load(server.port, question, count)
  const after = await server.usage()
  return ((after.cpuMs - before.cpuMs) * 1_000) / count
}

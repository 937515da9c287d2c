import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aPng } from '#testing/picture-server.ts'
import { publishedAccount } from '../fixtures.ts'
import { ask, askWhenSettled, type Question } from '../load.ts'
import { tidings } from '../processes.ts'
import { type Bench, type BenchContext, comparedRow, plainRow, type Row } from '../row.ts'
import { type Server, startBare, startTidings } from '../servers.ts'
import { compare } from '../statistics.ts'
import { cpuPerRequest } from './cached-feed.ts'

const FIRST_VIEW_BYTES = 30_000

/** Measures how large the first view of the hosted page is, and what the page and an image cost beside node:http sending the same bytes. */
export const page: Bench = {
  name: 'page',
  async run(context) {
    const { env, accountId } = await publishedAccount(context.scratch)
    await tidings(['account', 'page', '--account', accountId, '--on'], { env })
    const image = await anImage(context.scratch, env, accountId)
    const server = await startTidings('web', env)
    const question = { path: `/c/${accountId}`, headers: { 'accept-encoding': 'br' } }
    try {
      const answer = await askWhenSettled(server.port, question)
      return [
        plainRow('page, bytes of the first view', Buffer.byteLength(answer.body, 'base64'), {
          most: FIRST_VIEW_BYTES,
        }),
        await fromMemory(context, server, 'page', question),
        await fromMemory(context, server, 'image', { path: image, headers: {} }),
      ]
    } finally {
      await server.stop()
    }
  },
}

/** Adds an image to the newest entry; gives its path. */
async function anImage(scratch: string, env: Record<string, string>, account: string): Promise<string> {
  const file = join(scratch, 'chart.png')
  writeFileSync(file, await aPng('teal', 800, 600))
  const run = async (...words: string[]) =>
    JSON.parse((await tidings([...words, '--json'], { env, keep: true })).stdout)
  const { entries } = await run('entry', 'list', '--account', account, '--state', 'published')
  const shown = await run('entry', 'image', entries[0].id, '--file', file, '--alt', 'A chart')
  return `/images/${shown.image.sha256}.png`
}

async function fromMemory(
  { smoke, scratch }: BenchContext,
  server: Server,
  name: string,
  question: Question,
): Promise<Row> {
  const answer = await ask(server.port, question)
  if (answer.status !== 200) throw new Error(`The ${name} answers ${answer.status}.`)
  const bare = await startBare(join(scratch, `${name}.json`), answer)
  const count = smoke ? 200 : 4_000
  try {
    const measured = await compare(
      smoke ? 2 : 9,
      () => cpuPerRequest(server, question, count),
      () => cpuPerRequest(bare, question, count),
    )
    return comparedRow(`${name} from memory, µs of processor time`, measured, { most: 1.1 })
  } finally {
    await bare.stop()
  }
}

import { join } from 'node:path'
import { publishedAccount } from '../fixtures.ts'
import { askWhenSettled } from '../load.ts'
import { tidings } from '../processes.ts'
import { type Bench, comparedRow, plainRow } from '../row.ts'
import { startBare, startTidings } from '../servers.ts'
import { compare } from '../statistics.ts'
import { cpuPerRequest } from './cached-feed.ts'

const FIRST_VIEW_BYTES = 30_000
const HEADERS = { 'accept-encoding': 'br' }

/** The hosted page: how large its first view is, and what an answer costs beside node:http sending the same bytes. */
export const page: Bench = {
  name: 'page',
  async run({ smoke, scratch }) {
    const { env, accountId } = await publishedAccount(scratch)
    await tidings(['account', 'page', '--account', accountId, '--on'], { env })
    const server = await startTidings('web', env)
    const question = { path: `/c/${accountId}`, headers: HEADERS }
    const answer = await askWhenSettled(server.port, question)
    if (answer.status !== 200) throw new Error(`The page answers ${answer.status}.`)
    const bare = await startBare(join(scratch, 'page.json'), answer)
    const count = smoke ? 200 : 4_000
    try {
      const measured = await compare(
        smoke ? 2 : 9,
        () => cpuPerRequest(server, question, count),
        () => cpuPerRequest(bare, question, count),
      )
      return [
        plainRow('page, bytes of the first view', Buffer.byteLength(answer.body, 'base64'), {
          most: FIRST_VIEW_BYTES,
        }),
        comparedRow('page from memory, µs of processor time', measured, { most: 1.1 }),
      ]
    } finally {
      await bare.stop()
      await server.stop()
    }
  },
}

import { plainRow, type Row } from '../row.ts'
import type { Fleet } from './fleet.ts'
import type { Owner } from './people.ts'
import { SERVED_BY } from './proxy.ts'

const CHANGES = 12
/** The longest time until a page learns of a change: half a second between two polls, and the time that the event takes. */
const TOLD_MS = 1_000

/** How soon an open page learns of changes that another web process made, through the proxy. */
export async function events({ webs, baseUrl, account, cli }: Fleet, owner: Owner): Promise<Row[]> {
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'published')
  let { id, version } = entries[1]
  const took: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    const closed = new AbortController()
    const stream = await fetch(`${baseUrl}/app/api/accounts/${account}/events`, {
      headers: { cookie: owner.cookie },
      signal: closed.signal,
    })
    const told = eventsIn(stream)
    await nextOf(told, 'hello')
    const other = webs.find(({ port }) => String(port) !== stream.headers.get(SERVED_BY))
    const begun = performance.now()
    version = await owner.change(other?.port ?? 0, n % 2 === 0 ? 'withdraw' : 'publish', id, version)
    while (!(await nextOf(told, 'entries')).includes(id));
    took.push(performance.now() - begun)
    closed.abort()
  }
  return [plainRow('ms until a page at another web is told, at most', Math.max(...took), { most: TOLD_MS })]
}

interface Told {
  topic: string
  ids: string[] | null
}

async function nextOf(told: AsyncGenerator<Told>, topic: string): Promise<string[]> {
  for (;;) {
    const { value, done } = await told.next()
    if (done) throw new Error(`The stream ended without ${topic}.`)
    if (value.topic === topic) return value.ids ?? []
  }
}

async function* eventsIn({ body, status }: Response): AsyncGenerator<Told> {
  if (status !== 200) throw new Error(`The stream was answered with ${status}.`)
  let read = ''
  for await (const chunk of body ?? []) {
    read += Buffer.from(chunk).toString()
    const parts = read.split('\n\n')
    read = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}

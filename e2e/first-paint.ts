import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Answer, ask } from '../bench/load.ts'

const ROUNDS = 7

/** The median first contentful paint of a page, and of the same bytes sent from memory by node:http, in milliseconds. */
export async function firstPaints(
  context: TestContext,
  browser: Browser,
  address: string,
): Promise<{ served: number; files: number }> {
  const copy = await copied(context, browser, address)
  const served: number[] = []
  const files: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    served.push(await firstPaint(browser, address))
    files.push(await firstPaint(browser, copy))
  }
  return { served: median(served), files: median(files) }
}

/** Serves copies of the page and all that it loads from a server that does nothing else; gives the page's address there. */
async function copied(context: TestContext, browser: Browser, address: string): Promise<string> {
  const answers = new Map<string, Answer>()
  const { port } = new URL(address)
  for (const path of await pathsOf(browser, address))
    answers.set(path, await ask(Number(port), { path, headers: { 'accept-encoding': 'br' } }))
  const server = createServer((request, response) => {
    const { status, headers, body } = answers.get(request.url ?? '') ?? { status: 404, headers: {}, body: '' }
    response.writeHead(status, headers).end(Buffer.from(body, 'base64'))
  }).listen(0, '127.0.0.1')
  context.after(() => server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(address).pathname}`
}

async function pathsOf(browser: Browser, address: string): Promise<Set<string>> {
  const page = await browser.newPage()
  const paths = new Set<string>()
  page.on('request', request => paths.add(new URL(request.url()).pathname))
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.close()
  return paths
}

/** The first contentful paint of the page with an empty cache, in milliseconds. */
async function firstPaint(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage()
  await page.goto(address, { waitUntil: 'load' })
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const milliseconds = Number(await paint.jsonValue())
  await page.close()
  return milliseconds
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

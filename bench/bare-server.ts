// A bare node:http server that gives the same answer to every request. Usage: bare-server.ts PORT FILE, where the file holds the answer.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Answer } from './load.ts'

const [port, file = ''] = process.argv.slice(2)
const { status, headers, body }: Answer = JSON.parse(readFileSync(file, 'utf8'))
const bytes = Buffer.from(body, 'base64')

createServer((_, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
}).listen(Number(port), '127.0.0.1')

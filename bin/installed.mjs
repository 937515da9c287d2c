#!/usr/bin/env node
// The command of the npm package: runs Tidings with the Node that runs this file. An old one must be able to read it, and what it imports.
import { isSupported, NEEDED } from './supported-node.mjs'

if (isSupported(process.versions.node)) import('./start.mjs')
else {
  process.stderr.write(`tidings needs Node.js ${NEEDED}, and this is ${process.versions.node}.\n`)
  process.exitCode = 1
}

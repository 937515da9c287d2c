import { basename, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { OLDEST_NODE } from '../../bin/supported-node.mjs'

const root = resolve(import.meta.dirname, '../..')
const sources = join(root, 'src')

/** A module that is started by itself, in a thread or a process, is named by its URL. */
const STARTED = /new URL\('([\w./-]+)\.ts', import\.meta\.url\)/

/**
 * Lets each module find its files as in the checkout. The bundle is one flat folder, and the files of `src` lie below it under their own
 * paths: what a module takes for its own address becomes the one that it would have there.
 */
const filesByTheirPaths: Plugin = {
  name: 'files-by-their-paths',
  // Before TypeScript is stripped, which may write other quotes.
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null
    const parts = code.split(STARTED).map((part, at) => {
      if (at % 2 === 0) return part.replaceAll('import.meta.url', addressBelowBundle(id))
      const fileName = `${basename(part)}.js`
      this.emitFile({ type: 'chunk', id: resolve(id, '..', `${part}.ts`), fileName })
      return `new URL('./${fileName}', import.meta.url)`
    })
    return { code: parts.join('') }
  },
}

/**
 * A library brings a client for each Node.js, 3 MB together, for addresses that it looks up by itself. We give it our guarded client
 * instead, so that it makes none of them; should it ever, that fails.
 */
const noSecondClient: Plugin = {
  name: 'no-second-client',
  enforce: 'pre',
  resolveId: name => (/^undici_v\d+$/.test(name) ? `\0${name}` : null),
  load: id =>
    id.startsWith('\0undici_v')
      ? "export class Agent { constructor() { throw new Error('Only the guarded client is here.') } }"
      : null,
}

const addressBelowBundle = (id: string): string =>
  `new URL('./${relative(sources, id)}', import.meta.url).href`

/**
 * Writes the server and the command line as JavaScript into one folder, with the libraries that they use and the licenses of these.
 * `external` are the libraries that are installed beside it.
 */
export async function bundle(outDir: string, external: string[]): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [filesByTheirPaths, noSecondClient],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir,
      target: `node${OLDEST_NODE}`,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: {
          main: join(sources, 'cli', 'main.ts'),
          'older-node': join(import.meta.dirname, 'older-node.ts'),
        },
        output: {
          banner: ({ isEntry, name }) => (isEntry && name !== 'older-node' ? "import './older-node.js'" : ''),
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash:7].js',
          // Names and lines stay, for stacks that can be read; comments go.
          minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

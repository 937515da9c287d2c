import { basename, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { OLDEST_NODE } from '../../bin/supported-node.mjs'

const root = resolve(import.meta.dirname, '../..')
const sources = join(root, 'src')

/** Matches the URL of a module that is started on its own, in a thread or a process. */
const STARTED = /new URL\('([\w./-]+)\.ts', import\.meta\.url\)/

/**
 * Lets each module find its files as in the checkout. The bundle is one flat folder, and the files of `src` lie below it under their own
 * paths, so `import.meta.url` of each module becomes the address that the module would have below it.
 */
const filesByTheirPaths: Plugin = {
  name: 'files-by-their-paths',
  // The plugin runs before TypeScript is stripped, which may change the quotes that `STARTED` matches.
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
 * Replaces the HTTP clients that a library bundles for each Node.js release, 3 MB together. The library is given our guarded client and so
 * never creates one of its own; should it try to, an error is thrown.
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
          // Names and line breaks are kept, so that stack traces can be read; comments are removed.
          minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

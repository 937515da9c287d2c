import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig } from 'vite'

const dist = join(import.meta.dirname, 'widget', 'dist')

/** The one file that other sites load: `widget/dist/widget.js`, with its compressed forms beside it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: 'compressed',
      writeBundle() {
        const file = join(dist, 'widget.js')
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      },
    },
  ],
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    lib: { entry: 'widget/widget.ts', formats: ['es'], fileName: () => 'widget.js' },
  },
})

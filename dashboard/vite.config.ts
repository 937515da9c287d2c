import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const assets = join(import.meta.dirname, 'dist', 'assets')

/** Writes a `.br` and a `.gz` beside every text file, for the server to send. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle() {
    for (const name of readdirSync(assets).filter(file => /\.(js|css|svg)$/.test(file))) {
      const content = readFileSync(join(assets, name))
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  // The path under which it is served is known at run time only; the server writes it into the page.
  base: './',
  plugins: [react(), tailwindcss(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    // For scripts/check-dashboard-size.ts.
    manifest: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // Nearly every page has a form, reads and sends, and all inside the frame load what that needs: one file for these is smaller than one
      // each, and the list of files that the first one holds is shorter. Icons
      // are in none of them: a page outside the frame that has a choice from a list needs their file, and nothing else of the frame.
      output: {
        // The first files name all others, so that each character counts.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'form',
              test: /parts\/(form\/form|notice|text\/title)\.tsx$|useMutation\.js$|useQuery\.js$/,
            },
            {
              name: 'inside',
              includeDependenciesRecursively: false,
              test: /src\/(frame\/(toasts|keys|use-account|page-count)|api\/(entries-changed|entry-queries)|decisions\/(decision-button|rows|undo-events|decision|undo-messages|decisions)|kinds|time|parts\/(fold|key|use-(rested|window-event)|page|loaded|empty|tabs|form\/search-field|text\/(time|kind|headline|entry-copy|entry-link)|overlay\/(confirm|dialog|focus-return|menu)))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})

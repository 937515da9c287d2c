import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // Where it is served is known at run time only: the server writes that into the page.
  base: './',
  plugins: [react(), tailwindcss()],
  // The content security policy allows files of our own alone, no data: addresses.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    reportCompressedSize: false,
    // Libraries change seldom: whoever was here before has them already when our pages change.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] } } },
  },
})

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The addresses of the bundled typefaces, for a style sheet. */
export interface FontAddresses {
  serif: string
  sans: string
}

const FILES: FontAddresses = {
  serif: 'source-serif-4/files/source-serif-4-latin',
  sans: 'source-sans-3/files/source-sans-3-latin',
}

/** The typefaces as `data:` addresses, 110 kB together, for a document that must not need other files. */
export async function embeddedFonts(): Promise<FontAddresses> {
  const [serif, sans] = await Promise.all([embedded(FILES.serif), embedded(FILES.sans)])
  return { serif, sans }
}

async function embedded(name: string): Promise<string> {
  const file = import.meta.resolve(`@fontsource-variable/${name}-wght-normal.woff2`)
  return `data:font/woff2;base64,${(await readFile(fileURLToPath(file))).toString('base64')}`
}

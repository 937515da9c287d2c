import { readFile } from 'node:fs/promises'
import { type Encoding, encodingFor } from '#changelog/feeds/http.ts'

/** The endings of the files that the build writes beside a text. */
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

/**
 * Reads a file of the build in the encoding that the client prefers, or as it is where the build wrote no such form; null if there is no file
 * with this name. The caller has checked that the name leads nowhere else. Nothing about the folder is kept, because it may be rebuilt while the
 * server runs.
 */
export async function builtFile(folder: URL, name: string, accepted: string | undefined) {
  const encoding = encodingFor(accepted)
  const forms: Encoding[] = encoding === 'identity' ? ['identity'] : [encoding, 'identity']
  for (const form of forms) {
    const content = await readFile(new URL(name + SUFFIXES[form], folder)).catch(absent)
    if (content === null) continue
    const headers = { Vary: 'Accept-Encoding', ...(form !== 'identity' && { 'Content-Encoding': form }) }
    return { content: new Uint8Array(content), headers }
  }
  return null
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

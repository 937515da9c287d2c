import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

/** Replaces each link of a Markdown file to a file that does not exist with the link's words; other links stay. */
export function removeDeadLinks(path: string): void {
  const text = readFileSync(path, 'utf8').replace(LINK, (whole, isImage, words, address) => {
    const name = address.replace(/#.*$/, '')
    const isElsewhere = /^(?:[a-z]+:|[/{]|$)/.test(name)
    if (isElsewhere || existsSync(join(dirname(path), name))) return whole
    return isImage === '' ? words : ''
  })
  writeFileSync(path, text)
}

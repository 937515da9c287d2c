import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

/** Of the links of a Markdown file keeps those to other hosts and to files that are there, and of the others their words. */
export function removeDeadLinks(path: string): void {
  const text = readFileSync(path, 'utf8').replace(LINK, (whole, isImage, words, address) => {
    const name = address.replace(/#.*$/, '')
    const isElsewhere = /^(?:[a-z]+:|[/{]|$)/.test(name)
    if (isElsewhere || existsSync(join(dirname(path), name))) return whole
    return isImage === '' ? words : ''
  })
  writeFileSync(path, text)
}

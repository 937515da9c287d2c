import { keeping } from '#kit/slots.ts'
import { WordTable } from '#kit/word-table.ts'
import type { FileName, Folder, PlacedPath } from '../paths/placed.ts'
import type { Lexicon } from './lexicon.ts'
import { eachPart } from './name-parts.ts'
import type { Token, Tokens } from './token.ts'

/** Those of a path's words that a lexicon knows. */
export interface PathTokens {
  ofFolder: readonly Token[]
  /** What its name has that the folder has not, and its ending. */
  own: readonly Token[]
}

export type ReadPath = (path: PlacedPath) => PathTokens

const FILES_READ = 40

/** The words in the paths and the endings of the files, each with the share of files that have it. */
export function addPaths(tokens: Tokens, paths: readonly PlacedPath[], read: ReadPath): void {
  const files = Math.min(FILES_READ, paths.length)
  const share = 1 / files
  for (let at = 0; at < files; at++) {
    const { ofFolder, own } = read(paths[at] as PlacedPath)
    for (const token of ofFolder) tokens.addShare(token, share)
    for (const token of own) tokens.addShare(token, share)
  }
}

/** How many words of paths are kept, as a power of two. */
const KEPT_BITS = 14

/** Folders, names and the words in them are looked up once. */
export function pathReader(lexicon: Lexicon): ReadPath {
  const words = new WordTable(word => lexicon.tokenOf('path', lexicon.entryOf(word), word), KEPT_BITS)
  const wordsOf = (text: string): Token[] => {
    const tokens: Token[] = []
    eachPart(text, part => addKnown(tokens, words.of(part)))
    return tokens
  }
  const inFolder = keeping(({ path }: Folder) => wordsOf(path))
  const inName = keeping(({ written }: FileName) => {
    const tokens = wordsOf(written)
    const ending = endingOf(written.toLowerCase())
    addKnown(tokens, lexicon.tokenOf('ending', lexicon.entryOf(ending), ending))
    return tokens
  })
  return keeping(({ folder, name }: PlacedPath) => {
    const ofFolder = inFolder(folder)
    return { ofFolder, own: without(inName(name), ofFolder) }
  })
}

/** Once each. */
function addKnown(tokens: Token[], token: Token): void {
  if (token.id >= 0 && !has(tokens, token)) tokens.push(token)
}

function without(own: readonly Token[], others: readonly Token[]): readonly Token[] {
  return own.some(token => has(others, token)) ? own.filter(token => !has(others, token)) : own
}

function has(tokens: readonly Token[], { id }: Token): boolean {
  for (const token of tokens) if (token.id === id) return true
  return false
}

/** Of a name without an ending the whole. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1) : name
}

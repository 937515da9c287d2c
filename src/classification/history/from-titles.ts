import { readTitle } from '../signals/title.ts'
import { meaningOfWord } from '../signals/vocabulary.ts'
import type { LabelledPull } from './labelled.ts'

/** So many typed titles are needed to tell, and so many of them must say what the record says. */
const ENOUGH = 30
const AGREE = 0.95

/** Is the record made from the types in front of titles (`feat:`, `fix:`)? Then a classifier that reads these is told the answer. */
export function isMadeFromTitles(labelled: readonly LabelledPull[]): boolean {
  const agreements = labelled.flatMap(({ pull, announced, kind, basis }) => {
    const { type } = readTitle(pull.title)
    const meaning = type === null ? null : meaningOfWord(type)
    if (meaning === null || kind === null || basis === 'absent') return []
    return [meaning.told === announced && meaning.kind === kind]
  })
  return agreements.length >= ENOUGH && agreements.filter(Boolean).length >= AGREE * agreements.length
}

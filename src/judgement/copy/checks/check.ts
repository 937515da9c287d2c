import type { Pitch } from '../pitch.ts'
import type { Source } from './source.ts'

export type Copy = Pick<Pitch, 'headline' | 'body'>

/** What is wrong with the copy, in words that complete "its words …"; null where nothing is. */
export type Check = (copy: Copy, source: Source) => string | null

const SPAN = /`([^`]*)`/g

/** The texts in code spans. */
export const codeSpans = (text: string): string[] => [...text.matchAll(SPAN)].map(([, code = '']) => code)

/** The text with its code spans blanked out. */
export const withoutCode = (text: string): string => text.replace(SPAN, '` `')

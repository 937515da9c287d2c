import type { Kind } from '#judgement/classification/classification.ts'

/** The lists of changes that are told in one line each, in their order. */
export const LIST_NAMES = ['features', 'improvements', 'security', 'fixes', 'changes'] as const
export type ListName = (typeof LIST_NAMES)[number]

/** A colour of the palette. */
export type Hue = 'green' | 'teal' | 'blue' | 'amber' | 'purple' | 'danger' | 'quiet'

/** How a kind is shown wherever people meet it: in the dashboard, on the page, on cards, in feeds and in mails. */
interface KindFace {
  /** What readers of the changelog call the kind. */
  word: string
  /** The SVG path of its sign on a 16 by 16 grid. */
  path: string
  hue: Hue
  /** The list for changes of this kind that are told in one line. */
  list: ListName
  /** `asking` is always told in full, since it asks something of readers; `news` if it is large enough. */
  rank: 'news' | 'asking' | 'other'
}

/** The kinds in the order of a changelog's sections. A kind that is forgotten here does not compile. */
export const KIND_FACES: Record<Kind, KindFace> = {
  feature: { word: 'New', path: 'M8 3v10M3 8h10', hue: 'green', list: 'features', rank: 'news' },
  improvement: {
    word: 'Improved',
    path: 'M8 13V3.5M4 7l4-4 4 4',
    hue: 'teal',
    list: 'improvements',
    rank: 'news',
  },
  performance: {
    word: 'Faster',
    path: 'M9 2 3.5 9H8l-1 5 5.5-7H8l1-5Z',
    hue: 'amber',
    list: 'improvements',
    rank: 'news',
  },
  fix: { word: 'Fixed', path: 'M3 8.5 6.5 12 13 4.5', hue: 'blue', list: 'fixes', rank: 'other' },
  security: {
    word: 'Security',
    path: 'M8 2 3 4v4c0 3 2.2 5 5 6 2.8-1 5-3 5-6V4L8 2Z',
    hue: 'purple',
    list: 'security',
    rank: 'other',
  },
  deprecation: {
    word: 'Deprecated',
    path: 'M4 2.5h8M4 13.5h8M5 2.5c0 3 3 3.5 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 3.5-3 5.5s3 2.5 3 5.5',
    hue: 'amber',
    list: 'changes',
    rank: 'asking',
  },
  removal: { word: 'Removed', path: 'M3 8h10', hue: 'danger', list: 'changes', rank: 'asking' },
  documentation: {
    word: 'Documentation',
    path: 'M3 3h4a1 1 0 0 1 1 1v9a2 2 0 0 0-2-1H3V3Zm10 0H9a1 1 0 0 0-1 1v9a2 2 0 0 1 2-1h3V3Z',
    hue: 'blue',
    list: 'changes',
    rank: 'other',
  },
  maintenance: {
    word: 'Under the hood',
    path: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 2v2m0 8v2M2 8h2m8 0h2M3.8 3.8l1.4 1.4m5.6 5.6 1.4 1.4m0-8.4-1.4 1.4m-5.6 5.6-1.4 1.4',
    hue: 'quiet',
    list: 'changes',
    rank: 'other',
  },
}

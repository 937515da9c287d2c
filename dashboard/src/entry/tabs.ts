/** The parts of an entry's page, as named in its address. */
export const ENTRY_TABS = ['words', 'posts', 'translations', 'history'] as const

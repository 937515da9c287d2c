/** The parts of an entry's page, as they are in its address. */
export const ENTRY_TABS = ['words', 'posts', 'translations', 'history'] as const

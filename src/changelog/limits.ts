/** The newest entries that a feed holds. */
export const FEED_LIMIT = 50

/** The most pull requests that one entry covers. */
export const MAX_PULLS_PER_ENTRY = 200

/** The most items that one request decides about. */
export const MAX_ITEMS_PER_REQUEST = 200

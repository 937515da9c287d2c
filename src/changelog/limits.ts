/** The newest entries that a feed holds. */
export const FEED_LIMIT = 50

/** Pull requests that one entry covers at most. */
export const MAX_PULLS_PER_ENTRY = 200

/** Items that one request decides about at most. */
export const MAX_ITEMS_PER_REQUEST = 200

/** The commands that keep running, whose memory matters. */
export const SERVER_COMMANDS = ['serve', 'web', 'worker']

/**
 * Options of Node.js for a server: without them it takes what the machine has before it collects garbage. The first limits what a burst
 * of requests leaves behind, the second what the main thread may hold (the background thread has a limit of its own).
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=4', '--max-old-space-size=1024']

/** With its default the C library of Linux keeps freed memory for each of eight arenas per core. */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

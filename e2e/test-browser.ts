import { after } from 'node:test'
import { openBrowser } from './browser.ts'

/** The browser of a test file, which is closed after its last test. */
export const browser = await openBrowser()
after(() => browser.close())

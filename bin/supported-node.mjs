/** The oldest release of Node.js that the npm package runs on: that which its HTTP client needs. */
export const OLDEST_NODE = '22.19.0'

/** The releases that it runs on, as npm writes them and in words. */
export const ENGINE = `^${OLDEST_NODE} || >=24`
export const NEEDED = '22 from 22.19 on, or 24 and later'

/** What came between was supported for half a year only. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 19)
}

const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (marks: typeof BROWSERS, text: string) => marks.find(([mark]) => mark.test(text))?.[1]

/** Short name of a device from its user agent, such as "Firefox on Windows". Only for recognition: user agents can be forged. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const [browser, system] = [first(BROWSERS, text) ?? 'A browser', first(SYSTEMS, text)]
  return system ? `${browser} on ${system}` : browser
}

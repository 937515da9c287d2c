// Adds the language features that Tidings uses and Node.js 22 and 24 lack. Runs first in each thread and process of the npm package.
import { Temporal } from 'temporal-polyfill'

globalThis.Temporal ??= Temporal

declare global {
  namespace Intl {
    interface Locale {
      getTextInfo(): { direction?: 'ltr' | 'rtl' }
    }
  }
}

/** `getTextInfo()` was a property, `textInfo`, before it became a method. */
Intl.Locale.prototype.getTextInfo ??= function (
  this: Intl.Locale & { textInfo: ReturnType<Intl.Locale['getTextInfo']> },
) {
  return this.textInfo
}

// Characters by their codes.

/** The bit by which small letters differ from capitals. */
export const LOWER = 32

export const isCapital = (code: number): boolean => code >= 65 && code <= 90
export const isSmall = (code: number): boolean => code >= 97 && code <= 122
export const isDigit = (code: number): boolean => code >= 48 && code <= 57
export const isLetter = (code: number): boolean => isSmall(code | LOWER)

/** As `\s` in a pattern. */
export const isSpace = (code: number): boolean =>
  code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && /\s/.test(String.fromCharCode(code))

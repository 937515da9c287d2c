// ASCII letters by their codes.

/** The bit by which small letters differ from capitals. */
export const LOWER = 32

export const isCapital = (code: number): boolean => code >= 65 && code <= 90
export const isSmall = (code: number): boolean => code >= 97 && code <= 122
export const isLetter = (code: number): boolean => isSmall(code | LOWER)

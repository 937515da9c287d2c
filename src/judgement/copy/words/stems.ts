/** The words of a text but the smallest, without their endings, to see what two texts share. */
export const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(word => word.slice(0, 6).replace(/s$/, '')),
  )

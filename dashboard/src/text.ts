/** "1 merge", "1,200 merges". */
export const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : several}`

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

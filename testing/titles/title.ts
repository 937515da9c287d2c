/** A title as a developer wrote it, and every headline that a person would accept for it. */
export type TitleCase = [title: string, ...accepted: string[]]

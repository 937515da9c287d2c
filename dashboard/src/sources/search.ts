/** What the address of the page says. */
export interface SourcesSearch {
  /** What the code host's answer allows to choose from. */
  choice?: string
  /** Shows that the operator sent the person here to create the GitHub app. */
  permit?: string
}

/** Ignores what is unknown. */
export const sourcesSearch = ({ choice, permit }: Record<string, unknown>): SourcesSearch => ({
  ...(typeof choice === 'string' && { choice }),
  ...(typeof permit === 'string' && { permit }),
})

/** The search of the sources page, as in its address. */
export interface SourcesSearch {
  /** The secret of the choice among repositories, which the code host's answer began. */
  choice?: string
  /** The permit that shows that the operator sent the person here to create the GitHub app. */
  permit?: string
}

/** Parses the search. Ignores unknown values. */
export const sourcesSearch = ({ choice, permit }: Record<string, unknown>): SourcesSearch => ({
  ...(typeof choice === 'string' && { choice }),
  ...(typeof permit === 'string' && { permit }),
})

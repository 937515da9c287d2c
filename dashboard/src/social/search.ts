interface SocialSearch {
  /** The social account that was just connected on its network's pages. */
  connected?: string
}

/** Parses the search in the page's address. Ignores unknown values. */
export const socialSearch = ({ connected }: Record<string, unknown>): SocialSearch =>
  typeof connected === 'string' ? { connected } : {}

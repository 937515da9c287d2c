export interface SocialSearch {
  /** The social account that was just connected on its network's pages. */
  connected?: string
}

/** What the address of the page says. Ignores what is unknown. */
export const socialSearch = ({ connected }: Record<string, unknown>): SocialSearch =>
  typeof connected === 'string' ? { connected } : {}

import type { Kind } from './classification.ts'

const SPOKEN: Record<Kind, string> = {
  feature: 'something new',
  improvement: 'an improvement',
  fix: 'a fix',
  performance: 'a gain in speed',
  security: 'a matter of security',
  deprecation: 'a deprecation',
  removal: 'a removal',
  documentation: 'documentation',
  maintenance: 'maintenance',
}

/** How a kind is spoken of, as what a change is. */
export const spokenOf = (kind: Kind): string => SPOKEN[kind]
